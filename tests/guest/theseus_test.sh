#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# examples/theseus.c on PMUs, by perf and by the driver: its counts, and as many samples of its own
# task as the region has whole periods.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

ok "it has at most forty lines" test "$(wc -l <examples/theseus.c)" -le 40
ok "it compiles" gcc -Wall -Wextra -Werror -O1 -Iinclude examples/theseus.c "$BUILD/libpmc.a" \
	-pthread -o "$TMP/theseus"
# Linux holds back what interrupts for long, as everything does in the rig.
run='cd /proc/sys/kernel
	echo 1000000 >perf_event_max_sample_rate; echo 0 >perf_cpu_time_max_percent
	cd /guest; exec ./theseus'
one() {
	local with=()
	[ "${1#*-by-}" != driver ] || with=(--module "$KO")
	guest "$1" --cpu "${1%-by-*}" "${with[@]}" --add "$TMP/theseus" -- sh -c "$run"
}
boots='arch-v4-by-perf arch-v4-by-driver arch-v2-by-driver'
guests one $boots
for b in $boots; do
	came_back $b "$b: it ran" || continue
	n=$(got $b ref-cycles)
	# The loop has six instructions at -O1, and the rig one instruction in a cycle.
	between 30000000 "$(got $b instructions)" 30300000 "$b: instructions of the region"
	between 30000000 "$n" 30300000 "$b: reference cycles of the region"
	between 5000000 "$(got $b branches)" 5100000 "$b: branches of the region"
	is "$(grep -c '^0x' "$TMP/$b.out")" $((n / 0xFFFFF)) "$b: a sample for each 0xFFFFF of them"
	is "$(awk '/^0x/ { print $2 }' "$TMP/$b.out" | sort -u | wc -l)" 1 "$b: of one task"
done
finish
