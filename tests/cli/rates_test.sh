#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# The rates beside the values follow from the values; and pmc chooses the right backend.
. "$(dirname "$0")/../tap.sh"

csv() { "$PMC" stat -x, "$@" 2>&1 >/dev/null; }
# field EVENT N: prints field N of the event's line in $out
field() { awk -F, -v e="$1" -v n="$2" '$3 ~ "^" e "(:u)?$" { print $n }' <<<"$out"; }
# ratio NAME EVENT EXPRESSION UNIT: the rate printed is EXPRESSION, evaluated by awk and rounded
ratio() {
	is "$(field "$2" 6) $(field "$2" 7)" "$(awk "BEGIN { printf \"%.2f\", $3 }") $4" "$1"
}

out=$(csv --backend emulated \
	-e instructions,branches,branches-taken,branches-conditional,branches-conditional-taken \
	-e calls,calls-indirect,loads,syscalls -- ls /)
i=$(field instructions 1) b=$(field branches 1) c=$(field branches-conditional 1) k=$(field calls 1)
ratio "instructions without cycles: per branch" instructions "$i / $b" "insn per branch"
ratio "branches-taken: of all branches" branches-taken "100 * $(field branches-taken 1) / $b" \
	"of all branches"
ratio "branches-conditional: of all branches" branches-conditional "100 * $c / $b" "of all branches"
ratio "calls: of all branches" calls "100 * $k / $b" "of all branches"
ratio "branches-conditional-taken: of the conditional ones" branches-conditional-taken \
	"100 * $(field branches-conditional-taken 1) / $c" "of conditional branches"
ratio "calls-indirect: of all calls" calls-indirect "100 * $(field calls-indirect 1) / $k" \
	"of all calls"
ratio "loads: of all instructions" loads "100 * $(field loads 1) / $i" "of all instructions"
is "$(field branches 6)$(field syscalls 6)" "" "per second: not without a clock"
is "$i" "$(field instructions 1)" "(the values are from one run)"

# A clock that includes the emulator's work says nothing about the command.
out=$(csv --backend emulated -e task-clock,instructions,loads,page-faults,syscalls -- ls /)
is "$(field task-clock 6)$(field page-faults 6)$(field syscalls 6)" "" \
	"emulated: no CPUs utilized, and nothing per second"
unlike "$out" '/sec|CPUs utilized' "emulated: nor their units"
is "$(awk -F, '$8 == "estimated" { print $3 }' <<<"$out" | xargs)" "task-clock page-faults" \
	"emulated: what the emulator disturbs is named"
out=$("$PMC" stat --backend emulated -e task-clock,instructions,page-faults,loads -- ls / 2>&1 \
	>/dev/null | grep -oE 'task-clock|instructions:u|page-faults|loads:u')
is "$(xargs <<<"$out")" "instructions:u loads:u task-clock page-faults" \
	"emulated: exact rows come first in the table"

# With -a, the clock of the report lasts as long as the counters.
if "$PMC" stat -a -e cpu-clock -- true >/dev/null 2>&1; then
	most=0
	for i in 1 2 3 4 5 6 7 8; do
		n=$("$PMC" stat -a -x, -e cpu-clock,page-faults,context-switches -- true 2>&1 |
			awk -F, '$3 ~ /cpu-clock/ { print $6 }')
		most=$(awk -v a="$most" -v b="$n" 'BEGIN { print (a > b ? a : b) }')
	done
	ok "-a: no more CPUs utilized than there are ($most)" awk -v n="$most" \
		-v cpus="$(getconf _NPROCESSORS_ONLN)" 'BEGIN { exit !(n > 0 && n <= cpus) }'
else
	skip "CPUs are closed here"
fi

# Rates per second of task-clock, with their unit
out=$(csv --backend perf -e task-clock,page-faults,alignment-faults -- ls /)
is "$(field page-faults 6)$(field page-faults 7)" \
	"$(awk -v f="$(field page-faults 1)" -v ns="$(field task-clock 4)" \
	'BEGIN { r = f * 1e9 / ns; u = ""
		if (r > 1000) { r /= 1000; u = "K" } if (r > 1000) { r /= 1000; u = "M" }
		printf "%.3f%s/sec", r, u }')" "page-faults: per second of task-clock"
# x86 has no alignment faults that Linux mends.
is "$(field alignment-faults 6)$(field alignment-faults 7)" "0.000/sec" "none: 0 per second"
# A clock divided by the elapsed time. The table has both, in ms with two digits and in s.
out=$("$PMC" stat --backend perf -e task-clock -- sh \
	-c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done' 2>&1)
ok "task-clock: CPUs utilized is task-clock over elapsed time" awk '
	/task-clock/ { ms = $1; cpus = $5 } /seconds time elapsed/ { s = $1 }
	END { d = ms / 1000 / s - cpus; exit !(ms > 1 && d < 0.002 && d > -0.002) }' <<<"$out"
# A rate relates events that were counted in the same rings.
out=$(csv --backend emulated -e instructions:u,branches -- true)
is "$(awk -F, '/^[0-9]+,,instructions/ { print $6 }' <<<"$out")" "" "different modifiers: no rate"

# The chosen backend
backend() { "$PMC" stat "$@" -- true 2>&1 >/dev/null | sed -nE 's/^ (perf|emulated): .*/\1/p'; }
is "$(backend -e task-clock,page-faults)" perf "software events alone: perf"
is "$(backend -e task-clock -e page-faults)" perf "also from two -e"
is "$(backend -e task-clock:u)" perf "software events with modifiers: perf"
if [ "$(id -u)" = 0 ]; then
	is "$(backend -e cpu-migrations)" perf "what rusage does not tell: perf"
else
	skip "not root: perf may be closed"
fi
is "$(backend --per-thread -e branches)" emulated "threads of a command: emulated"
is "$(backend -e loads)" emulated "the instruction stream: emulated"
is "$(backend -e task-clock,loads)" emulated "both: emulated"
is "$(backend -e task-clock --deterministic)" emulated "--deterministic: emulated"
is "$(backend --backend emulated -e task-clock)" emulated "what --backend says"
is "$(backend --backend perf -e task-clock)" perf "what --backend says: perf"
if "$PMC" info -j | grep -q '"name" : "perf", "hardware" : false'; then
	is "$(backend)" emulated "no PMU: the default events are counted by emulated"
	is "$(backend -e instructions)" emulated "no PMU: instructions too"
else
	is "$(backend)" perf "a PMU: perf"
	is "$(backend -e instructions)" perf "a PMU: perf counts instructions"
fi
finish
