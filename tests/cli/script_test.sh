#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc script: the sums of every format are those of the profile, in the programs that read it (perf,
# go, callgrind_annotate) as far as they are installed, and files of perf and callgrind give the
# sums that these tools print of them. The exact profile is written by profile_write.py from
# docs/profile.md alone; the numbers below follow from its table.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

script() { "$PMC" script -i "$TMP/a.data" "$@"; }
total=9007 # 2 x (1000 + 1000 + 750 + 750 + 1000) + 7

cat >"$TMP/a.c" <<'END'
int step(int n) { return n * 3 + 1; }
int rest(int n) { return n * 5; }
int main(int c, char **v)
{
	int s = 0;
	for (int i = 0; i < 2000000; i++)
		s += step(i) ^ rest(s);
	return s == c;
}
END
gcc -g -O0 -o "$TMP/a" "$TMP/a.c" || exit 1
step=$(nm "$TMP/a" | awk '$3 == "step" { print $1 }')
rest=$(nm "$TMP/a" | awk '$3 == "rest" { print $1 }')
tests/cli/profile_write.py "$TMP/a.data" "$TMP/a" "$step" "$rest" || exit 1
hex() { printf '%x' "$((0x$1 + $2))"; }

# ---- Text ----

ok "a profile that was written by the documentation is read" script -o "$TMP/text"
is "$(awk -F'\t' '$1 == "event" { print $3, $5 }' "$TMP/text" |
	grep -E 'instr|^branches:|taken|loads')" \
	"instructions:u $total
branches:u 5500
branches-conditional-taken:u 500
branches-not-taken:u 1500
branches-taken:u 4000
loads:u 2007" "each event has its total"
is "$(awk -F'\t' '$1 == "event" { n++; want[n] = $5 }
	$1 == "place" { for (i = 1; i <= n; i++) sum[i] += $(4 + i) }
	END { for (i = 1; i <= n; i++) bad += sum[i] != want[i]; print n, bad + 0 }' "$TMP/text")" \
	"18 0" "the places add up to it"
is "$(awk -F'\t' '$1 == "place" && $(NF - 3) == "step+0x2"' "$TMP/text" | wc -l)" 1 \
	"a place has its function and the distance from its beginning"
is "$(grep -P "^place\t0\t0x$(hex "$step" 2)\t0\t" "$TMP/text" | cut -f5,23-)" \
	"1000	step+0x2	2	b	250" \
	"its length, what it is, and how often it was taken"
is "$(grep '^edge' "$TMP/text" | cut -f2-8 | sort)" "$(sort <<END
call	0	0x$(hex "$rest" 4)	0	0x$(hex "$step" 0)	0	750
call	0	0x$(hex "$step" 4)	0	0x$(hex "$rest" 0)	0	750
jump	0	0x$(hex "$rest" 2)	0	0x$(hex "$rest" 10)	0	250
jump	0	0x$(hex "$step" 2)	0	0x$(hex "$step" 10)	0	250
END
)" "branches, whose counts are those of their instructions"
is "$(script -e loads,branches | awk -F'\t' '$1 == "event" { print $3 }' | paste -sd' ')" \
	"loads:u branches:u" "-e chooses events"

# ---- Formats that other programs read ----

if command -v perf >/dev/null; then
	script --to perf -o "$TMP/a.perf"
	reported=$(perf report -i "$TMP/a.perf" --stdio 2>&1)
	like "$reported" "of event 'instructions:u'.*Event count \(approx\.\): $total" \
		"perf report: the total"
	prog=' 49.96% +prog +a +\[\.\]'
	like "$reported" "$prog rest.*$prog step.* 0.08% +worker" \
		"perf report: by thread and function"
	is "$(perf script -i "$TMP/a.perf" -F tid,ip,sym,period 2>&1 |
		awk '{ sum[$1 " " $4] += $2 } END { for (k in sum) print k, sum[k] }' | sort)" \
		"100 rest 4500
100 step 4500
101 step 7" "perf script: by thread and function"
	like "$(perf annotate -i "$TMP/a.perf" --stdio -s step 2>/dev/null)" \
		'22.34 +: +[0-9a-f]+: +push +%rbp|22.34.*push' "perf annotate: by instruction"
	script --to perf -e instructions,loads,stores -o "$TMP/b.perf"
	is "$(perf script -i "$TMP/b.perf" -F event,period 2>&1 |
		awk '{ sum[$2] += $1 } END { for (k in sum) print k, sum[k] }' | sort)" \
		"instructions:u: $total
