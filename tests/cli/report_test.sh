#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: long=san parallel time=300
# pmc report: tables by every key, inclusive counts, callers and callees, formats, refusals.
. "$(dirname "$0")/../tap.sh"

profile=$BUILD/tests/cli/prog/profile
[ -x "$profile" ] || skip_all "tests/cli/prog/profile is not built"
p=$TMP/pmc.data

"$profile" "$p" <<'END'
exact
command ./prog one
process 100 prog
thread 100 0 prog
thread 101 0 worker
object anon [anon] 0
object file /no/such/libx.so.1
symbol 0 1000 100 main
symbol 0 2000 80 work
symbol 0 3000 40 leaf
symbol 0 4000 40 even
symbol 0 5000 40 odd
symbol 0 6000 40 tail
symbol 0 7000 40 leaf.cold
place 0 0 1000 4 0 1 0
place 0 0 1004 5 16 1 0
place 0 0 1009 2 4 10 9
place 0 0 1010 5 16 3 0
place 0 0 2000 4 1 100 0
place 1 0 2000 4 1 50 0
place 0 0 2004 5 16 200 0
place 0 0 3000 4 0 281 0
place 0 0 7000 4 0 20 0
place 0 0 4000 4 0 20 0
place 0 0 5000 4 0 30 0
place 0 0 6000 4 0 40 0
place 0 1 500 4 0 7 0
call 0 0 1004 0 2000 1
call 0 0 1010 0 3000 100
call 0 0 2004 0 3000 200
call 0 0 2004 0 4000 2
call 0 0 4000 0 5000 5
call 0 0 5000 0 4000 4
jump 0 0 3000 0 6000 4
jump 0 0 1009 0 1004 9
jump 0 0 3004 0 7010 2
jump 0 0 7018 0 3020 2
call 0 0 2000 - 0 77
note a process was killed
END

# rows FILE OPTIONS...: the rows, with single blanks
rows() { "$PMC" report -i "$@" 2>&1 | sed '/^#/d; s/^ *//' | tr -s ' '; }

out=$("$PMC" report -i "$p")
is $? 0 "a report"
like "$out" "^# exact profile of ./prog one, from $p: " "the heading says what the counts are worth"
like "$out" $'\n# counts are not time' "… that they are not time"
like "$out" $'\n# instructions:u: 763, in 1 process and 2 threads\n' "… and the total"
like "$out" $'\n# note: a process was killed\n' "… and the notes"
like "$out" $'\n# note: functions of libx.so.1 are unknown: ' "… and which object has no symbols"
is "$(rows "$p" | head -3)" "39.32% 300 prog [anon] work
36.83% 281 prog [anon] leaf
6.55% 50 worker [anon] work" "rows by thread name, object and function, the largest first"
is "$(rows "$p" | tail -1)" "0.92% 7 prog libx.so.1 [unknown]" "a function without a name"
is "$(rows "$p" -s dso)" "99.08% 756 [anon]
0.92% 7 libx.so.1" "perf's names of keys"
is "$(rows "$p" -s thread -e loads)" "66.67% 100 100:prog
33.33% 50 101:worker" "another event, without its modifier"
is "$(rows "$p" -s sym -e loads:u,calls:u | head -2)" "100.00% 150 98.04% 200 work
0.00% 0 1.96% 4 main" "two events"
is "$(rows "$p" -s sym,addr | head -1)" "36.83% 281 leaf 0x3000" "addresses"

# ---- Selections ----

is "$(rows "$p" -s sym --comm worker)" "6.55% 50 work" "--comm: percentages are of all"
like "$("$PMC" report -i "$p" --comm worker)" $'\n# shown is only: --comms worker\n' \
	"… and the heading says what is shown"
is "$(rows "$p" -s sym -S leaf,odd)" "36.83% 281 leaf
3.93% 30 odd" "-S"
is "$(rows "$p" -s sym -d libx.so.1)" "0.92% 7 [unknown]" "-d: a file name"
is "$(rows "$p" -s sym -d /no/such/libx.so.1)" "0.92% 7 [unknown]" "-d: a path"
is "$(rows "$p" -s tid --tid 101)" "6.55% 50 101:worker" "--tid"
is "$(rows "$p" -s pid --pid 100)" "100.00% 763 100:prog" "--pid"
out=$("$PMC" report -i "$p" --percent-limit 10)
like "$out" $'\n# 7 rows below 10 % left out; instructions:u: 182 \(23\.85%\)$' \
	"--percent-limit says what it leaves out"

