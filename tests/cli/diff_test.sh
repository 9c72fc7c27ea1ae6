#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# pmc diff: what changed between two profiles, which objects and functions match, noise, gates.
. "$(dirname "$0")/../tap.sh"

profile=$BUILD/tests/cli/prog/profile
[ -x "$profile" ] || skip_all "tests/cli/prog/profile is not built"
a=$TMP/a b=$TMP/b

# exact FILE LINES: an exact profile with these lines
exact() {
	printf '%s\n' exact "command ./prog" "process 1 prog" "thread 1 0 prog" "$2" |
		"$profile" "$1"
}
# rows A B OPTIONS...: the rows, with single blanks
rows() { "$PMC" diff "$@" 2>&1 | sed '/^#/d; s/^ *//' | tr -s ' '; }

exact "$a" "object anon [anon] 0
symbol 0 1000 100 main
symbol 0 2000 80 work
symbol 0 3000 80 same
symbol 0 4000 80 gone
symbol 0 5000 80 foo<int>(char,<space>long)
place 0 0 1000 4 1 100 0
place 0 0 2000 4 0 1000 0
place 0 0 2004 4 0 1000 0
place 0 0 3000 4 0 7 0
place 0 0 4000 4 0 50 0
place 0 0 5000 4 0 10 0"
# Another build: other addresses.
exact "$b" "object anon [anon] 0
symbol 0 1100 100 main
symbol 0 2200 80 work
symbol 0 3300 80 same
symbol 0 5500 80 foo<int>(char,<space>long)
symbol 0 6600 80 fresh
place 0 0 1100 4 1 99 0
place 0 0 2200 4 0 1200 0
place 0 0 2204 4 0 1000 0
place 0 0 3300 4 0 7 0
place 0 0 5500 4 0 11 0
place 0 0 6600 4 0 20 0"

out=$("$PMC" diff "$a" "$b")
is $? 0 "two profiles"
like "$out" "^# before: exact profile of ./prog, from $a" "the heading: before"
like "$out" $'\n'"# after: exact profile of ./prog, from $b" "… and after"
like "$out" $'\n# counts are not time' "… that counts are not time"
like "$out" $'\n# instructions:u: 2,167 before, 2,337 after: \+170, \+7\.84%\n' "… and the total"
is "$(rows "$a" "$b" -s function)" "2,000 2,200 +200 +10.00% work
50 0 -50 -100.00% gone
0 20 +20 from 0 fresh
100 99 -1 -1.00% main
10 11 +1 +10.00% foo<int>(char,<space>long)" "functions by name, the largest differences first"
like "$out" $'\n# 1 row did not change; -a shows' "what did not change is left out"
is "$(rows "$a" "$b" -s function -a | tail -1)" "7 7 0 0.00% same" "-a shows it"
is "$(rows "$a" "$b" -s address | head -1)" "1,000 1,200 +200 +20.00% +0x0 work" \
	"instructions by their offset in the function"
is "$(rows "$a" "$b" -S work -s function)" "2,000 2,200 +200 +10.00% work" "a filter"
is "$(rows "$a" "$b" -S fresh -s function)" "0 20 +20 from 0 fresh" \
	"… of what only one of them has"
is "$(rows "$a" "$b" -e loads -s function)" "100 99 -1 -1.00% main" "another event"
is "$("$PMC" diff "$a" "$b" -t, -s sym -e instructions,loads | grep -v '^#')" "\
2000,2200,+200,+10.00%,,0,0,0,,,work
50,0,-50,-100.00%,,0,0,0,,,gone
0,20,+20,from 0,,0,0,0,,,fresh
100,99,-1,-1.00%,,100,99,-1,-1.00%,,main
10,11,+1,+10.00%,,0,0,0,,,\"foo<int>(char,<space>long)\"" "-t"
is "$(rows "$a" "$a")" "" "a profile and itself: nothing changed"
cp "$b" "$TMP/pmc.data"
is "$(cd "$TMP" && "$PMC" diff a | tail -n +3)" "$("$PMC" diff "$a" "$b" | tail -n +3)" \
	"a single profile is compared with pmc.data"

# ---- Objects ----

