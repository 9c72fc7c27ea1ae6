#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Profile-guided optimization without a PMU: pmc records a program, create_llvm_prof (Debian's
# package autofdo) makes a profile of its text, and clang compiles the program by it. All counts
# follow from the program by arithmetic. create_llvm_prof 0.19 reads DWARF up to version 4, and
# spoils the names of inlined functions, so that nothing is inlined in the program that is recorded.
#
# If LUA_SOURCE names the unpacked sources of Lua 5.4 ("apt-get source lua5.4"), the same is done
# with this interpreter: trained on one run, compared at others. The times are for the reader.
# tests/run: time=900
. "$(dirname "$0")/../tap.sh"

command -v create_llvm_prof >/dev/null || skip_all "there is no create_llvm_prof (Debian's autofdo)"
command -v clang llvm-profdata >/dev/null || skip_all "there is no clang, or no llvm-profdata"
cat >"$TMP/a.c" <<'END'
#include <stdio.h>
static int table[4096];
static int rare(int x)
{
	return x * 31 + 7;
}
static int pick(int x)
{
	if (x % 97 == 0)
		return rare(x);
	return x & 4095;
}
int main(void)
{
	long s = 0;
	for (int r = 0; r < 40; r++)
		for (int i = 0; i < 20000; i++) {
			table[pick(i) & 4095] += i;
			s += table[i & 4095];
		}
	printf("%ld\n", s);
	return 0;
}
END
clang -O1 -fno-inline -gdwarf-4 -fdebug-info-for-profiling -o "$TMP/a" "$TMP/a.c" || exit 1
"$PMC" record -o "$TMP/a.data" -- "$TMP/a" >"$TMP/want" 2>/dev/null || exit 1
ok "the profile becomes AutoFDO's" "$PMC" script -i "$TMP/a.data" --to autofdo -o "$TMP/a.txt"
ok "create_llvm_prof reads it" create_llvm_prof --binary="$TMP/a" --profiler=text \
	--profile="$TMP/a.txt" --out="$TMP/a.prof" --format=text
# 40 x 20,000 rounds; of the numbers below 20,000, 207 are multiples of 97.
all=800000 few=$((40 * 207))
is "$(awk '/^[a-z]/ { split($0, w, ":"); name = w[1]; print name, "calls", w[3] }
	/^ / && name == "pick" { print name, $1, $2 }' "$TMP/a.prof")" "main calls 0
pick calls $all
pick 1: $all
pick 2: $all
pick 3: $few
pick 4: $((all - few))
pick 5: $((all - few))
rare calls $few" "the counts of functions and lines, by arithmetic" || note "$(cat "$TMP/a.prof")"
ok "llvm-profdata takes it" llvm-profdata merge --sample --extbinary "$TMP/a.prof" -o "$TMP/a.ext"
ok "clang compiles by it" clang -O2 -g -fprofile-sample-use="$TMP/a.ext" -o "$TMP/b" "$TMP/a.c"
clang -O2 -g -fprofile-sample-use="$TMP/a.ext" -S -emit-llvm -o "$TMP/b.ll" "$TMP/a.c"
# LLVM writes its weights of branches as counts + 1.
like "$(cat "$TMP/b.ll")" "branch_weights\", i32 $((few + 1)), i32 $((all - few + 1))" \
	"and knows how often its branch is taken"
clang -O2 -o "$TMP/plain" "$TMP/a.c"
is "$("$TMP/b")" "$(cat "$TMP/want")" "the new program prints the same"
for program in plain b; do
	"$PMC" stat -x, -e instructions,branches-taken "$TMP/$program" >/dev/null 2>"$TMP/counts"
	note "$program: $(cut -d, -f1,3 "$TMP/counts" | paste -sd' ')"
done

# ---- Lua ----

[ -f "${LUA_SOURCE:-}/src/lua.c" ] || {
	skip "Lua is not compiled: LUA_SOURCE names no sources"
	finish
}
cat >"$TMP/work.lua" <<'END'
-- Tables, strings, closures, sorting, the compiler. Arguments: how much, and a seed.
local n, seed = tonumber(arg[1]), tonumber(arg[2])
local function random() seed = (seed * 1103515245 + 12345) % 2147483648; return seed end
local sum = 0
for round = 1, n do
  local t, words = {}, {}
  for i = 1, 3000 do t[i] = random() % 10007 end
  table.sort(t, function(a, b) return a < b end)
  for i = 1, 600 do words[i] = string.format("%x-%d", t[i], i) end
  for w in table.concat(words, " "):gmatch("[%x]+") do
    sum = (sum * 31 + #w + w:byte()) % 1000003
  end
  local double = setmetatable({}, { __index = function(_, k) return k * 2 end })
  for i = 1, 2000 do sum = (sum + double[i] + (t[i] & 255)) % 1000003 end
  sum = (sum + load("local a = ...; return (a * 3 + " .. round .. ") // 2")(sum)) % 1000003
end
print(sum)
END
# lua PROGRAM OPTION...: compiles the interpreter, of which luac.c is no part
mapfile -t sources < <(find "$LUA_SOURCE/src" -name '*.c' ! -name luac.c | sort)
lua() {
	local program=$1
	shift
	clang -std=gnu99 -DLUA_USE_POSIX -w -gdwarf-4 "$@" -o "$program" "${sources[@]}" -lm
}
ok "Lua is compiled" lua "$TMP/lua0" -O1 -fno-inline -fdebug-info-for-profiling
ok "and recorded" "$PMC" record -o "$TMP/lua.data" -- "$TMP/lua0" "$TMP/work.lua" 20 7
ok "the profile becomes AutoFDO's" "$PMC" script -i "$TMP/lua.data" --to autofdo -o "$TMP/lua.txt"
ok "create_llvm_prof reads it" create_llvm_prof --binary="$TMP/lua0" --profiler=text \
	--profile="$TMP/lua.txt" --out="$TMP/lua.prof" --format=text
llvm-profdata merge --sample --extbinary "$TMP/lua.prof" -o "$TMP/lua.ext"
ok "clang compiles Lua by it" lua "$TMP/lua2" -O2 -fprofile-sample-use="$TMP/lua.ext"
ok "and without it" lua "$TMP/lua1" -O2
for seed in 7 8 9; do
	printed=$("$TMP/lua1" "$TMP/work.lua" 10 $seed)
	like "$printed" '^[0-9]+$' "it prints a number, seed $seed"
	is "$("$TMP/lua2" "$TMP/work.lua" 10 $seed)" "$printed" "and so does the new one"
done
for ((i = 0; i < 11; i++)); do
	for program in lua1 lua2; do
		TIMEFORMAT=%U
		{ time "$TMP/$program" "$TMP/work.lua" 200 9 >/dev/null; } 2>>"$TMP/$program.times"
	done
done
for program in lua1 lua2; do
	times=$(sort -n "$TMP/$program.times" | sed -n '1p;6p' | paste -sd' ')
	note "$program: $times s in user mode, the best and the median of eleven"
done
finish
