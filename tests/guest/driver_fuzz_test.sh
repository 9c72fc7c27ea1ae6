#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# 200,000 calls to /dev/pmc that are mostly right, by four threads on the same files, as root and
# as a user; and 200 processes that make such calls until they are killed at a random moment.
# Afterwards nobody holds the PMU, no counter moves, a known program is counted to the unit, and the
# module unloads. A WARNING or BUG in the kernel's log fails the guest. SEED=, CALLS= and KILLS=
# make other and longer runs; make check-outside makes a million and a thousand.
# tests/run: time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
GUEST_TIME=${GUEST_TIME:-300}
CALLS=${CALLS:-200000} KILLS=${KILLS:-200} SEED=${SEED:-1}

need_module
# PMU.CPUS
machines=${MACHINES:-$(machines_of driver_fuzz | awk '{ print $2 "." $3 }')}
n=$(wc -w <<<"$machines")
one() {
	local cpus=${1#*.}
	guest "$1" --cpu "${1%.*}" --smp "${cpus/t/,threads=2}" --module "$KO" --add "$PMC" \
		--add "$PROG/fuzz" --add "$PROG/loop" -- \
		"$INSIDE/fuzzed" $((CALLS / n + 1)) $((KILLS / n + 2)) $SEED
}
guests one $machines

total=0
for m in $machines; do
	came_back $m "the guest ended well" || continue
	said $m
	while read -r line; do
		case $line in
		*" calls, of which"*) line=${line#*: } total=$((total + ${line%% *})) ;;
		esac
	done <"$TMP/$m.out"
	is "$(got $m count)" 20000004 "$m: counts are right afterwards"
	is "$(got $m users)" 0 "$m: nobody holds the module"
done
between $((CALLS - 100)) $total $((CALLS * 2)) "$total calls were made"
finish
