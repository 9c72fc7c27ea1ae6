#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# pmc summary with the emulated backend: every metric is the quotient of counts that pmc stat prints
# for the same program; runs, formats, exit statuses, bad input.
. "$(dirname "$0")/../tap.sh"

# flat TEXT: prints its lines as one, with single blanks
flat() { tr -s '\n ' '  ' <<<"$1"; }
summary=("$PMC" summary --backend emulated --deterministic)
program=(seq -f %.3f 1 4000)
events=instructions,branches,branches-taken,branches-conditional,branches-conditional-taken
events+=,branches-indirect,calls,returns,loads,stores,syscalls

"$PMC" stat --backend emulated --deterministic -x, -e $events -- "${program[@]}" >"$TMP/stdout" \
	2>"$TMP/stat"
# n EVENT: prints its count
n() { awk -F, -v e="$1" '{ sub(/:u$/, "", $3) } $3 == e { print $1 }' "$TMP/stat"; }
"${summary[@]}" -x, -- "${program[@]}" 2>"$TMP/csv" >"$TMP/stdout"
is $? 0 "the command's exit status"
is "$(cat "$TMP/stdout")" "$("${program[@]}")" "its output"
# metric NAME: prints the value that -x printed
metric() { awk -F, -v m="$1" '$3 == m { print $1 }' "$TMP/csv"; }
# ratio NAME SCALE ABOVE BELOW: compares the metric with the quotient
ratio() {
	is "$(metric "$1")" "$(awk -v s="$2" -v a="$3" -v b="$4" \
		'BEGIN { printf "%.9g", s * a / b }')" \
		"$1"
}
i=$(n instructions) b=$(n branches)
ok "the program is counted ($i instructions)" test "$i" -gt 100000
ratio refs 1 $(($(n loads) + $(n stores))) "$i"
ratio loads 1 "$(n loads)" "$i"
ratio stores 1 "$(n stores)" "$i"
ratio branches 100 "$b" "$i"
ratio taken 100 "$(n branches-taken)" "$b"
ratio conditional 100 "$(n branches-conditional)" "$b"
ratio conditional-taken 100 "$(n branches-conditional-taken)" "$(n branches-conditional)"
ratio indirect 100 "$(n branches-indirect)" "$b"
ratio calls 1000 "$(n calls)" "$i"
ratio returns 1000 "$(n returns)" "$i"
ratio syscalls 1000000 "$(n syscalls)" "$i"
is "$(grep -vc '^#' "$TMP/csv")" 11 "these, and no empty rows"
like "$(grep '^# not' "$TMP/csv")" \
	'^# not measured: cpi, ipc, .*no cycles or kernel' \
	"the others in one sentence"
is "$(grep -c '^# not' "$TMP/csv")" 2 "… and those that a model would feed in another"
like "$(grep '^# fixed' "$TMP/csv")" '^# fixed: cpu-features=v2, cpus=1, .*, PATH=[^,]*$' \
	"what was fixed, in one line"
like "$(grep ',refs,' "$TMP/csv")" '^[0-9.]+,,refs,1,\(loads \+ stores\) / instructions$' \
	"-x: value, unit, name, run, formula"

out=$("${summary[@]}" -- "${program[@]}" 2>&1 >"$TMP/stdout")
like "$out" " Summary of '" "the table has a heading"
like "${out//,/}" " +$i instructions" "… the instructions"
like "$out" "$(awk -v a="$b" -v b="$i" \
	'BEGIN { printf "%.2f", 100 * a / b }') % +branches of all instructions" \
	"… the metrics"
like "$out" 'not measured \([0-9]+ metrics; -v names them\)' "… and how many there are not"
unlike "$out" 'run 1' "no runs without -v"
out=$("${summary[@]}" -v -- "${program[@]}" 2>&1 >"$TMP/stdout")
like "$out" "^run 1: loads,stores,instructions,branches" "-v: the events of a run"
like "$out" "run 1: instructions: $i"$'\n' "-v: their counts"
like "$out" '# run 1: 100 \* branches / instructions' "-v: the formulas"
like "$out" 'not measured: cpi, ipc' "-v: the names of what is missing"

