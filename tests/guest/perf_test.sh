#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Backend perf on a PMU, beside perf itself: what both print, groups, rotation, processes that run
# already, CPUs, and reading in the program by RDPMC. On a PMU with a global enable, one without,
# and AMD's newest.
# tests/run: time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig
need_perf

models="arch-v4 amd-perfmon-v2${LONG:+ k8}"
names() {
	case $1 in
	arch*) echo INSTRUCTION_RETIRED:u,BRANCH_INSTRUCTIONS_RETIRED:u ;;
	pentium3) echo INST_RETIRED:u,BR_INST_RETIRED:u ;;
	*) echo RETIRED_INSTRUCTIONS:u,RETIRED_BRANCH_INSTRUCTIONS:u ;;
	esac
}
one() {
	guest "$1" --cpu "$1" --add "$(command -v perf)" --add "$PMC" --add "$PROG/self" \
		$(with_programs) -- \
		"$INSIDE/compare" "$(names $1)" $PROGRAMS
}
guests one $models

for m in $models; do
	came_back $m "both count" || continue
	is "$(got $m info)" available "$m: pmc info says that perf is there"
	for p in $PROGRAMS; do
		is "$(got $m count $p instructions:u) $(got $m count $p branches:u)" \
			"$(both $m $p)" "$m: pmc counts $p"
	done
	for tool in pmc perf; do
		u=$(got $m $tool group instructions:u) k=$(got $m $tool group instructions:k)
		all=$(got $m $tool group instructions)
		is "$u" "$(expect faults instructions)" "$m: $tool: user mode in a group"
		is "$(got $m $tool group r00c4:u)" "$(got $m perf group r00c4:u)" \
			"$m: $tool: a raw event"
		if [ $m = k8 ]; then
			# Its counters start and stop one after the other.
			between $((u + k - 2000)) "$all" $((u + k + 2000)) \
				"$m: $tool: user and kernel mode are both"
		else
			is "$((u + k))" "$all" "$m: $tool: user and kernel mode are both"
		fi
		between 1000 "$(got $m $tool group page-faults)" 1010 "$m: $tool: page faults"
		n=$(expect calls instructions)
		three=
		for e in cpu/event=0xc0/u instructions:u cpu/instructions/u; do
			three="$three $(got $m $tool raw $e)"
		done
		is "${three# }" \
			"$n $n $n" "$m: $tool: three names of one event"
		is "$(got $m $tool alone instructions:u)" 61 "$m: $tool: -i leaves the children out"
		is "$(got $m $tool repeat instructions:u)" 20000004 "$m: $tool: -r 3"
		is "$(got $m $tool attached instructions:u) $(got $m $tool attached branches:u)" \
			"$(both $m gate)" \
			"$m: $tool: -p, from where the process stood"
		is "$(got $m $tool threads instructions:u) $(got $m $tool threads branches:u)" \
			"$(both $m threads)" \
			"$m: $tool: -p, three threads"
		is "$(got $m $tool each)" "2000004 4000004 6000004 " "$m: $tool: --per-thread"
		u=$(got $m $tool all instructions:u)
		between 20000004 "$u" 20200000 "$m: $tool: -a, user mode"
		is "$(got $m $tool user instructions:u)" 4004 "$m: $tool: a user is given user mode"
		between 10000000 "$(got $m $tool cpu branches:u)" 10200000 "$m: $tool: -C 0"
		# Sixteen events for four, six or eight counters: each runs for a part of the time,
		# and is scaled.
		turns=$(awk -v t=$tool '$1 == t && $2 == "many" { print $4, $5 }' "$TMP/$m.out")
		is "$(wc -l <<<"$turns")" 16 "$m: $tool: sixteen events"
		is "$(awk '$2 >= 100' <<<"$turns")" "" "$m: $tool: none of them ran all the time"
		is "$(awk '$1 < 45000000 ||
			$1 > 55000000' <<<"$turns")" "" "$m: $tool: each scaled to within a tenth"
	done
	like "$(got $m table)$(grep '^table' "$TMP/$m.out")" 'perf: hardware counters, exact' \
		"$m: the report says who counted"
	like "$(grep '^table' "$TMP/$m.out")" ' 20000004 +instructions:u' "$m: and what"
	is "$(awk '$1 == "named" { print $3 }' "$TMP/$m.out" | tr '\n' ' ')" "$(both $m calls) " \
		"$m: $(names $m)"
	like "$(got $m crowded)" \
		"cannot count 'r00c0': its group has more events than the PMU can count" \
		"$m: a group that is too large is refused with the reason"
	for what in page count fast child; do
		like "$(got $m self $what)" '^0 ' "$m: RDPMC in the program: $what"
	done
	like "$(got $m self bare)" '^139' "$m: RDPMC without leave ends by SIGSEGV"
	like "$(got $m self free)" '^139 read' "$m: and again when the set is gone"
	like "$(got $m closed page)" 'rdpmc 0' \
		"$m: RDPMC closed by the administrator is seen in the page"
	like "$(got $m closed count)" '^0 ' "$m: then the kernel reads, with the same result"
	like "$(got $m open bare)" '^0 ' "$m: RDPMC opened for all"
done
finish
