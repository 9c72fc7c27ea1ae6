#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc summary on PMUs: each metric equals the quotient of counts that pmc stat makes one by one, on
# known programs.
# tests/run: time=280 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

# Whole CPUs with backend msr, which needs -a; and Linux's driver for Pentium 4, which has counters
# for fewer events at once.
other() {
	case $1 in
	msr) guest msr --cpu pentium3 --module msr --add "$PMC" --add "$PROG/loop" -- \
		sh -c './pmc summary --backend msr -a -- ./loop 2>&1
			./pmc summary --backend msr -- ./loop 2>&1' ;;
	p4) guest p4 --cpu pentium4 --add "$PMC" --add "$PROG/rep" -- \
		sh -c './pmc summary --backend perf -- ./rep 2>&1
			./pmc stat --backend perf -x, -e instructions:u -- ./rep 2>&1' ;;
	esac
}
# MODEL.BACKEND
machines=${MACHINES:-arch-v5.driver arch-v5.perf pentium3.driver pentium4.driver k7.perf \
	amd-perfmon-v2.driver}
one() {
	local module=
	case $1 in msr | p4) other $1; return ;; esac
	[ "${1#*.}" != driver ] || module="--module $KO"
	guest "$1" --cpu "${1%.*}" $module --add "$PMC" $(with_programs) --add "$PROG/memory" -- \
		"$INSIDE/summary" "${1#*.}" calls memory
}
guests one $machines msr p4

# What the manuals' events count in the known programs: program, metric, value. memory has 600 loads
# and 600 stores in 1604 instructions; calls has 100000 branches, 90000 of them taken, and a far one
# at the end.
known() {
	case $1 in
	arch-v5) echo "memory branches $(share 101 1604) calls branches $(share 100001 140004)" ;;
	pentium3) echo "memory refs $(share 12 1604) calls taken $(share 90000 100001)" ;;
	k7)
		echo "memory refs $(share 12 1604) calls taken $(share 90000 100001)"
		echo "calls returns $(share 300000 140004)" ;;
	pentium4) echo "calls returns $(share 300000 140004)" ;;
	amd*)
		echo "memory refs $(share 12 1604) calls returns $(share 300000 140004)"
		echo "calls conditional $(share 20000 100001)" ;;
	esac
}
share() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.9g", 100 * a / b }'; }

left_out="what counts by a register that the processor refuses is left out, with the reason"
for m in $machines; do
	came_back $m "metrics were measured" || continue
	for p in calls memory; do
		is "$(got $m status $p)" 0 "$m: $p: the command's status"
		n=$(grep -c "^metric $p " "$TMP/$m.out")
		ok "$m: $p: there are metrics ($n)" test "$n" -ge 5
		while read -r _ _ name value want; do
			case $name in
			# These depend on what ran before, and on timers.
			*tlb* | interrupts) like "$value" '^[0-9.e+-]+$' "$m: $p: $name" ;;
			*) is "$value" "$want" \
				"$m: $p: $name is the quotient of what pmc stat counts" ;;
			esac
		done < <(grep "^metric $p " "$TMP/$m.out")
	done
	set -- $(known ${m%.*})
	while [ $# -gt 2 ]; do
		is "$(got $m metric $1 $2 | cut -d' ' -f1)" "$3" \
			"$m: $1: $2 as the program's text has it"
		shift 3
	done
	case $m in
	pentium3*) between 20 "$(got $m runs)" 30 "$m: two counters: that many runs" ;;
	arch*) is "$(got $m runs)" "" "$m: eight counters: one run" ;;
	# The rig has no PEBS (docs/rig.md).
	pentium4*)
		like "$(grep '^missing' "$TMP/$m.out")" 'l1d-mpki: .*refuses a register' \
			"$m: $left_out" ;;
	esac
	like "$(grep '^missing' "$TMP/$m.out")" 'kernel-instructions' \
		"$m: a user is told why there is no kernel mode"
	table=$(grep '^table' "$TMP/$m.out")
	k=$(awk '/ instructions in kernel mode/ { print $2 }' <<<"$table")
	ok "$m: root: a part of the instructions is the kernel's ($k %)" awk -v k="$k" \
		'BEGIN { exit !(k > 1 && k < 100) }'
	ok "$m: root: cycles per instruction are those of the rig" \
		awk '/ cycles per instruction/ { exit !($2 > 0.9 && $2 < 1.1) }' <<<"$table"
	like "$table" '\( \+- +[0-9.]+% \)' "$m: root: with spreads"
	if [ "${m#*.}" = perf ]; then
		want=$(grep '^metric calls' "$TMP/$m.out" | wc -l)
		n=$(grep -c '^watched' "$TMP/$m.out")
		ok "$m: beside the NMI watchdog there are metrics, too ($n of $want)" test "$n" \
			-ge "$want"
		# K7's metric of L2 misses needs all four counters.
		case $m in
		k7*) like "$(got $m held)" 'not measured: l2-misses: .*NMI watchdog' \
			"$m: the one that it leaves no counters for is told" ;;
		*) is "$(got $m held)" "" "$m: none is missing for it" ;;
		esac
	fi
	like "$table" "${m#*.}: hardware counters" "$m: the report says who counted"
done

GUEST=$(cat "$TMP/msr.out")
like "$GUEST" 'Summary of .*msr: hardware counters, everything on all CPUs' \
	"msr: the report says what was counted"
ok "msr: the branches of a loop are half of it" awk '/ branches of all/ { exit !($1 > 45 &&
	$1 <= 50) }' <<<"$GUEST"
like "$GUEST" 'pmc: --backend msr: counts whole CPUs only, so it needs -a' \
	"msr: a command alone is refused with the way out"
GUEST=$(cat "$TMP/p4.out")
like "$GUEST" 'Summary of ' "pentium4.perf: there is a summary"
# The driver in Linux 6.1 gives counts of 2^39 and more.
ok "pentium4.perf: no metric of an impossible count" awk '/ cycles per instruction/ && ($1 < 0.5 ||
	$1 > 2) || / instructions/ && $1 > 1e9 { bad = 1 }
	END { exit bad }' <<<"$GUEST"
is "$(grep -c "note: Linux's driver for the Pentium 4 miscounts" <<<"$GUEST")" 2 \
	"pentium4.perf: what to think of the numbers, by pmc summary and pmc stat"
like "$(tr -s "\n " "  " <<<"$GUEST")" \
	"not measured: .*: the kernel's perf cannot give counters to all of its events at once" \
	"pentium4.perf: and a reason for those that Linux cannot count"
finish
