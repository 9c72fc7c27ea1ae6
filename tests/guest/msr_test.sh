#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Backend msr: whole CPUs by their registers; what a killed one leaves is put back.
# tests/run: time=120
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf

one() {
	local last
	case $1 in pentium3*) last=0x187 ;; k7*) last=0xc0010003 ;; *) last=0x189 ;; esac
	guest "$1" --cpu "${1%.*}" --smp "${1#*.}" --module msr --add "$(command -v perf)" --add "$PMC" $(with_programs) -- \
		"$INSIDE/msr" $last
}
machines=$(machines_of msr | awk '{ print $2 "." $3 }')
guests one $machines

between() {
	[ "${2:-0}" -ge "$1" ] 2>/dev/null && [ "$2" -le "$3" ] && pass "$4" && return
	fail "$4"
	note "  got $2, want $1 to $3"
}
for m in $machines; do
	came_back $m "all is counted" || continue
	is "$(got $m info)" there "$m: pmc info says that it is there"
	between 20000004 "$(got $m all instructions:u)" 20300000 "$m: -a, user mode"
	# An instruction takes two nanoseconds, whatever the number of CPUs.
	between 10000 "$(got $m all instructions:k)" $(($(got $m took) * 5000000 - 20000004)) "$m: -a, kernel mode"
	between 20000004 "$(got $m percpu CPU$((${m#*.} - 1)))" 20300000 "$m: the CPU with the loop"
	like "$(got $m command)" 'whole CPUs alone' "$m: it refuses a command"
	is "$(got $m keeps)" 0 "$m: nothing is left behind"
	like "$(got $m busy)" 'is in use' "$m: a second one is told that a counter is in use"
	is "$(got $m left)" 1 "$m: a killed one leaves its note"
	between 20000004 "$(got $m again instructions:u)" 20300000 "$m: the next one puts back, and counts"
	is "$(got $m clean)" 0 "$m: then nothing is left"
	is "$(got $m many)" c000000000000000 "$m: a long note is put back to its end"
	is "$(got $m perf instructions:u)" 20000004 "$m: perf counts as before"
done
finish