if command -v python3 >/dev/null; then
	"${summary[@]}" -j -r 2 -- "${program[@]}" 2>"$TMP/json" >/dev/null
	is "$(python3 -c '
import json, sys
rows = [json.loads(l) for l in sys.stdin]
m = {r["metric"]: r for r in rows if "metric" in r}
refs = m["refs"]
print(len(m), refs["variance"], refs["run"], refs["formula"], sum("note" in r for r in rows))
' <"$TMP/json")" "11 0.0 1 (loads + stores) / instructions 3" "-j: an object per line"
	out=$(python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' "${summary[@]}" \
		-r 2 -- true 2>&1 </dev/null)
	like "$out" 'pmc: 2 runs of the command.*run 1 of 2.*run 2 of 2' \
		"a terminal is told how many runs, and which it is"
else
	skip "python3 is not here"
	skip "python3 is not here"
fi

# -r: the mean of ratios, and the standard deviation of the mean.
# (The shell makes no child: when its signal comes would change the number of instructions.)
cat >"$TMP/step" <<S
#!/bin/sh
read -r n <$TMP/n
echo \$((n + 10)) >$TMP/n
exec seq \$((n * 100)) >/dev/null
S
chmod +x "$TMP/step"
values=
for at in 10 20 30; do
	echo $at >"$TMP/n"
	values+=" $("${summary[@]}" -x, -- "$TMP/step" 2>&1 | awk -F, \
		'$3 == "syscalls" { print $1 }')"
done
want=$(awk '{ m = ($1 + $2 + $3) / 3; for (i = 1; i <= 3; i++) v += ($i - m) ^ 2
	printf "%.4f %.2f%%", m, sqrt(v / 2 / 3) * 100 / m }' <<<"$values")
echo 10 >"$TMP/n"
out=$("${summary[@]}" -x, -r 3 -- "$TMP/step" 2>&1)
is "$(awk -F, '$3 == "syscalls" { printf "%.4f %s", $1, $4 }' <<<"$out")" "$want" \
	"-r: mean and spread"
like "$out" '^# 3 runs of the command' "-r: says how many runs there are"
like "$out" 'note: the runs differ: [0-9]+ to [0-9]+ instructions' "runs that differ are told"
out=$("${summary[@]}" -r 3 -- true 2>&1)
unlike "$out" 'the runs differ' "… those that do not are not"
like "$out" '\(3 runs\)' "-r: the heading has the number"

# Standard input: as in pmc stat -r
seq 5000 >"$TMP/input"
is "$("${summary[@]}" -r 2 -o "$TMP/o" -- wc -l <"$TMP/input" | xargs)" "5000 5000" \
	"every run reads the same input"
is "$({ read -r _; "${summary[@]}" -r 2 -o "$TMP/o" -- wc -l; } <"$TMP/input" 2>&1 | grep \
	-v 'runs of the command' | xargs)" \
	"4999 4999" "every run reads it from where it stood"
is "$(cat "$TMP/input" | "${summary[@]}" -r 3 -o "$TMP/o" -- wc -l 2>"$TMP/said" | xargs)" \
	"5000 0 0" \
	"the first run reads a pipe to its end"
is "$(grep -c 'standard input is a pipe' "$TMP/said")" 1 "… and pmc says so once"

# Exit statuses, files, interruption
status 3 "the command's exit status" "${summary[@]}" -o "$TMP/o" -r 2 -- sh -c 'exit 3'
like "$(cat "$TMP/o")" '^# started on .*Summary of' "-o: the report"
"${summary[@]}" -o "$TMP/o" --append -- true
is "$(grep -c 'Summary of' "$TMP/o")" 2 "--append: a second one"
"${summary[@]}" -o "$TMP/o" -- sh -c 'kill -SEGV $$' 2>/dev/null
is $? 139 "a command that was killed"
status 127 "a command that is not there" "${summary[@]}" -- /does/not/exist
status 126 "one that cannot be executed" "${summary[@]}" -- /etc/passwd
"${summary[@]}" -r 50 -o "$TMP/o" -- sh -c 'sleep 0.3; :' &
victim=$!
sleep 1.5
kill -TERM $victim
wait $victim 2>/dev/null
is $? 143 "interrupted: the status is the signal's"
like "$(cat "$TMP/o")" \
	'branches of all instructions.*note: interrupted; [0-9]+ of 50 runs were completed' \
	"… and what there is, is printed"
is "$("${summary[@]}" -r 2 -- sh -c 'echo x; exec 2>&-' 2>/dev/null | wc -l)" 2 \
	"-r 2: the command runs twice"

# --model
out=$("$PMC" summary --model pentium3)
is $? 0 "--model"
like "$out" 'Pentium III: 25 runs' "--model: how many runs"
like "$out" 'run +[0-9]+ += 100 \* DCU_LINES_IN / DATA_MEM_REFS' "--model: the formulas"
like "$(flat "$out")" 'not measured: .*dtlb-misses.*: the P6 family has no event for it' \
	"--model: what is missing"
like "$("$PMC" summary --model arch-v5)" 'architectural version 5: 1 runs?' \
	"eight counters: one run"
like "$(flat "$("$PMC" summary --model none)")" 'this processor has no counters' "no counters"

# Bad input
said() {
	local name=$1 want=$2 regex=$3 err rc
	shift 3
	err=$("$@" 2>&1 >/dev/null)
	rc=$?
	is "$rc" "$want" "$name: status $want"
	like "$err" "$regex" "$name: says why"
}
said "no command" 125 'give a command' "$PMC" summary
said "two formats" 125 'choose one' "$PMC" summary -j -x, -- true
said "an empty separator" 125 'separator is empty' "$PMC" summary -x '' -- true
said "-r 0" 125 '^pmc: -r 0: ' "$PMC" summary -r 0 -- true
said "a model that is not there" 125 "no model is named 'nosuch'" "$PMC" summary --model nosuch
said "--model with a command" 125 'give no command' "$PMC" summary --model k7 -- true
said "msr without -a" 125 'needs -a' "$PMC" summary --backend msr -- true
said "a backend that is not there" 125 '^pmc: --backend nosuch: ' "$PMC" summary --backend nosuch \
	-- true
said "an option of stat" 125 '^pmc: -e: no such option' "$PMC" summary -e cycles -- true
said "a file that cannot be written" 125 '^pmc: -o /nonexistent/x: cannot open the file' \
	"${summary[@]}" -o /nonexistent/x -- true
# The quality of metrics and times, and how runs ended
out=$("$PMC" summary --backend emulated -- sh -c 'sleep 3 >/dev/null 2>&1 & sleep 0.5' 2>&1)
like "$out" 'loads per instruction +\(partial\)' \
	"what a command leaves behind makes metrics partial"
like "$out" 'note: process [0-9]+: .sleep. still ran' "… and is named"
like "$out" 'seconds time elapsed  \(estimated\)' "the emulator's time is in the time elapsed"
out=$("$PMC" summary --backend emulated -x, -- sh -c 'sleep 3 >/dev/null 2>&1 & sleep 0.5' 2>&1)
like "$out" '# partial: .*loads' "-x: a line names the metrics that are partial"
out=$("$PMC" summary --backend emulated -r 3 -- sh -c 'exit 5' 2>&1)
is $? 5 "-r: the status of the command"
like "$out" 'note: all 3 runs ended with status 5' "-r: runs that failed are named"
like "$("$PMC" summary --deterministic -- true 2>&1)" ' emulated: user mode' \
	"--deterministic chooses the translator"
like "$("$PMC" summary --deterministic --backend perf -- true 2>&1)" \
	'^pmc: --deterministic: only the translator' "--deterministic --backend perf is refused"
finish