# ---- Callers and callees ----

out=$(rows "$p" -s function -g)
has() { is "$(grep -cFx -- "$1" <<<"$out")" 1 "${2:-$1}"; }
has "82.18% 627 1 <- main" "a caller, with the number of calls"
has "29.75% 227 200 -> leaf" "a callee: two thirds of what it costs, by two thirds of the calls"
has "14.94% 114 100 <- main" "… and the caller with one third"
has "5.24% 40 4 <- leaf" "a jump to another function's beginning is a call"
has "2.62% 20 2 -> leaf.cold" "so is one into the function's cold part, but not the one back"
has "6.55% 50 2 -> even [cycle 1]" "a cycle as a whole, from outside"
has "- - 5 -> odd [cycle 1]" "inside of a cycle only calls are known"
has "- - 77 -> [targets that were not recorded]" "calls with unknown targets"
like "$("$PMC" report -i "$p" -g)" $'\n# estimated: ' "the heading says that they are estimated"
is "$(rows "$p" -s function --children | head -2)" "99.08% 1.97% 756 15 main
82.18% 45.87% 627 350 work" "--children: inclusive counts"
like "$(rows "$p" -s function --children)" '6.55% 0.00% 50 0 \[cycle 1 of 2 functions\]' \
	"… and those of the cycle"
is "$(rows "$p" -s function --children -S work)" "82.18% 45.87% 627 350 work" \
	"a filter does not change what it costs"

# ---- Functions without a name ----

"$profile" "$TMP/stripped" <<'END'
exact
process 1 p
thread 1 0 p
object file /no/such/prog
symbol 0 1000 100 main
symbol 0 3000 100 known
place 0 0 1000 4 16 7 0
place 0 0 1ff0 4 0 1 0
place 0 0 2000 4 0 20 0
place 0 0 2010 4 0 30 0
place 0 0 2100 4 0 400 0
place 0 0 3000 4 0 5000 0
place 0 0 3200 4 0 60000 0
call 0 0 1000 0 2000 1
call 0 0 1000 0 2100 2
call 0 0 2100 0 2000 3
END
is "$(rows "$TMP/stripped" -s sym | cut -d' ' -f2-)" "60,001 [unknown]
5,000 known
400 0x2100
50 0x2000
7 main" "calls tell functions without a name apart, up to the next symbol"
like "$(rows "$TMP/stripped" -s sym -g)" '38 3 <- 0x2100' "… who call each other"

# ---- Samples ----

"$profile" "$TMP/s" <<'END'
event cpu-clock 250000 10
process 1 a
thread 1 0 a
object anon [anon] 0
symbol 0 1000 100 f
symbol 0 2000 100 g
count 0 0 1000 0 2250000
count 0 0 2000 0 250000
stack 0 0 2250000 0:1000 0:2010 0:1005 0:2020
stack 0 0 250000 0:2000
END
out=$("$PMC" report -i "$TMP/s" -s sym -n)
like "$out" '^# sampled profile, from .*± is one standard deviation' "samples: the heading"
unlike "$out" 'not time' "a clock counts time"
like "$out" $'\n# cpu-clock: 2,500,000 from 10 samples, one for each 250,000, ' "… how many"
is "$(rows "$TMP/s" -s sym -n)" "90.00% 30.00 2,250,000 9 f
10.00% 10.00 250,000 1 g" "9 samples vary by 3, 1 by 1"
is "$(rows "$TMP/s" -s sym --children | cut -d' ' -f1,4-)" "100.00% 2,500,000 250,000 g
90.00% 2,250,000 2,250,000 f" "stacks: a function counts once, however often it is on a stack"

