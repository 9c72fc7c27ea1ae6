#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: time=300
# -r, -I, -D, --timeout: means and spreads, standard input, intervals that add up, delays.
. "$(dirname "$0")/../tap.sh"

csv() { "$PMC" stat -x, "$@" 2>&1 >/dev/null; }

# -r: exactly known counts, namely the system calls of a loop whose length depends on the run.
cat >"$TMP/run" <<'S'
#!/bin/sh
n=$(cat "$1")
echo $((n + 1)) >"$1"
exec dd if=/dev/zero of=/dev/null bs=1 count=$((n * 100)) 2>/dev/null
S
chmod +x "$TMP/run"
one() { # prints the system calls of a single run, number $1
	echo "$1" >"$TMP/n"
	csv --backend emulated --deterministic -e syscalls -- "$TMP/run" "$TMP/n" | cut -d, -f1
}
a=$(one 10) b=$(one 20) c=$(one 30)
is "$((b - a))" 2000 "ten hundred reads and writes more are 2000 system calls more"
cat >"$TMP/step" <<S
#!/bin/sh
n=\$(cat $TMP/n)
echo \$((n + 10)) >$TMP/n
exec dd if=/dev/zero of=/dev/null bs=1 count=\$((n * 100)) 2>/dev/null
S
chmod +x "$TMP/step"
echo 10 >"$TMP/n"
line=$(csv --backend emulated --deterministic -r 3 -e syscalls -- "$TMP/step")
first=$(echo 10 >"$TMP/n"; csv --backend emulated --deterministic -e syscalls -- "$TMP/step" | cut \
	-d, -f1)
is "$(cut -d, -f1 <<<"$line")" $((first + 2000)) "-r: the mean of n, n+2000, n+4000 is n+2000"
# The standard deviation is 2000; that of the mean is 2000/sqrt(3).
want=$(awk -v m=$((first + 2000)) 'BEGIN { printf "%.2f%%", 2000 / sqrt(3) * 100 / m }')
is "$(cut -d, -f4 <<<"$line")" "$want" "-r: the spread is the standard deviation of the mean"
echo 10 >"$TMP/n"
like "$("$PMC" stat --backend emulated --deterministic -r 3 -e syscalls -- "$TMP/step" 2>&1)" \
	"$((first + 2000)) +syscalls:u .*\\( \\+- +${want%\%}% \\)" "-r: the table has both"
like "$("$PMC" stat --backend perf -r 3 -e task-clock -- true 2>&1)" "'true' \\(3 runs\\):" \
	"-r: the heading tells the number of runs"
like "$("$PMC" stat --backend perf -r 3 -e task-clock -- true 2>&1)" \
	' [0-9.]+ \+- [0-9.]+ seconds time elapsed  \( \+- +[0-9.]+% \)' \
	"-r: time with spread"
out=$("$PMC" stat --backend emulated --deterministic -r 3 -x, -e instructions,branches,loads -- ls \
	/ 2>&1 >/dev/null)
is "$(cut -d, -f4 <<<"$out" | sort -u)" "0.00%" "--deterministic: no spread"
is "$("$PMC" stat --backend perf -r 3 -e task-clock -o "$TMP/o" -- echo x | wc -l)" 3 \
	"-r: the command runs three times"
unlike "$("$PMC" stat --backend perf -r 3 -e task-clock -- true 2>&1)" 'run [0-9] of' \
	"-r: no progress where there is no terminal"
