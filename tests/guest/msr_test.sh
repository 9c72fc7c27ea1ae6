#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Backend msr on every family: it counts whole CPUs by their registers, to the unit, with two CPUs
# and with one; what it leaves behind, also when it was killed; what happens when another tool takes
# its counters, or the CPU goes offline.
# tests/run: time=280 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

# MODEL.COUNTERS: how many counters can count branches at once
machines=${MACHINES:-$(machines_of msr |
	awk 'BEGIN {
	split("arch-v2 2 arch-v4 4 arch-v5 8 pentium3 2 pentium4 1 k7 4 amd-perfmon-v2 6", w)
	for (i = 1; i in w; i += 2) n[w[i]] = w[i + 1] } { print $2 "." n[$2] }')}
one() {
	guest "$1" --cpu "${1%.*}" --smp 2 --append "isolcpus=1 vdso=0" --module "$KO" --module \
		msr --add "$(command -v perf)" \
		--add "$PMC" $(with_programs) --add "$PROG/pinned" -- "$INSIDE/msr" "${1#*.}" \
			$PROGRAMS
}
guests one $machines

# On the kernel with checks, perf takes longer to start than the run that it should disturb takes.
slow=
! has_checks || slow=1
for m in $machines; do
	came_back $m "all is counted" || continue
	is "$(got $m info)" available "$m: pmc info says that it is there"

	# A program that moves to the CPU: its own instructions, and those of the program that moves
	# it.
	for p in $PROGRAMS; do
		n=$(got $m alone msr $p instructions:u)
		is "$n" $(($(expect $p instructions) + $(expect pinned instructions))) \
			"$m: msr counts $p: instructions"
		far=$(($(expect $p far) + $(expect pinned far)))
		is "$(got $m alone msr $p branches:u)" $(($(expect $p branches) + far)) \
			"$m: msr counts $p: branches, far ones too"
	done
	for p in syscalls rep forks; do
		for e in instructions:u branches:u; do
			is "$(got $m alone driver $p $e)" "$(got $m alone msr $p $e)" \
				"$m: driver and msr agree on the CPU of $p: $e"
		done
	done
	# perf goes to the CPU itself to open its events there, each time with the same number of
	# instructions. Where both see one CPU alone, each counts also what the other does, which is
	# the same each time.
	for where in "beside msr" "beside driver" "alone perf" "beside perf"; do
		# Linux's Pentium 4 driver loses counts.
		[ "$m${where#* }" != pentium4.1perf ] || continue
		[ "$slow$where" != "1beside perf" ] || continue
		for p in rep forks; do
			n=$(($(got $m $where $p instructions:u) - \
				$(got $m $where syscalls instructions:u)))
			is "$n" "$(($(expect $p instructions) - $(expect syscalls instructions)))" \
				"$m: $where: $p and syscalls differ as they do: instructions"
			n=$(($(got $m $where $p branches:u) - \
				$(got $m $where syscalls branches:u)))
			is "$n" "$(($(got $m alone msr $p branches:u) - \
				$(got $m alone msr syscalls branches:u)))" \
				"$m: $where: $p and syscalls differ as they do: branches"
		done
	done

	between 8000085 "$(got $m all instructions:u)" 8300000 "$m: -a, user mode"
	between 10000 "$(got $m all instructions:k)" $((slow ? 200000000 : 20000000)) \
		"$m: -a, kernel mode"
	is "$(got $m keeps)" 0 "$m: nothing is left behind"
	like "$(got $m busy)" 'counter [0-9]+ of CPU 1 is in use.*to fix this, end it' \
		"$m: a second one is told that a counter is in use"
	ok "$m: there are registers to look at" test "$(got $m registers)" -ge 2
	for what in "restored at" "killed and" "restored by"; do
		ok "$m: $what $(got $m $what)" grep -q "^$what" "$TMP/$m.out"
	done
	is "$(got $m table)" $(($(expect rep instructions) + $(expect pinned instructions))) \
		"$m: -I, the table: all intervals together"
	is "$(got $m left)" 1 "$m: a killed one leaves its note"
	is "$(got $m clean)" 0 "$m: then nothing is left"
	is "$(got $m many 0x40000), $(got $m many 0)" "changed, as before" \
		"$m: a long note is put back to its end"
	[ $m = pentium4.1 ] ||
		is "$(got $m perf recovered instructions:u)" \
			"$(got $m perf untouched instructions:u)" \
			"$m: what perf has taken meanwhile is not put back"
	is "$(got $m recovered)" 0 "$m: and the note is gone"
	[ -n "$slow" ] || like "$(got $m robbed)" \
		'CPU 1 was not counted until the end: somebody else' \
		"$m: it says that perf took its counter"
	is "$(got $m went)" "3 3 0 2" \
		"$m: a CPU that goes offline: all intervals, those without it not counted"
	like "$(got $m went away)" 'CPU 1 was not counted until the end: it went offline' \
		"$m: and a note"
	like "$(got $m offline)" 'CPU 1 is offline; to fix this' "$m: it is not begun with"
done
finish
