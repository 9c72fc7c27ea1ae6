#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/unit/reused_test with counters: a process or a thread whose number is a stranger's before
# perf, or the driver, attaches to it, or while they count. Linux 6.12 has pidfds of threads, older
# ones of processes alone.
# tests/run: long time=300 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
kernels="6.1 6.12"
declare -A module
for k in $kernels; do
	need_rig $k
	need_module $k
	module[$k]=$KO
done

TEST=$BUILD/tests/unit/reused_test
one() {
	local cpu=arch-v4
	[ "$1" = 6.1 ] || cpu=arch-v6 # which counts_test.sh boots, too
	guest "$1" --cpu $cpu --kernel "$1" --module "${module[$1]}" --add "$TEST" -- \
		sh -c 'for b in perf driver; do ./reused_test $b instructions:u; done; exit 0'
}
guests one $kernels
for k in $kernels; do
	came_back $k "$k: it ran" || continue
	is "$(grep -c '^ok' "$TMP/$k.out")" 72 "$k: by perf and by the driver"
	unlike "$(cat "$TMP/$k.out")" '^not ok' "$k: no stranger is counted"
done
finish