loads:u: 2007
stores:u: 1500" "perf script: several events"
	is "$("$PMC" script -i "$TMP/b.perf" | awk -F'\t' '$1 == "event" { print $3, $5 }')" \
		"instructions:u $total
loads:u 2007
stores:u 1500" "and pmc reads it again"
else
	skip "perf is not installed" 6
fi

script --to callgrind -o "$TMP/callgrind.out"
if command -v callgrind_annotate >/dev/null; then
	annotated=$(callgrind_annotate --threshold=100 "$TMP/callgrind.out" 2>&1 | tr -d ,)
	like "$annotated" "$total \(100.0%\) +5500 .*PROGRAM TOTALS" \
		"callgrind_annotate: the totals"
	like "$annotated" "4507 \(50.04%\).*a.c:step" "a function with its file"
	is "$(grep -ciE 'warning|error' <<<"$annotated")" 0 "without a warning"
else
	skip "callgrind_annotate is not installed" 3
fi
is "$("$PMC" script -i "$TMP/callgrind.out" |
	awk -F'\t' '$1 == "event" && $3 ~ /^(instr|loads)/ { print $3, $5 }')" \
	"instructions_u $total
loads_u 2007" "and pmc reads it again"
printf '%s\n' 'positions: instr line' 'events: Ir' 'ob=/none' 'fl=x.c' 'fn=first' '0x10 1 5' \
	'jump=5 0x20 9' '0x10 1' 'fn=last' '0x20 9 3' '0x21 9 3' >"$TMP/tail.out"
is "$("$PMC" report -i "$TMP/tail.out" -q -t, --sort function | cut -d, -f2-)" "6,last
5,first" "a jump to another function's beginning does not name it"
like "$("$PMC" report -i "$TMP/callgrind.out" -e instructions_u,branches_u)" \
	"^# exact profile .*: every execution was counted" "and knows that it is exact"
sed 's/^desc: exact: instructions_u/desc: modelled:/' "$TMP/callgrind.out" >"$TMP/modelled.out"
like "$("$PMC" report -i "$TMP/modelled.out" -e branches_u)" "^# modelled profile" \
	"… or modelled"
like "$("$PMC" report -i "$TMP/modelled.out" -e instructions_u)" \
	"^# estimated profile .*: how exact the counts are is unknown" \
	"… and what nothing is known of"

script --to pprof -o "$TMP/a.pb.gz"
if ok "pprof: the file is gzip's" gzip -t "$TMP/a.pb.gz" && command -v go >/dev/null; then
	like "$(HOME=$TMP go tool pprof -top -sample_index=instructions:u "$TMP/a.pb.gz" 2>&1)" \
		"of $total total.*4507 50.04%.*step.*4500 49.96%.*rest" \
		"go tool pprof: the total and both functions"
	like "$(HOME=$TMP go tool pprof -top -sample_index=stores:u "$TMP/a.pb.gz" 2>&1)" \
		"of 1500 total" "and another event"
else
	skip "go is not installed" 2
fi

# The words of a command, which are quoted again when they are read; what is none is one word.
reread() {
	printf '%s\n' exact "command $1" "process 1 p" "thread 1 0 p" "object anon [anon]" \
		"place 0 0 1000 4 0 5 0" | "$BUILD/tests/cli/prog/profile" "$TMP/quoted"
	"$PMC" script -i "$TMP/quoted" --to perf -o "$TMP/quoted.perf"
	"$PMC" report -i "$TMP/quoted.perf" |
		sed -n '1s/^# sampled profile of \(.*\), from .*: .*/\1/p'
}
for words in "a 'b c'" "a '' 'it'\\''s'" "a  \\b|a b" "a 'b|'a '\\''b'"; do
	is "$(reread "${words%|*}")" "${words#*|}" "perf.data: the words of ${words%|*}"
done

is "$(script --to collapsed)" "prog;step 4507
prog;rest 4500" "collapsed: functions in their process, and no callers that are not known"
is "$(script --to collapsed -o -)" "$(script --to collapsed)" "-o -: standard output"
is "$(script --to collapsed -e stores | "$PMC" script -i /dev/stdin -e samples |
	awk -F'\t' '$1 == "event" { print $5 }')" 1500 "and pmc reads them again"