lib() { printf 'object file %s\n' "$2" "object file /no/other"; printf 'symbol 0 100 40 f
place 0 0 100 4 0 %s 0\n' "$1"; }
exact "$a" "$(lib 10 /no/such/libx.so)"
exact "$b" "$(lib 12 /elsewhere/libx.so)"
is "$(rows "$a" "$b")" "10 12 +2 +20.00% libx.so f" "objects of the same file name are the same"
exact "$a" "$(lib 10 '/no/prog.old 0123456789abcdef')"
exact "$b" "$(lib 12 '/no/prog.new 0123456789abcdef')"
is "$(rows "$a" "$b")" "10 12 +2 +20.00% prog.old f" "… and of the same build-id"
exact "$b" "$(lib 12 '/no/prog.new 1123456789abcdef')"
is "$(rows "$a" "$b")" "0 12 +12 from 0 prog.new f
10 0 -10 -100.00% prog.old f" "… others are not"
is "$(rows "$a" "$b" -s function)" "10 12 +2 +20.00% f" "… unless only functions matter"

# ---- Functions without a name ----

# stripped BUILD-ID CALLS COUNT COUNT: a program and a library without symbols
stripped() {
	printf '%s\n' "object file /no/prog $1" "object file /no/libx.so abcdefabcdef" \
		"place 0 0 1000 4 16 7 0" "place 0 0 2000 4 0 $3 0" "place 0 0 2104 4 0 $4 0" \
		"place 0 1 2000 4 0 $4 0" "place 0 0 3000 4 0 1 0" "call 0 0 1000 1 2000 1"
	for address in $2; do
		echo "call 0 0 1000 0 $address 1"
	done
}
id=0123456789abcdef
exact "$a" "$(stripped $id '1000 2000' 20 400)"
exact "$b" "$(stripped $id '2100 3000' 20 410)"
is "$(rows "$a" "$b" -a)" "400 410 +10 +2.50% prog 0x2100
400 410 +10 +2.50% libx.so 0x2000
20 20 0 0.00% prog 0x2000
7 7 0 0.00% prog 0x1000
1 1 0 0.00% prog 0x3000" "the calls of both tell functions of the same build apart"
is "$(rows "$a" "$b" -a -s function | head -3)" "400 410 +10 +2.50% 0x2100
400 410 +10 +2.50% 0x2000
20 20 0 0.00% 0x2000" "an address is another function in another object"
is "$(rows "$a" "$b" -s address)" "400 410 +10 +2.50% +0x4 0x2100
400 410 +10 +2.50% +0x0 0x2000" "instructions in them"
"$PMC" diff "$a" "$b" --fail-if '0x2100 > +1%' >"$TMP/o" 2>"$TMP/said"
is "$? $(cat "$TMP/said")" "1 pmc: --fail-if '0x2100 > +1%': 0x2100 went from 400 to 410: +10, \
+2.50 %" "a condition on one"
exact "$b" "$(stripped 1123456789abcdef '2100 3000' 20 410)"
is "$(rows "$a" "$b")" "428 438 +10 +2.34% prog [unknown]
400 410 +10 +2.50% libx.so 0x2000" "in another build their addresses say nothing"

# ---- Noise ----

# sampled FILE F G: 1,000 events for each sample
sampled() {
	printf '%s\n' "event cycles 1000 $(($2 + $3))" "process 1 prog" "thread 1 0 prog" \
		"object anon [anon] 0" "symbol 0 1000 100 f" "symbol 0 2000 100 g" \
		"count 0 0 1000 0 ${2}000" "count 0 0 2000 0 ${3}000" | "$profile" "$1"
}
sampled "$a" 100 1000
sampled "$b" 130 1200
out=$("$PMC" diff "$a" "$b" -s function)
like "$out" $'\n# ~ noise: ' "sampled profiles: the mark is explained"
is "$(rows "$a" "$b" -s function)" "1,000,000 1,200,000 +200,000 +20.00% g
100,000 130,000 +30,000 +30.00% ~ f" \
	"+30 samples of 230 are noise (2.576 * 15.2 = 39), +200 of 2200 are not (121)"
"$PMC" diff "$a" "$b" --fail-if 'f > +5%' >"$TMP/o" 2>"$TMP/said"
is "$? $(cat "$TMP/said")" "1 pmc: --fail-if 'f > +5%': f went from 100,000 to 130,000: +30,000, \
+30.00 % (sampled), within noise" "a condition on noise says so"
is "$("$PMC" diff "$a" "$b" -s sym -j | grep -o '"noise": [a-z]*' | tr '\n' ' ')" \
	'"noise": false "noise": false "noise": true ' "JSON: the total, g, f"

# ---- Gates ----

exact "$a" "object anon [anon] 0
symbol 0 1000 100 f
symbol 0 2000 100 operator<(a,b)
place 0 0 1000 4 1 100 0
place 0 0 2000 4 1 100 0"
exact "$b" "object anon [anon] 0
symbol 0 1000 100 f
symbol 0 2000 100 operator<(a,b)
place 0 0 1000 4 1 101 0
place 0 0 2000 4 1 100 0"
# gate STATUS CONDITION [SENTENCE]
gate() {
	"$PMC" diff "$a" "$b" --fail-if "$2" >"$TMP/o" 2>"$TMP/said"
	is "$? $(cat "$TMP/said")" "$1 ${3:+pmc: --fail-if '$2'$3}" "--fail-if '$2'"
}
gate 1 'f > +0' ": f went from 100 to 101: +1, +1.00 %"
gate 0 'f > +1%'
gate 1 'f >= +1%' ": f went from 100 to 101: +1, +1.00 %"
gate 1 'instructions:u > 200' ": instructions:u is 201"
gate 1 'loads:u > +0' ": loads:u went from 200 to 201: +1, +0.50 %"
gate 0 'operator< > +0'
gate 1 'operator<(a,b) >= 100' ": operator<(a,b) is 100"
gate 125 'g > +0' ": the profiles have neither an event nor a function 'g'"
gate 125 'f' ": it has no operator; write an event, an operator (> < >= <=) and a number, as in \
'instructions:u > +1%' (in percent), '> +1000' (difference) or '> 20000' (count)"

# ---- Refusals ----

# refused SENTENCE ARGUMENTS...
refused() {
	local want=$1 out
	shift
	out=$("$PMC" "$@" 2>&1)
	is "$? $(wc -l <<<"$out")" "125 1" "refused with one sentence: pmc ${*//$TMP\//}"
	like "$out" "^pmc: $want" "… $want"
}
sampled "$b" 1 2
refused "$b: has no event instructions:u, which $a has" diff "$a" "$b"
printf '%s\n' "event instructions:u 1000 5" "process 1 p" "thread 1 0 p" "object anon [anon] 0" \
	"count 0 0 1000 0 5000" | "$profile" "$b"
refused "instructions:u of $a is exact and that of $b is sampled.*--force compares" diff "$a" "$b"
status 0 "--force" "$PMC" diff "$a" "$b" --force
refused "expects two profiles" diff
refused "--symbols nothing: neither profile has that function" diff "$a" "$a" -S nothing \
	--fail-if 'instructions:u > +1%'
exact "$a" "object anon [anon] 0
object file /lib/lib.so
symbol 0 1000 100 main
symbol 0 2000 80 work
symbol 1 1000 80 help
place 0 0 1000 4 1 100 0
place 0 0 2000 4 0 1000 0
place 0 1 1000 4 0 10 0"
refused "--symbols wrk: neither profile has that function; did you mean 'work'" diff "$a" "$a" \
	-S main,wrk --fail-if 'instructions:u > +1%'
refused "--dsos lib.so.1: neither profile has that object; did you mean 'lib.so'" diff "$a" "$a" \
	-d '[anon],lib.so.1'
refused "--comms progs: neither profile has that thread; did you mean 'prog'" diff "$a" "$a" \
	-c prog,progs
refused "-c, -d, -S: neither profile has counts of what these" diff "$a" "$a" -d lib.so -S main
mkdir "$TMP/empty"
is "$(cd "$TMP/empty" && "$PMC" diff "$a" 2>&1)" \
	"pmc: there is no pmc.data here; 'pmc record -- COMMAND' writes it" "a missing pmc.data"
echo 'main;work 5' >"$TMP/stacks"
refused "--sort address: collapsed stacks name functions, and have no addresses" \
	diff -s function,address "$TMP/stacks" "$TMP/stacks"
refused "--sort pid: two profiles have no pid in common" diff -s pid "$a" "$b"
echo '{"pmc_result": 1, "backend": "perf", "events": [{"event": "x", "counts": [1]}]}' >"$TMP/r"
refused "$TMP/r: .*'pmc compare' compares such files" diff "$a" "$TMP/r"
refused "$a: a profile; 'pmc diff' compares profiles" compare "$a" "$TMP/r"
finish