# A program that makes code has many mappings of it, and all look alike.
"$profile" "$TMP/made" <<'END'
exact
process 1 a
thread 1 0 a
object anon [anon] 0
object anon [anon] 0
object file /no/such/a
object anon [anon] 0
symbol 3 3000 10 named
place 0 0 1000 4 0 5 0
place 0 1 2000 4 0 7 0
place 0 2 1000 4 0 20 0
place 0 3 3000 4 0 8 0
place 0 3 4000 4 0 10 0
END
is "$(rows "$TMP/made" -s dso,sym)" "44.00% 22 [anon] [unknown]
40.00% 20 a [unknown]
16.00% 8 [anon] named" "what is unknown in objects of one name is one row"
is "$("$PMC" report -i "$TMP/made" 2>&1 | grep -c 'functions of \[anon\] are unknown')" 1 \
	"… and one note"

# ---- Formats ----

is "$("$PMC" report -i "$p" -t, -s dso,sym | grep -v '^#' | head -1)" "45.87%,350,[anon],work" "-t"
is "$("$PMC" report -i "$p" -t'\t' -s sym | sed -n 's/^# percent/percent/p')" \
	$'percent\tinstructions:u\tfunction' "-t: the heading has the columns"
"$profile" "$TMP/odd" <<END
exact
command $(printf 'a\033[2Jb')
process 1 $(printf '\033]0;x\007')
thread 1 0 $(printf '\302\2331m"x')
object anon [anon] 0
symbol 0 1000 10 operator,$(printf '\033[31m')<"int">
place 0 0 1000 1 0 1 0
END
out=$("$PMC" report -i "$TMP/odd" -g; "$PMC" report -i "$TMP/odd" -t,)
is "$(LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f]\\|\xc2[\x80-\x9f]' <<<"$out")" 0 \
	"names in a profile do not steer the terminal"
if command -v python3 >/dev/null; then
	ok "random profiles: the sums of every report and comparison" python3 \
		tests/cli/report_check.py "$PMC" "$profile" "$TMP"
else
	skip "python3 is not here"
fi

# ---- Refusals ----

# refused SENTENCE OPTIONS...
refused() {
	local want=$1 out
	shift
	out=$("$PMC" report "$@" 2>&1)
	is "$? $(wc -l <<<"$out")" "125 1" "refused with one sentence: pmc report ${*//$TMP\//}"
	like "$out" "^pmc: $want" "… $want"
}
refused "there is no pmc.data here; 'pmc record -- COMMAND' writes it" -s sym
refused "cannot read $TMP/none|.*$TMP/none" -i "$TMP/none"
echo hello >"$TMP/text"
refused ".*text" -i "$TMP/text"
echo '{"pmc_result": 1, "backend": "perf", "events": [{"event": "x", "counts": [1]}]}' >"$TMP/r"
refused ".*'pmc compare' compares such files" -i "$TMP/r"
refused "--sort funtion: 'funtion' is no key; did you mean 'function'\? the keys are" -s funtion
echo 'main;work 5' >"$TMP/stacks"
refused "--sort address: collapsed stacks name functions, and have no addresses" \
	-i "$TMP/stacks" -s address
refused "--symbols wrk: the profile has no such function; did you mean 'work'\?" -i "$p" -S work,wrk
refused "--dsos libz: the profile has no such object" -i "$p" -d libz
refused "--comms x: the profile has no such thread" -i "$p" -c x
refused "--tid 7: the profile has no such thread" -i "$p" --tid 7
refused "-e foo: the profile has no such event; it has instructions:u, " -i "$p" -e foo
refused "--percent-limit x: expects a percentage" --percent-limit x
refused "--children and -g are about functions" -g -s dso
refused "--children and -g are about whole functions" -g -s sym,line
refused "-t and -j: a report has one format" -t, -j
refused "--tui: " --tui -i "$p"
refused "x: 'pmc report' takes no arguments" x
cd "$TMP" && is "$("$PMC" report -s sym | head -1)" \
	"# exact profile of ./prog one, from pmc.data: every execution was counted" \
	"without -i it is pmc.data"
ok "a full disk" sh -c '! "$0" report >/dev/full 2>&1' "$PMC"
finish
