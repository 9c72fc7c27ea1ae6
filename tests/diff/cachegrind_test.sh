#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# cachegrind's simulations of caches and branches against core/machine/, to the unit, on a program
# that places its own memory. The models get the accesses from another tool, valgrind's lackey, and
# from the engine. What iai makes of cachegrind's counts, against est-cycles.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

replay=$BUILD/tests/cli/prog/machine_replay
count=$BUILD/tests/emu/prog/count
command -v valgrind >/dev/null || skip_all "valgrind is not installed"
[ -x "$replay" ] || skip_all "machine_replay is not built"
program=$TMP/program
${CC:-gcc} -nostdlib -static -no-pie -o "$program" tests/diff/cachegrind.S ||
	{ fail "the program does not build"; finish; }

# Which instructions are conditional branches, and which indirect jumps and calls.
objdump -d "$program" | sed -nE \
	-e 's/^ *([0-9a-f]+):.*\sj(a|ae|b|be|e|ne|g|ge|l|le|s|ns|z|nz) .*/c \1/p' \
	-e 's/^ *([0-9a-f]+):.*\s(jmp|call)q? +\*.*/i \1/p' >"$TMP/branches"
valgrind --tool=lackey --trace-mem=yes --log-file="$TMP/trace" "$program" ||
	{ fail "lackey does not run"; finish; }
note "$(grep -c '^I' "$TMP/trace") instructions, $(grep -c '^ [LSM]' "$TMP/trace") accesses"

ours() { # NAME: a count of the models
	sed -n "s/^$1 //p" "$TMP/ours"
}
theirs() { # NAME: a count of cachegrind's
	awk -v name="$1" '/^events:/ { for (i = 2; i <= NF; i++) if ($i == name) at = i }
		/^summary:/ { print $at }' "$TMP/cachegrind.out"
}
compare() { # I1 D1 LL: the caches, as cachegrind takes them
	local pair sizes=()
	valgrind --tool=cachegrind --cache-sim=yes --branch-sim=yes --I1="$1" --D1="$2" --LL="$3" \
		--cachegrind-out-file="$TMP/cachegrind.out" --log-file="$TMP/log" "$program" || {
		fail "cachegrind does not run"
		return
	}
	# cachegrind has size, line; we have size, ways, line, too.
	sizes=("L1i=$1,lru" "L1d=$2,lru" "LL=$3,lru")
	"$replay" cachegrind "$TMP/branches" "${sizes[@]}" <"$TMP/trace" >"$TMP/ours" ||
		{ fail "the models do not run"; return; }
	"$count" -d -m "cachegrind ${sizes[*]} data fetch branch" -o "$TMP/engine" "$program" ||
		{ fail "the engine does not run"; return; }
	for pair in I1mr:l1i-misses ILmr:ll-fetch-misses D1mr:l1d-read-misses \
		DLmr:ll-read-misses D1mw:l1d-write-misses DLmw:ll-write-misses \
		Bc:conditional-branches Bcm:conditional-branch-misses Bi:indirect-branches \
		Bim:indirect-branch-misses; do
		is "$(ours "${pair#*:}")" "$(theirs "${pair%:*}")" \
			"$1 $2 $3: ${pair%:*} is $(theirs "${pair%:*}")"
		is "$(sed -n "s/^${pair#*:} //p" "$TMP/engine")" "$(theirs "${pair%:*}")" \
			"$1 $2 $3: ${pair%:*} by the engine"
	done
}
compare 32768,8,64 32768,8,64 8388608,16,64

# iai's formula, of what cachegrind counts. It takes an instruction that reads and writes a place as
# one access, and pmc as a load and a store.
l1=$(($(theirs I1mr) + $(theirs D1mr) + $(theirs D1mw)))
ll=$(($(theirs ILmr) + $(theirs DLmr) + $(theirs DLmw)))
all=$(($(theirs Ir) + $(theirs Dr) + $(theirs Dw)))
iai=$((all - l1 + 5 * (l1 - ll) + 35 * ll))
modified=$(grep -c '^ M' "$TMP/trace")
is "$("$PMC" stat -x, --machine cachegrind --weights iai -e est-cycles -- "$program" 2>&1 |
	sed -n 's/,,est-cycles:u,.*//p')" $((iai + modified)) \
	"iai's $iai cycles, and one for each of $modified instructions that modify memory"

compare 1024,2,64 2048,4,64 16384,8,128
compare 512,1,32 1024,2,32 8192,1,64
finish
