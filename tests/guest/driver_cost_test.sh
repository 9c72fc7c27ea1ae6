#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What counting costs by the module, in instructions, beside perf in the same boot (bench/driver.c): bounds.
# tests/run: time=120
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

ok "the measurement compiles" gcc -std=gnu11 -O2 -Wall -Wextra -Werror -Iinclude -o "$TMP/cost" bench/driver.c || finish
guest cost --cpu arch-v5 --module "$KO" -- "$TMP/cost"
came_back cost "it runs to its end" || finish

# cost WHAT WHO EVENTS
cost() {
	awk -v key="$*" '$1 " " $2 " " $3 == key { print int($4 + 0.5) }' "$TMP/cost.out"
}
# at_most LIMIT NAME WHAT WHO EVENTS
at_most() {
	local limit=$1 name=$2 n
	shift 2
	n=$(cost "$@")
	[ -n "$n" ] && [ "$n" -le "$limit" ] && pass "$name: $n" && return
	fail "$name"
	note "  got ${n:-nothing}, want at most $limit"
}
for n in 1 4 8; do
	at_most $(($(cost switch-out-and-in perf $n) / 3)) "a switch with $n events is at most a third of perf's" \
		switch-out-and-in driver $n
done
at_most 24 "a switch of threads that nobody counts" switch-uncounted driver 4
at_most 120 "reading four counters by RDPMC: 30 for each" self-read driver 4
at_most $(($(cost read perf 4) * 2 / 3)) "reading by a system call is at most two thirds of perf's" read driver 4
at_most $(($(cost fork-inherit perf 4) / 3)) "inheriting is at most a third of perf's" fork-inherit driver 4
# Without preemption notifiers everybody's switches are heard of.
guest cost --cpu arch-v5 --module "$KO switches=tracepoint" -- "$TMP/cost"
came_back cost "it runs to its end, by the tracepoint" || finish
for n in 1 4 8; do
	at_most $(($(cost switch-out-and-in perf $n) / 3)) "by the tracepoint: a switch with $n events" \
		switch-out-and-in driver $n
done
at_most $(($(cost switch-uncounted perf 4) * 2 / 3)) "by the tracepoint: a switch of threads that nobody counts" \
	switch-uncounted driver 4
finish
