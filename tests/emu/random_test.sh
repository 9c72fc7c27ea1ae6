#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Random programs (chance.py) must write the same natively and under the engine, and every count
# must equal the single-step oracle's. Long programs then run in a code cache so small that the
# engine flushes it several times.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
step=$BUILD/tests/emu/prog/step
[ -x "$step" ] || note "the oracle is not built (it needs Zydis): counts are not compared"
events=$(IFS=,; echo "${asm_names[*]}")

# one NAME SEED [BLOCKS]: prints what is wrong; with $stepped it also compares counts
one() {
	local at=$TMP/$1
	shift
	"$TOP/tests/emu/chance.py" "$@" >"$at.S" || return
	${CC:-gcc} -nostdlib -static -no-pie -o "$at" "$at.S" || return
	timeout 20 "$at" >"$at.native" || echo "natively it ends with $?"
	timeout 60 "$PMC" stat -j --backend emulated -e "$events" -o "$at.json" -- "$at" \
		>"$at.out" || echo "it ends with $?"
	cmp "$at.native" "$at.out"
	[ "$stepped" ] && [ -x "$step" ] || return
	timeout 200 "$step" -o "$at.step" "$at" >/dev/null || echo "stepped it ends with $?"
	json_counts "$at.json" | diff "$at.step" -
}
several() {
	local seed name=$1 from=$2 to=$3
	shift 3
	for seed in $(seq "$from" "$to"); do
		one "$name" "$seed" "$@" 2>&1 | sed "s/^/seed $seed: /"
	done >"$TMP/$name.wrong"
}

# RANDOM_SEED=n chooses another seed
from=${RANDOM_SEED:-1}
stepped= several a "$from" $((from + 29)) &
stepped=1 several b $((from + 100)) $((from + 109)) &
wait
is "$(cat "$TMP/a.wrong")" "" "30 programs: what they write"
is "$(cat "$TMP/b.wrong")" "" "10 programs: what they write, and counts"
export PMC_EMU_CACHE_SHIFT=7
stepped=1 several a $((from + 200)) $((from + 200)) 3000 &
stepped= several b $((from + 201)) $((from + 206)) 6000 &
wait
is "$(cat "$TMP/a.wrong")" "" "a cache that is emptied: what a program writes, and counts"
is "$(cat "$TMP/b.wrong")" "" "6 more: what they write"
finish
