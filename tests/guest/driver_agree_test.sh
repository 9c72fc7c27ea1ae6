#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Counts that must agree to the unit: general and fixed counter, RDPMC and the kernel, threads and
# their process, driver and perf in one boot; while counters overflow, tasks migrate, trees of
# processes and threads run, and 50 run at once.
# tests/run: time=300 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

one() {
	local cpu smp how
	IFS=. read -r cpu smp how <<<"$1"
	guest "$1" --cpu "$cpu" --smp "$smp" --module "$KO switches=${how:-notifier}" --add \
		"$(command -v perf)" --add "$PMC" \
		--add "$PROG/agree" --add "$PROG/moves" --add "$PROG/brood" -- \
		"$INSIDE/equal" "wrap 200" "page 20000" "threads 10"
}
# MODEL.CPUS[.WAY]; WAY: how the module hears of switches
machines=${MACHINES:-$(machines_of driver_agree |
	awk '{ print $2 "." $3 ($4 == "notifier" ? "" : "." $4) }')}
guests one $machines

for m in $machines; do
	came_back $m "the guest ended well" || continue
	said "$m"
	# The program has its name and three words as arguments. Far branches are branches.
	instructions=$((4 * ($(expect moves instructions) - 5) + 5))
	branches=$((4 * ($(expect moves branches) + $(expect moves far) - 1) + 1))
	for tool in ./pmc-driver ./pmc-perf perf; do
		is "$(got $m $tool moves instructions:u)" $instructions \
			"$m: $tool: instructions while it is moved"
		is "$(got $m $tool moves branches:u)" $branches "$m: $tool: branches"
		is "$(got $m $tool brood instructions:u) $(got $m $tool brood branches:u)" \
			"$(both $m brood)" \
			"$m: $tool: 200 processes and 100 threads"
	done
	# The first move may go to the CPU where the program is already.
	between 1999 "$(got $m perf moves cpu-migrations)" 4100 \
		"$m: moved $(got $m perf moves cpu-migrations) times"
	set -- $(both $m moves)
	is "$(got $m crowd instructions)" " 50 $1 " \
		"$m: 50 at once, moved all the time: instructions"
	is "$(got $m crowd branches)" " 50 $2 " "$m: and branches"
	is "$(got $m users)" 0 "$m: nobody holds the module at the end"
done
finish
