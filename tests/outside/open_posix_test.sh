#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The Open POSIX suite's tests of signals and timers, natively and under the engine (see suite). It
# is a part of LTP, which is not in Debian 12: the variable OPEN_POSIX names the folder with its
# conformance/interfaces, built. CASES=words chooses some.
# tests/run: time=14400
. "$(dirname "$0")/../tap.sh"

suite=${OPEN_POSIX:-${LTP:-/opt/ltp}}
interfaces=$suite/conformance/interfaces
[ -d "$interfaces" ] ||
	skip_all "the Open POSIX suite is not built in $suite (a part of LTP; OPEN_POSIX=FOLDER)"
version=$(cat "$suite/Version" "${LTP:-/opt/ltp}/Version" 2>/dev/null | head -n 1)

cd "$interfaces" || exit 1
for test in {sig,kill,raise,alarm,clock,nanosleep,time,pthread_kill}*/*.run-test \
	{pthread_cond_timedwait,sem_timedwait,fork}/*.run-test; do
	[ -x "$test" ] || continue
	name=${test%.run-test}
	printf '%s\t%s\t%s\n' "$name" "$interfaces/${test%/*}" "$interfaces/$test"
done >"$TMP/cases"
cd "$TOP" || exit 1
[ -s "$TMP/cases" ] || skip_all "the Open POSIX suite has no built tests in $interfaces"
tests/outside/suite --version "${version:-of an unknown version}" --time 300 open-posix posix \
	"$TMP/cases"
