#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The driver's guest tests at full length: on every machine of tests/guest/machines, with a million
# calls of the fuzzer, 8,000 threads, and the rig's list of events on more processors; and perf on
# more machines with several CPUs. Each prints its results to a file in the build folder.
# tests/run: time=7200
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig

results=$BUILD/outside/driver_machines
mkdir -p "$results"
export ALL_MACHINES=1 CALLS=1000000 KILLS=1000 THREADS=8000 TIME_SCALE=3
export MODELS="pentium3 arch-v4 arch-v5 k8 zen2"
passes() {
	"$TOP/tests/run" --build "$BUILD" "tests/guest/$1_test.sh" >"$results/$1" 2>&1
}
for test in driver driver_abi driver_kernels driver_sample driver_fuzz driver_late counted smp; do
	ok "$test: $results/$test" passes "$test"
done
finish
