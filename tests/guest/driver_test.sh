#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The kernel module on every family of PMUs: known programs, groups, rotation, processes that run
# already, CPUs, users' rights, sharing the PMU with perf, and unloading. perf counts the same in
# the same boot, where Linux has a driver that counts right.
# tests/run: time=280 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

# MODEL, or MODEL:tracepoint, which is like a kernel without preemption notifiers
models=${MODELS:-$(machines_of driver | sed 's/[^ ]* \([^ ]*\) 1 /\1:/; s/:notifier//')}
one() {
	local how=${1#*:} perf="--add $(command -v perf)"
	[ "$how" = tracepoint ] || how=notifier
	# Linux's driver for Pentium 4 loses counts; and it asks for its CPU while it may be moved,
	# which a kernel with checks reports.
	[ "$1" != pentium4 ] || perf=
	guest "$1" --cpu "${1%:*}" --module "$KO switches=$how" $perf --add "$PMC" \
		$(with_programs) -- \
		"$INSIDE/driver" $PROGRAMS
}
guests one $models

for m in $models; do
	came_back $m "all is counted" || continue
	is "$(got $m info)" available "$m: pmc info says that the driver is there"
	is "$(got $m chosen)" driver "$m: it is chosen for a command"
	for p in $PROGRAMS; do
		is "$(got $m count $p instructions:u)" "$(expect $p instructions)" \
			"$m: pmc counts $p: instructions"
		if [ $m = pentium4 ]; then
			# perf is no oracle here. It depends on the event whether far transfers are
			# branches.
			n=$(expect $p branches)
			like " $n $((n + $(expect $p far))) " \
				" $(got $m count $p branches:u) " "$m: pmc counts $p: branches"
		else
			is "$(got $m count $p branches:u)" "$(got $m perf $p branches:u)" \
				"$m: pmc counts $p: branches, as perf does"
		fi
	done
	tools="pmc perf"
	[ $m = pentium4 ] && tools=pmc
	for tool in $tools; do
		u=$(got $m $tool group instructions:u) k=$(got $m $tool group instructions:k)
		all=$(got $m $tool group instructions)
		case ${m%:*} in
		arch-v2 | arch-v4 | arch-v5 | amd-perfmon-v2 | k7)
			is "$u" "$(expect faults instructions)" "$m: $tool: user mode in a group"
			between $((u + k - 2000)) "$all" $((u + k + 2000)) \
				"$m: $tool: user and kernel mode are both" ;;
		# These have two counters, or two ESCRs for the event.
		*) is "${u#<not*>}" "" "$m: $tool: a group of three does not fit" ;;
		esac
		is "$(got $m $tool alone instructions:u)" 61 "$m: $tool: -i leaves the children out"
		is "$(got $m $tool repeat instructions:u)" 20000004 "$m: $tool: -r 3"
		between 2000004 "$(got $m $tool attached instructions:u)" 2000004 \
			"$m: $tool: -p, from where the process stood"
		between 20000004 "$(got $m $tool all instructions:u)" 20300000 \
			"$m: $tool: -a, user mode"
		between 20000004 "$(got $m $tool cpu instructions:u)" 20300000 "$m: $tool: -C 0"
		turns=$(awk -v t=$tool '$1 == t && $2 == "many" { print $4, $5 }' "$TMP/$m.out")
		is "$(wc -l <<<"$turns")" 16 "$m: $tool: sixteen events"
	done
	if [ $m != pentium4 ]; then
		scaled=$(awk '$1 == "pmc" && $2 == "many" && ($4 < 90000000 ||
			$4 > 110000000) { print $4 }' "$TMP/$m.out")
		is "$scaled" "" "$m: events that take turns are scaled to within a tenth"
	fi
	is "$(got $m user instructions:u)$(got $m user instructions)" 4004 \
		"$m: a user is given user mode"
	like "$(got $m kernel)" 'paranoid is 2' "$m: a user may not count the kernel"
	like "$(got $m cpus)" 'paranoid' "$m: nor CPUs"
	like "$(got $m others)" 'another user' "$m: nor other users' processes"
	like "$(got $m closed)" 'group pmc' "$m: who may not open the device is told of the group"
	if [ $m != pentium4 ]; then
		like "$(got $m busy)" 'holds the counters' \
			"$m: while perf counts, the module is busy"
		like "$(got $m refused)" '[Bb]usy' "$m: and the reverse"
		is "$(got $m after instructions:u)" 20000004 "$m: afterwards perf counts as before"
	fi
	unlike "$(cat "$TMP/$m.out")" 'unloaded in use' "$m: no unloading in use"
	is "$(got $m users)" 0 "$m: nobody holds the module at the end"
	like "$(cat "$TMP/$m.out")" 'unloaded well' "$m: it unloads"
done
finish
