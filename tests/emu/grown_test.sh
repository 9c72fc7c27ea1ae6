#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What was kept of a program grows by what later runs of it translate, also by little: but not
# again and again, nor in a tree that has begun without it.
# tests/run: parallel time=60
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/kept.sh"
prog=$BUILD/tests/emu/prog/some_of

run() {
	"$PMC" stat --backend emulated -o "$TMP/report" -- "$@"
}
# has: as many traces as what is kept of the program has
has() {
	local file most=0 n
	for file in "$folder"/*-*; do
		n=$((0x$(echo "${file##*/}" | cut -d- -f5)))
		[ "$n" -le "$most" ] || most=$n
	done
	echo "$most"
}

run "$prog" 1500
first=$(has)
ok "a run keeps its traces ($first)" test "$first" -ge 1500
run "$prog" 1600
second=$(has)
ok "the next one, which has a few more, keeps these, too ($second)" \
	test "$second" -ge $((first + 100))
run "$prog" 1600
is "$(has)" "$second" "who has no more keeps nothing"
run "$prog" 1620
is "$(has)" "$second" "nor does who has next to nothing more"
for ((n = 1700; n <= 2300; n += 100)); do
	run "$prog" $n
done
eighth=$(has)
ok "so it grows eight times ($eighth)" test "$eighth" -ge $((first + 800))
run "$prog" 2400
is "$(has)" "$eighth" "and then no more by little"
run "$prog" 3000
ok "but by much" test "$(has)" -ge $((first + 1500))

rm -rf "$folder"
run sh -c '"$0" 1500; exit' "$prog"
first=$(has)
rm -rf "$folder"
run sh -c '"$0" 1500; "$0" 1600; "$0" 1700; exit' "$prog"
ok "in a tree that has begun without it, it does not grow by little ($(has))" \
	test "$(has)" -lt $((first + 50))
run sh -c '"$0" 1600; "$0" 1700; exit' "$prog"
ok "in the next one it does, more than once ($(has))" test "$(has)" -ge $((first + 200))
finish
