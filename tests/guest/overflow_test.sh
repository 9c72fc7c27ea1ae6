#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Signals at overflow through libpmc, by the driver and by perf: examples/overflow.c, and another
# period while the set counts. A Pentium, whose counters do not interrupt, refuses with a sentence.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

ok "it has at most forty lines" test "$(wc -l <examples/overflow.c)" -le 40
ok "it compiles" gcc -Wall -Wextra -Werror -O1 -Iinclude examples/overflow.c "$BUILD/libpmc.a" \
	-pthread -o "$TMP/overflow"
ok "so does the test" gcc -Wall -Wextra -Werror -O1 -Iinclude tests/guest/overflow/periods.c \
	"$BUILD/libpmc.a" -pthread -o "$TMP/periods"
one() {
	local with=()
	[ "${1#*-by-}" != driver ] || with=(--module "$KO")
	guest "$1" --cpu "${1%-by-*}" "${with[@]}" --add "$TMP/overflow" --add "$TMP/periods" -- \
		sh -c './overflow 2>&1; ./periods 2>&1; exit 0'
}
boots='pentium3-by-driver arch-v4-by-driver arch-v4-by-perf p5-by-driver'
guests one $boots
for b in $boots; do
	came_back $b "$b: it ran" || continue
	if [ "$b" = p5-by-driver ]; then
		like "$(cat "$TMP/$b.out")" 'the counters of this processor do not interrupt' \
			"$b: a Pentium refuses, and says why"
		continue
	fi
	like "$(cat "$TMP/$b.out")" '^60 signals, the last at 6000000 instructions' \
		"$b: a signal for each period, exactly there"
	is "$(got $b wrong)" 0 "$b: each comes exactly one period after the last"
	between 59 "$(got $b old)" 61 "$b: signals by the first period"
	between 119 "$(got $b new)" 121 "$b: signals by the second"
	unlike "$(cat "$TMP/$b.out")" 'resumed|no other' "$b: calls did what they should"
done
finish
