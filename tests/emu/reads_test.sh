#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that read their own counts thousands of times (prog/reads.c): each difference is what
# arithmetic says, in the child of a fork, in threads, with a large code cache and with the
# smallest, and while samples are taken.
# tests/emu/oracle_test.sh compares such reads with single-stepping.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
prog=$BUILD/tests/emu/prog/reads
want='at first
child
thread of the child
child again
thread
thread
thread beside others
thread beside others
thread beside others
at the end'

for shift in 0 7; do
	PMC_EMU_CACHE_SHIFT=$shift timeout 120 "$PMC" stat --backend emulated -e instructions \
		-o "$TMP/report" -- "$prog" >"$TMP/out" 2>&1
	is "$? $(cat "$TMP/out")" "0 ${want//$'\n'/: 0 of 2500 wrong$'\n'}: 0 of 2500 wrong" \
		"all reads are right, the cache being smaller by 2^$shift"
done
# One flushes the cache while others read: a cache that is small and changes all the time lets that
# happen in every third run.
hasty="PMC_EMU_HASTY=1 PMC_EMU_CACHE_SHIFT=7"
for how in "" PMC_EMU_HASTY=1 "$hasty" "$hasty" "$hasty" "$hasty" "$hasty" "$hasty"; do
	env $how timeout 120 "$PMC" record -q --backend emulated -e loads -c 10007 \
		-o "$TMP/data" -- "$prog" >"$TMP/out" 2>&1
	is "$? $(cat "$TMP/out")" "0 ${want//$'\n'/: 0 of 2500 wrong$'\n'}: 0 of 2500 wrong" \
		"all reads are right while samples are taken ${how:+hastily}"
done
finish
