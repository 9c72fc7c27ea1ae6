#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# A process that is killed at any instruction has a profile whose sums are what it has counted. Each
# change of the memory where the engine keeps a thread's counts is a program's last one
# (tests/emu/halfway.c).
. "$(dirname "$0")/../tap.sh"
cc=${CC:-gcc}
"$cc" -O1 -g -std=gnu11 -Wall -I. -Iinclude -o "$TMP/halfway" tests/emu/halfway.c -L"$BUILD" \
	-Wl,-rpath,"$BUILD" -lpmc || exit 1
"$cc" -nostdlib -static -no-pie -o "$TMP/program" tests/emu/halfway.S || exit 1

# kills WHAT MOVES NAME: at least so many changes are in moves
kills() {
	PMC_EMU=$BUILD/pmc-emu "$TMP/halfway" "$1" "$TMP/program" >"$TMP/out" 2>"$TMP/err"
	like "$(cat "$TMP/out")" "^[0-9]+ changes, [0-9]+ in moves, [1-9][0-9]+ kills, 0 differ\$" \
		"$3" || note "$(head -n 5 "$TMP/err")"
	ok "… in their midst, too" \
		awk -v least="$2" '{ exit !($3 >= least && $6 > 10) }' "$TMP/out"
}
kills empty 100 "passages are written to the log"
kills end 100 "the program ends"
export PMC_EMU_CACHE_SHIFT=7
kills flush 100 "the code cache is emptied"
finish
