#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The kernel module on kernels that Debian 12 does not have: a short look at everything on several
# machines (tests/guest/driver_kernels_test.sh), and the driver's own tests as a whole on the newest
# kernel that any release of Debian has. Each of these prints its results to a file in the build
# folder.
# tests/run: time=7200
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig newest

results=$BUILD/outside/driver_kernels
mkdir -p "$results"

# part NAME KERNEL TEST: KERNEL takes the place of 6.1
part() {
	ok "$1 (Linux $(cat "$("$TOP/qemu/kernel" "$2")/release"))" part_passes "$@"
}
part_passes() {
	GUEST_KERNEL=$2 "$TOP/tests/run" --build "$BUILD" "tests/guest/$3_test.sh" \
		>"$results/$1" 2>&1
}

rows='PLACE arch-v2 2 notifier
PLACE arch-v4 4 tracepoint
PLACE arch-v5 4 notifier
PLACE pentium3 2 notifier
PLACE pentium4 1 notifier
PLACE pentium4 4t tracepoint
PLACE k7 2 tracepoint
PLACE amd-perfmon-v2 4 notifier'
for kernel in 7.3 7.3-rt unstable newest newest-rt; do
	release=$(cat "$("$TOP/qemu/kernel" "$kernel")/release" 2>/dev/null)
	case " ${done_already:-} " in
	*" $release "*) note "$kernel is $release, which has been tested" ;;
	*)
		ROWS=${rows//PLACE/$kernel} part "kernels-$kernel" 6.1 driver_kernels
		done_already+=" $release" ;;
	esac
done
for test in driver driver_abi driver_agree driver_sample driver_guard driver_sleep driver_fuzz; do
	part "$test" newest "$test"
done
finish