is "$(script --to speedscope | python3 -c '
import json, sys
d = json.load(sys.stdin)
p = d["profiles"][0]
names = [f["name"] for f in d["shared"]["frames"]]
assert p["type"] == "sampled" and p["startValue"] == 0 and len(p["samples"]) == len(p["weights"])
stacks = [[names[i] for i in s] for s in p["samples"]]
print(p["name"], p["endValue"], sum(p["weights"]), stacks)')" \
	"instructions:u $total $total [['prog', 'step'], ['prog', 'rest']]" \
	"speedscope: JSON with the same sums"

# ---- Code layout ----

is "$(script --to bolt | sort)" "$(sort <<END
B $(hex "$step" 2) $(hex "$step" 10) 250 0
B $(hex "$step" 4) $(hex "$rest" 0) 750 0
B $(hex "$rest" 2) $(hex "$rest" 10) 250 0
B $(hex "$rest" 4) $(hex "$step" 0) 750 0
F $(hex "$step" 0) $(hex "$step" 2) 1000
F $(hex "$step" 2) $(hex "$step" 4) 750
F $(hex "$step" 9) $(hex "$step" 10) 750
F $(hex "$rest" 2) $(hex "$rest" 4) 750
F $(hex "$rest" 9) $(hex "$rest" 10) 750
END
)" "bolt: branches, and what is executed between them"
is "$(script --to autofdo)" "7
$(hex "$step" 0)-$(hex "$step" 0):1007
$(hex "$step" 2)-$(hex "$step" 2):1000
$(hex "$step" 4)-$(hex "$step" 9):750
$(hex "$step" 10)-$(hex "$step" 10):1000
$(hex "$rest" 0)-$(hex "$rest" 2):1000
$(hex "$rest" 4)-$(hex "$rest" 9):750
$(hex "$rest" 10)-$(hex "$rest" 10):1000
0
4
$(hex "$step" 2)->$(hex "$step" 10):250
$(hex "$step" 4)->$(hex "$rest" 0):750
$(hex "$rest" 2)->$(hex "$rest" 10):250
$(hex "$rest" 4)->$(hex "$step" 0):750" "autofdo: the same as ranges and branches"

# ---- Files of other tools ----

# Sums by thread, event, object and offset in a page, as perf prints them and as pmc does.
perf_sums() {
	perf script -i "$1" -F tid,event,period,ip,dso -G 2>"$TMP/perf.err" |
		sed -nE 's/^ *(-?[0-9]+) +([0-9]+) +([^ ]+): +(.*)$/\1 \3 \2 \4/p' |
		sed -nE 's/^(.*) ([0-9]+) [0-9a-f]*(...) \((.*)\)$/\1 \3 \2 \4/p' |
		sed -E 's/ \[kernel[^ ]*$/ [kernel]/; s/ \[unknown\]$/ -/; s,//anon$,[anon],' |
		awk '{ sum[$1 " " $2 " " $3 " " $5] += $4 }
			END { for (k in sum) print k, sum[k] }' | sort
}
pmc_sums() {
	"$PMC" script -i "$1" | awk -F'\t' '
		$1 == "event" { name[++n] = $3 }
		$1 == "thread" { tid[$2] = $3 }
		$1 == "object" { path[$2] = $3 }
		$1 == "place" {
			offset = substr("00" substr($3, 3), length($3) - 2)
			for (i = 1; i <= n; i++)
				if ($(4 + i))
					sum[tid[$4] " " name[i] " " offset " " path[$2]] += $(4 + i)
		}
		END { for (k in sum) print k, sum[k] }' | sort
}
if perf record -q -e cpu-clock:u,page-faults -c 50000 -g -o "$TMP/p.data" -- "$TMP/a" \
	2>/dev/null; then
	perf_sums "$TMP/p.data" >"$TMP/want"
	ok "perf samples here" test -s "$TMP/want"
	is "$(pmc_sums "$TMP/p.data" | diff - "$TMP/want")" "" \
		"perf.data: the sums are perf script's"
	"$PMC" script -i "$TMP/p.data" >"$TMP/p.text"
	is "$(awk -F'\t' '$1 == "stack" { n += $3 } END { print n }' "$TMP/p.text")" \
		"$(awk -F'\t' '$1 == "event" { print $5; exit }' "$TMP/p.text")" \
		"each sample has its call chain"
	perf record -q -e page-faults -c 1 -o - -- sh -c 'ls >&2; ls | cat >&2' \
		>"$TMP/pipe.data" 2>/dev/null
	perf_sums "$TMP/pipe.data" >"$TMP/want"
	is "$(pmc_sums "$TMP/pipe.data" | diff - "$TMP/want")" "" \
		"what perf writes to a pipe, with children" ||
		note "of $(stat -c %s "$TMP/pipe.data") bytes; perf says: $(cat "$TMP/perf.err")"
	head -c $(($(stat -c %s "$TMP/p.data") / 2)) "$TMP/p.data" >"$TMP/half.data"
	like "$("$PMC" script -i "$TMP/half.data")" 'note	-1	the file ends early' \
		"half of a perf.data is read, with a note"
