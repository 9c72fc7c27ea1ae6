#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# A large program that goes round in little code ends its pairs of calls and returns, and begins
# them again where it runs much (emu/code/workset.h). Counts, signals and profiles are the same, and
# later runs begin with what was kept, in pairs. Who has ended them leaves nothing: that shows it.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/numbers.sh"
. "$TOP/tests/emu/places.sh"
. "$TOP/tests/emu/kept.sh"

prog=$BUILD/tests/emu/prog
names=instructions,branches,branches-taken,loads,stores,syscalls
export PMC_EMU_PAIRS=0 PMC_EMU_HASTY=0 PMC_EMU_COLD=0

if ! setarch -R true 2>/dev/null; then
	skip "addresses are random here, personality(2) is forbidden"
	finish
fi

# counts OPTION COMMAND...: what it prints, its status, and its counts
counts() {
	"${namespace[@]}" timeout 120 setarch -R "$PMC" stat --backend emulated $1 -x, -e $names \
		-o "$TMP/counts" -- "${@:2}" 2>&1
	echo "status $?"
	grep -v '^#' "$TMP/counts" | cut -d, -f1,3
}
# record COMMAND...: what it prints, its status, and its profile
record() {
	"${namespace[@]}" timeout 120 setarch -R "$PMC" record -q --no-cache -o "$TMP/data" -- \
		"$@" 2>&1 </dev/null
	echo "status $?"
	"$TMP/places" "$TMP/data" sum at object process
	places_branches "$TMP/data"
}

# ---- By what it runs ----

few=200000000 all=6000
# In pairs from the beginning to the end.
plain=$(PMC_EMU_PAIRS=1 counts --no-cache "$prog/rounds" $few 3000 $all)
is "$(counts --no-cache "$prog/rounds" $few 3000 $all)" "$plain" \
	"the same counts where pairs end and begin again"
counts '' "$prog/rounds" $few >"$TMP/cold"
like "$(ls "$folder")" '-1$' "who has much to leave stays in pairs, and leaves it"
kept_good
# kept FEW NEW ALL: is what is kept the same after such a run, or more?
kept() {
	counts '' "$prog/rounds" "$@" >"$TMP/run"
	cmp -s "$TMP/good" "$folder"/* && echo same || echo more
	kept_restore
}
is "$(kept_took counts '' "$prog/rounds" 1 | tail -n 1)" took "a later run begins with that"
kept_restore
is "$(kept 1 3000)" more "one that does more leaves more"
is "$(kept $few 3000)" same "but nothing if it has ended pairs"
is "$(kept $few 3000 $all)" more "unless it has begun them again"
is "$(cat "$TMP/run")" "$plain" "with the same counts"

# ---- All the time, both ways ----

export PMC_EMU_COLD=1 PMC_EMU_PAIRS=1
# same NAME COMMAND...: the same counts as in pairs
same() {
	is "$(PMC_EMU_HASTY=1 counts --no-cache "${@:2}")" "$(counts --no-cache "${@:2}")" \
		"$1: in pairs or not, by turns"
}
for source in tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_repeats "$source" && asm_in_turn "$name" || continue
	same "$name" "$BUILD/tests/emu/asm/$name"
done
same "calls of all kinds" "$prog/nests" 40
same "a tree of processes" sh -c '/bin/true; (/bin/ls /usr >/dev/null); exec /bin/true'
for command in "$prog/nests 40" "$BUILD/tests/emu/asm/threads" "$BUILD/tests/emu/asm/calls"; do
	record $command >"$TMP/pairs"
	PMC_EMU_HASTY=1 record $command | diff "$TMP/pairs" - >"$TMP/diff"
	is "$(head -n 5 "$TMP/diff")" "" "the same profile of ${command##*/}"
done
# The cache is emptied where the thread is about to enter code that the log does not know yet.
next=$(nm "$prog/remaps" | awk '$3 == "next" { sub(/^0*/, "", $1); print $1 }')
is "$(PMC_EMU_HASTY=1 record "$prog/remaps" | awk '$1 == "branch" && $5 == to { print $6 }' \
	to="$next")" 64 "where calls to new mappings go"
finish