if command -v python3 >/dev/null; then
	out=$(python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' "$PMC" stat \
		--backend perf -r 2 -e task-clock -- true 2>&1 </dev/null)
	like "$out" 'run 1 of 2.*run 2 of 2' "-r: progress on a terminal"
else
	skip "python3 is not here"
fi

# -r: how the runs ended. Every third run of this command ends as $1 says.
cat >"$TMP/third" <<S
#!/bin/sh
n=\$(cat $TMP/n)
echo \$((n + 1)) >$TMP/n
[ \$n != 2 ] || { dd if=/dev/zero of=/dev/null bs=1 count=500 2>/dev/null; eval "\$1"; }
dd if=/dev/zero of=/dev/null bs=1 count=100 2>/dev/null
S
chmod +x "$TMP/third"
third() { # OPTIONS... COMMAND: runs it five times
	echo 0 >"$TMP/n"
	"$PMC" stat --backend emulated --deterministic -r 5 -e syscalls "${@:1:$#-1}" -- \
		"$TMP/third" "${@: -1}" 2>&1
}
out=$(third 'exit 1')
is $? 1 "-r: the status is that of the run that failed"
like "$out" $'\n note: run 3 of 5 ended with status 1' "-r: a run that failed is named"
like "$out" '\(5 runs\)' "-r: … and is in the mean"
like "$(third -x, 'exit 1')" '# note: run 3 of 5 ended with status 1' "-r: … also under -x"
like "$(third -j 'exit 1')" '"note" : "run 3 of 5 ended with status 1"' "-r: … and -j"
like "$(third 'kill -KILL $$')" 'note: run 3 of 5 was ended by SIGKILL' "-r: a signal is named"
unlike "$(third :)" 'note: ' "-r: nothing is said of runs that ended well"
like "$("$PMC" stat -e task-clock -r 3 -- false 2>&1)" 'note: all 3 runs ended with status 1' \
	"-r: all runs failed alike"
echo 0 >"$TMP/n"
like "$("$PMC" stat -e task-clock -r 6 -- sh -c \
	'read n <$1; echo $((n + 1)) >$1; exit $((n % 3))' - "$TMP/n" 2>&1)" \
	'note: runs 2 and 5 of 6 ended with status 1.*note: runs 3 and 6 of 6 ended with status 2' \
	"-r: one note for each way to end"
unlike "$("$PMC" stat -e task-clock -- false 2>&1)" 'note: ' "a single run needs no note"

# Ctrl-C: the run that it cut off is left out, so that the others still agree.
interrupt() { # OPTIONS...: interrupts the third run, when it has begun to wait
	local i pid
	rm -f "$TMP/waits"
	third -o "$TMP/o" "$@" ": >$TMP/waits; exec sleep 60" >/dev/null &
	pid=$!
	for i in {1..3000}; do
		[ ! -e "$TMP/waits" ] || break
		sleep 0.01
	done
	sleep 0.3
	pkill -INT -P $pid
	wait $pid
	rc=$?
}
interrupt -x,
like "$(cat "$TMP/o")" '[0-9]+,,syscalls:u,0\.00%,' "Ctrl-C: the mean is that of equal runs"
like "$(cat "$TMP/o")" '# note: run 3 of 5 was cut off by SIGINT and is left out' \
	"Ctrl-C: the run is named"
like "$(cat "$TMP/o")" '# note: 3 of 5 runs were made' "Ctrl-C: the rest is named, too"
is "$(sed -n 's/,,syscalls.*//p' "$TMP/o")" "$(echo 0 >"$TMP/n"; csv --backend emulated \
	--deterministic -e syscalls -- "$TMP/third" : | cut -d, -f1)" \
	"Ctrl-C: the mean is the count of one whole run"
interrupt
like "$(cat "$TMP/o")" '\(2 runs\)' "Ctrl-C: the heading tells how many are in the mean"
"$PMC" stat --backend perf -r 3 -e task-clock -o "$TMP/o" -- sh -c 'kill -INT $PPID; exec sleep 20'
like "$(cat "$TMP/o")" 'run 1 of 3 was cut off by SIGINT; these are its counts until then' \
	"Ctrl-C in the first run: its counts are printed alone"
like "$(cat "$TMP/o")" '[0-9.]+ msec task-clock' "Ctrl-C in the first run: there they are"

# -r: every run reads the same from a file; only one run can read what comes from a pipe.
seq 5000 >"$TMP/input"
runs=("$PMC" stat --backend perf -e task-clock -o "$TMP/o" -r 3 -- wc -l)
is "$("${runs[@]}" <"$TMP/input" 2>"$TMP/said" | xargs)" "5000 5000 5000" \
	"-r: every run reads the same file"
is "$(cat "$TMP/said")" "" "-r: … and pmc says nothing about it"
is "$({ read -r _; "${runs[@]}"; } <"$TMP/input" | xargs)" "4999 4999 4999" \
	"-r: every run reads it from where it stood"
is "$("$PMC" stat --backend perf -e task-clock -o "$TMP/o" -r 2 -- head -c 4 <"$TMP/input" | \
	xargs)" "1 2 1 2" \
	"-r: also when a run does not read all of it"
is "$(cat "$TMP/input" | "${runs[@]}" 2>"$TMP/said" | xargs)" "5000 0 0" \
	"-r: the first run reads a pipe to its end"
is "$(grep -c 'standard input is a pipe' "$TMP/said")" 1 "-r: … and pmc says so once"
is "$(: | { sleep 0.1; "${runs[@]}"; } 2>&1 | xargs)" "0 0 0" \
	"-r: a pipe at its end from the beginning is not mentioned"
is "$("${runs[@]}" </dev/null 2>&1 | xargs)" "0 0 0" "-r: nor is /dev/null"
is "$("${runs[@]}" <&- 2>/dev/null | wc -l)" 3 "-r: a closed standard input stops nothing"
is "$(cat "$TMP/input" | "$PMC" stat --backend perf -e task-clock -o "$TMP/o" -- wc -l 2>&1)" 5000 \
	"a single run reads a pipe, and pmc says nothing"

# -I: the times rise by the interval, and the intervals add up to the whole.
out=$("$PMC" stat --backend perf -x, -I 100 -e page-faults,context-switches -- sleep 0.35 2>&1)
n=$(grep -c page-faults <<<"$out")
# A busy machine may skip intervals and take longer, but there are never more than fit.
ok "-I: three whole intervals and the rest ($n)" awk -F, -v n="$n" \
	'{ t = $1 } END { exit n < 2 || n > t / 0.1 + 1 }' <<<"$out"
like "$(head -1 <<<"$out")" '^     0\.[1-3][0-9]{8},' "-I: the first ends after 100 ms"
like "$("$PMC" stat --backend perf -I 100 -e page-faults -- sleep 0.15 2>&1)" \
	'# +time +counts unit events' \
	"-I: the table has a heading"
unlike "$("$PMC" stat --backend perf -I 100 -e page-faults -- sleep 0.15 2>&1)" 'elapsed' \
	"-I: and no sum at the end"
# The printed milliseconds have two digits and the rates three, which limits the precision. The last
# interval is short.
ok "-I: rates are those of the interval" awk -F, '
	{ t = $1 - before; d = $2 / 1000 / t - $7; before = $1; most = 0.000501 + 0.00000501 / t
	  if (d > most || d < -most) bad = 1 }
	END { exit bad || NR < 2 }' <<<"$(csv --backend perf -I 50 -e task-clock -- \
	timeout 0.3 awk 'BEGIN { for (;;) x++ }')"
loop=(awk 'BEGIN { for (i = 0; i < 9000000; i++) x += i }')
whole=$(csv --backend emulated --deterministic -e instructions -- "${loop[@]}" | cut -d, -f1)
parts=$(csv --backend emulated --deterministic -I 20 -e instructions -- "${loop[@]}" | awk -F, \
	'!/^#/ { n += $2; lines++ } END { printf "%.0f %d", n, lines }')
is "${parts% *}" "$whole" "-I: emulated, the intervals add up to the count of a run without them"
ok "-I: emulated, there were several (${parts#* })" test "${parts#* }" -ge 3
out=$("$PMC" stat --backend perf -j -I 100 --interval-count 1 -e page-faults -- sleep 0.3 2>&1)
is "$(wc -l <<<"$out")" 1 "--interval-count: no more than that"

# -D
out=$("$PMC" stat --backend perf -e page-faults -D 200 -- sh -c 'sleep 0.3' 2>&1)
like "$out" '  0\.(09|[1-4])[0-9]+ seconds time elapsed' "-D: the time begins with the counting"
early=$(csv --backend emulated -e instructions -- sh -c 'ls / >/dev/null; sleep 0.8; :' | cut -d, \
	-f1)
late=$(csv --backend emulated -e instructions -D 500 -- sh -c 'ls / >/dev/null; sleep 0.8; :' | \
	cut -d, -f1)
ok "-D: emulated, what came before is left out ($late of $early)" test "$late" -gt 0 -a $((late * \
	2)) -lt \
	"$early"
like "$(csv --backend perf -e page-faults -D -1 -- true)" \
	'^<not counted>,,page-faults(:u)?,0,100.00,,,$' \
	"-D -1: nothing is counted"

# --timeout
begin=$EPOCHREALTIME
"$PMC" stat --backend perf -e task-clock -o "$TMP/o" --timeout 300 -- sleep 20
ms=$(((${EPOCHREALTIME//[.,]/} - ${begin//[.,]/}) / 1000))
ok "--timeout: the command is ended (after $ms ms)" test $ms -ge 300 -a $ms -lt 5000
like "$(cat "$TMP/o")" ' 0\.[3-9][0-9]+ seconds time elapsed' "--timeout: the report is there"
sleep 60 &
victim=$!
out=$("$PMC" stat -p $victim -e task-clock --timeout 100 2>&1)
is $? 0 "--timeout: without a command too"
like "$out" "process id '$victim'" "--timeout: and the report is there"
kill $victim
finish
