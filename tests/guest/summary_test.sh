#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc summary on PMUs: each metric beside the quotient of counts that pmc stat makes one by one, on known programs.
# tests/run: time=280
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

# MODEL.BACKEND
machines=${MACHINES:-arch-v5.driver arch-v5.perf pentium3.driver pentium4.driver k7.perf amd-perfmon-v2.driver}
one() {
	local module=
	[ "${1#*.}" != driver ] || module="--module $KO"
	guest "$1" --cpu "${1%.*}" $module --add "$PMC" $(with_programs) --add "$PROG/memory" -- "$INSIDE/summary" "${1#*.}" calls memory
}
guests one $machines

# What the manuals' events make of the known programs: program, metric, value. memory: 600 loads, 600 stores of
# 1604 instructions; calls: 100000 branches, 90000 of them taken, and the far one at the end.
known() {
	case $1 in
	arch-v5) echo "memory branches $(share 101 1604) calls branches $(share 100001 140004)" ;;
	pentium3) echo "memory refs $(share 12 1604) calls taken $(share 90000 100001)" ;;
	k7) echo "memory refs $(share 12 1604) calls taken $(share 90000 100001) calls returns $(share 300000 140004)" ;;
	pentium4) echo "calls returns $(share 300000 140004)" ;;
	amd*) echo "memory refs $(share 12 1604) calls returns $(share 300000 140004) calls conditional $(share 20000 100001)" ;;
	esac
}
share() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.9g", 100 * a / b }'; }

for m in $machines; do
	came_back $m "metrics were measured" || continue
	for p in calls memory; do
		is "$(got $m status $p)" 0 "$m: $p: the command's status"
		n=$(grep -c "^metric $p " "$TMP/$m.out")
		ok "$m: $p: there are metrics ($n)" test "$n" -ge 5
		while read -r _ _ name value want; do
			case $name in
			# They depend on what ran before, and on timers.
			*tlb* | interrupts) like "$value" '^[0-9.e+-]+$' "$m: $p: $name" ;;
			*) is "$value" "$want" "$m: $p: $name is the quotient of what pmc stat counts" ;;
			esac
		done < <(grep "^metric $p " "$TMP/$m.out")
	done
	set -- $(known ${m%.*})
	while [ $# -gt 2 ]; do
		is "$(got $m metric $1 $2 | cut -d' ' -f1)" "$3" "$m: $1: $2 as the program's text has it"
		shift 3
	done
	case $m in
	pentium3*) between 20 "$(got $m runs | cut -d' ' -f1)" 30 "$m: two counters: that many runs" ;;
	arch*) is "$(got $m runs)" "" "$m: eight counters: one run" ;;
	esac
	like "$(grep '^missing' "$TMP/$m.out")" 'kernel-instructions' "$m: a user is told why there is no kernel mode"
	table=$(grep '^table' "$TMP/$m.out")
	k=$(awk '/ instructions in kernel mode/ { print $2 }' <<<"$table")
	ok "$m: root: a part of the instructions is the kernel's ($k %)" awk -v k="$k" 'BEGIN { exit !(k > 1 && k < 100) }'
	ok "$m: root: cycles per instruction are those of the rig" awk '/ cycles per instruction/ { exit !($2 > 0.9 && $2 < 1.1) }' <<<"$table"
	like "$table" '\( \+- +[0-9.]+% \)' "$m: root: with spreads"
	like "$table" "${m#*.}: hardware counters" "$m: the report says who counted"
done
finish
