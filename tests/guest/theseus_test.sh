#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# examples/theseus.c on a PMU: its counts, and that there are samples of its own task.
# tests/run: time=100 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig

ok "it has at most forty lines" test "$(wc -l <examples/theseus.c)" -le 40
ok "it compiles" gcc -Wall -Wextra -Werror -O1 -Iinclude examples/theseus.c "$BUILD/libpmc.a" \
	-pthread -o "$TMP/theseus"
# Linux holds back what interrupts for long, as everything does in the rig.
guest theseus --cpu arch-v4 --add "$TMP/theseus" -- sh -c 'cd /proc/sys/kernel
	echo 1000000 >perf_event_max_sample_rate; echo 0 >perf_cpu_time_max_percent
	cd /guest; exec ./theseus'
came_back theseus "it ran" || finish
n=$(got theseus ref-cycles)
between 35000000 "$(got theseus instructions)" 36000000 "instructions of the region"
between 10000000 "$(got theseus branches)" 10100000 "branches of the region"
between 1 "$(grep -c '^0x' "$TMP/theseus.out")" $((n / 1048575 + 1)) \
	"samples, and at most one each 0xFFFFF reference cycles"
is "$(awk '/^0x/ { print $2 }' "$TMP/theseus.out" | sort -u | wc -l)" 1 "of one task"
finish
