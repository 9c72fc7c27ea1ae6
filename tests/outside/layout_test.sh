#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# A faster program without a PMU: pmc itself is linked with its relocations, profiled while it
# prints a large profile, and laid out anew by BOLT (Debian's package bolt-16). perf2bolt must
# find no trace that contradicts the program's code, BOLT must know nearly all conditional branches
# that the profile counts, and the new program must print the same. The times are for the reader.
# tests/run: time=1800
. "$(dirname "$0")/../tap.sh"

bolt=/usr/lib/llvm-16/bin
[ -x $bolt/perf2bolt ] && [ -x $bolt/llvm-bolt ] || skip_all "bolt-16 is missing (Debian's package)"
cc1=$(gcc -print-prog-name=cc1)
[ -x "$cc1" ] || skip_all "gcc has no cc1"

built=$BUILD/outside/layout
make -s -j"$(nproc)" BUILD="$built" LDFLAGS=-Wl,-q "$built/pmc" >"$TMP/log" 2>&1 ||
	{ note "$(tail "$TMP/log")"; skip_all "pmc cannot be linked with its relocations"; }

# What it is to be good at: a profile with some hundred thousand places, as text.
echo 'int f(int x) { return x * x + 1; }' >"$TMP/f.c"
ok "cc1 is recorded" "$PMC" record -o "$TMP/cc1.data" -- "$cc1" -quiet -O2 "$TMP/f.c" -o /dev/null
work=(script -i "$TMP/cc1.data" -o)
ok "pmc is recorded at its work" \
	"$PMC" record -o "$TMP/pmc.data" -- "$built/pmc" "${work[@]}" "$TMP/before"
ok "the profile becomes BOLT's" "$PMC" script -i "$TMP/pmc.data" --to bolt -o "$TMP/pmc.txt"

read_log=$($bolt/perf2bolt -pa -p "$TMP/pmc.txt" -o "$TMP/pmc.fdata" "$built/pmc" 2>&1)
like "$read_log" 'mismatching disassembled function contents: 0 \(0\.0%\)' \
	"perf2bolt: no trace contradicts the code"
like "$read_log" 'involving unknown regions: 0 \(0\.0%\)' "and none is outside of it"
laid_out=$($bolt/llvm-bolt "$built/pmc" -o "$TMP/pmc" -data "$TMP/pmc.fdata" -dyno-stats \
	-reorder-blocks=ext-tsp -reorder-functions=hfsort -split-functions 2>&1)
ok "llvm-bolt writes a program" test -x "$TMP/pmc" || note "$laid_out"
note "$(grep -E 'executed instructions|taken branches|taken conditional' <<<"$laid_out")"

# BOLT adds up conditional branches from the profile's edges; ours are counted.
want=$("$PMC" script -i "$TMP/pmc.data" -e branches-conditional | awk -F'\t' -v path="$built/pmc" '
	$1 == "object" && $3 == path { object = $2 }
	$1 == "place" && $2 == object { sum += $5 }
	END { print sum }')
got=$(awk '/all conditional branches$/ { print $1; exit }' <<<"$laid_out")
ok "BOLT sees at least 99 % of its conditional branches ($got of $want)" \
	test "${got:-0}" -ge $((want / 100 * 99)) -a "${got:-0}" -le "$want"

ok "the new program works" "$TMP/pmc" "${work[@]}" "$TMP/after"
ok "and prints the same" cmp "$TMP/before" "$TMP/after"
for program in "$built/pmc" "$TMP/pmc"; do
	best=
	for i in 1 2 3 4 5 6 7; do
		TIMEFORMAT=%U
		t=$({ time "$program" "${work[@]}" /dev/null; } 2>&1)
		best=$(printf '%s\n' $best "$t" | sort -n | head -n 1)
	done
	note "$program: $best s in user mode, the best of seven"
done
finish