else
	skip "perf cannot record here" 5
fi
if command -v valgrind >/dev/null && valgrind -q --tool=callgrind --dump-instr=yes \
	--cache-sim=yes --callgrind-out-file="$TMP/v.out" true 2>/dev/null; then
	is "$("$PMC" script -i "$TMP/v.out" |
		awk -F'\t' '$1 == "event" { print $5 }' | paste -sd' ')" \
		"$(sed -n 's/^totals: //p' "$TMP/v.out")" "callgrind.out: the sums are callgrind's"
else
	skip "valgrind is not installed" 1
fi

# ---- What is refused ----

refused() { # NAME REGEX OPTION...
	local name=$1 regex=$2 out rc
	shift 2
	out=$("$PMC" script "$@" 2>&1)
	rc=$?
	is "$rc" 125 "$name: status 125"
	like "$out" "^pmc: $regex" "$name: says why"
}
refused "an unknown format" "--to flame: no such format; .*formats are text\|perf" --to flame
refused "a format by half" "--to pref: no such format; did you mean 'perf'\?" --to pref
refused "a word" "x: 'pmc script' takes no arguments; -i names the profile" x
refused "a missing file" "cannot read $TMP/none: No such file" -i "$TMP/none"
refused "no profile" "$TMP/a.c: this is not a profile" -i "$TMP/a.c"
refused "two events where there is room for one" "-e: --to collapsed has room for one event" \
	-i "$TMP/a.data" --to collapsed -e loads,stores
refused "events where there are none" "-e: --to bolt takes no events" -i "$TMP/a.data" \
	--to bolt -e loads
refused "an unknown event" ".*cycles" -i "$TMP/a.data" -e cycles
refused "a profile without executions" ".*does not say how often instructions were executed" \
	-i "$TMP/callgrind.out" --to bolt
{
	echo first
	"$PMC" script -i "$TMP/a.data" -o /dev/stdout
	"$PMC" script -i "$TMP/a.data" -o /dev/fd/1
	echo last
} >"$TMP/between"
is "$(wc -l <"$TMP/between") $(head -n 1 "$TMP/between") $(tail -n 1 "$TMP/between")" \
	"$((2 * $("$PMC" script -i "$TMP/a.data" | wc -l) + 2)) first last" \
	"a descriptor of a file that others write to, too"
(umask 0 && echo old >"$TMP/private" && chmod 600 "$TMP/private" &&
	"$PMC" script -i "$TMP/a.data" -o "$TMP/private")
is "$(stat -c %a "$TMP/private") $(head -c 7 "$TMP/private")" "600 profile" \
	"a file that is written again keeps its rights"
refused "a full disk" "cannot write /dev/full: No space left" -i "$TMP/a.data" -o /dev/full
full() {
	"$PMC" script -i "$TMP/a.data" "$@" 2>&1 >/dev/full
	echo "status $?"
}
for to in "" "--to callgrind" "--to perf"; do
	is "$(full $to)" "pmc: standard output could not be written: No space left on device
status 125" "a full disk behind standard output ${to:-as it is}: says why, once"
done
echo kept >"$TMP/kept"
refused "a file that there is already" ".*does not say how often" -i "$TMP/callgrind.out" \
	--to bolt -o "$TMP/kept"
is "$(cat "$TMP/kept"; echo "$TMP"/kept*)" "kept
$TMP/kept" "it stays as it was, and nothing is left beside it"
mkdir "$TMP/stopped"
awk 'BEGIN { for (i = 0; i < 300000; i++) print "main;f" i " 1" }' >"$TMP/many"
"$PMC" script -i "$TMP/many" -o "$TMP/stopped/file" &
until [ -n "$(ls "$TMP/stopped")" ]; do kill -0 $! 2>/dev/null || break; done
kill $! 2>/dev/null
wait $!
# The signal may also have come too late.
like "$? $(ls "$TMP/stopped")" '^(143 |0 file)$' "a signal ends it, and nothing is left of the file"
refused "a missing folder" "cannot write $TMP/no/x: No such file" -i "$TMP/a.data" -o "$TMP/no/x"
finish
