#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What a user might try with /dev/pmc to see more than their own counts, or to block the machine. A
# WARNING or BUG in the kernel's log fails the guest.
# tests/run: time=300 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

one() {
	local cpu smp how what
	IFS=. read -r cpu smp how <<<"$1"
	# KASAN keeps freed memory for a while, so the mode `left` would find it in use; kmemleak
	# looks for leaks there.
	if [ "$cpu" = pentium4 ]; then
		what="tags turns"
	elif has_checks; then
		what="children equals sets"
	else
		what="children equals sets left"
	fi
	guest "$1" --cpu "$cpu" --smp "$smp" --module "$KO switches=${how:-notifier}" --add \
		"$PROG/guard" --add "$PROG/self" -- \
		"$INSIDE/guarded" $what
}
# MODEL.CPUS[.WAY]; WAY: how the module hears of switches
machines=${MACHINES:-$(machines_of driver_guard |
	awk '{ print $2 "." $3 ($4 == "notifier" ? "" : "." $4) }')}
guests one $machines

for m in $machines; do
	came_back $m "the guest ended well" || continue
	said "$m"
done
finish
