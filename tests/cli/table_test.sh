#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# The table: golden text with masked digits, columns, grouping of digits, the lines that name the
# backend, and where the report goes.
. "$(dirname "$0")/../tap.sh"

# Digits become 9; text that depends on the machine, the user or the time is removed.
mask() {
	sed -E 's/(clock|faults):u/\1  /; s/[0-9]/9/g; s/[ KMG]\/sec/ \/sec/
		/^ no hardware counters: /d; s/ +\/sec/ \/sec/; s/ +([0-9])/ \1/g'
}
no_pmu=$("$PMC" info -j | grep -c '"name" : "perf", "hardware" : false')

is "$("$PMC" stat --backend perf -e task-clock,page-faults,major-faults -- sh -c 'exit 0' 2>&1 | \
	mask |
	sed -E 's/9+\./9./g; s/^ 9+ / 9 /')" "
 Performance counter stats for 'sh -c exit 9':
$([ "$no_pmu" = 1 ] && echo " perf: software events, exact unless marked" ||
	echo " perf: hardware counters, exact unless marked")

 9.99 msec task-clock               # 9.999 CPUs utilized
 9      page-faults              # 9.999 /sec
 9      major-faults             # 9.999 /sec

 9.999999999 seconds time elapsed

 9.999999999 seconds user
 9.999999999 seconds sys
 9 KiB peak memory" "the table of perf, golden"

is "$("$PMC" stat --backend emulated --deterministic \
	-e instructions,branches,branches-taken,syscalls -- true 2>&1 |
	mask | sed -E 's/9+/9/g; /^ fixed: /d')" "
 Performance counter stats for 'true':
 emulated: user mode, exact unless marked

 9      instructions:u           # 9.9  insn per branch
 9      branches:u
 9      branches-taken:u         # 9.9% of all branches
 9      syscalls:u

 9.9 seconds time elapsed  (estimated)

 9.9 seconds user  (estimated)
 9.9 seconds sys  (estimated)
 9 KiB peak memory  (estimated)

 estimated: includes the work of the translator" "the table of emulated, golden"

out=$("$PMC" stat --backend emulated -e task-clock,instructions -- true 2>&1)
like "$out" 'task-clock +\(estimated\)' "emulated: what includes the emulator is marked"
unlike "$out" 'utilized|/sec' "emulated: … and has no rate"
like "$out" $'\n estimated: includes the work of the translator' \
	"emulated: and the mark is explained"
unlike "$out" 'instructions[^'$'\n'']*estimated' "emulated: instructions are not marked"
like "$out" 'instructions:u.*task-clock' "emulated: exact values come first"
if [ "$no_pmu" = 1 ]; then
	like "$out" $'\n no hardware counters: [a-z]' "why there is no better backend"
	out=$("$PMC" stat --backend perf -- true 2>&1)
	like "$out" '<not supported> +cycles' "what perf cannot count is named, not 0"
	is "$(grep -c '<not supported>: .*PMU' <<<"$out")" 0 \
		"the reason that all share stands once, in the header"
else
	skip "this machine has a PMU" 3
fi

# Columns: values are aligned at their ends, names at their beginnings.
out=$("$PMC" stat --backend emulated -d -- ls / 2>&1 >/dev/null | grep ':u')
is "$(sed -E 's/^( *[0-9,]+).*/\1/' <<<"$out" | awk '{ print length }' | sort -u)" 18 \
	"values end in column 18"
is "$(awk '{ print index($0, "#") }' <<<"$(grep '#' <<<"$out")" | sort -u | wc -l)" 1 \
	"rates begin in one column"
unlike "$("$PMC" stat --backend perf -- true 2>&1)" '[ ]'$'\n' "no blanks at the ends of lines"

# Grouping of digits, as the locale does it
busy=(awk 'BEGIN { for (i = 0; i < 200000; i++) x += i }')
like "$("$PMC" stat --backend emulated -e instructions -- "${busy[@]}" 2>&1)" \
	' [0-9]{7,} +instructions' \
	"C locale: no grouping"
if command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/en_US ]; then
	mkdir "$TMP/locale"
	localedef -i en_US -f UTF-8 "$TMP/locale/en_US.UTF-8" 2>/dev/null
	localedef -i de_DE -f UTF-8 "$TMP/locale/de_DE.UTF-8" 2>/dev/null
	export LOCPATH=$TMP/locale
	us=(env -u LC_ALL LC_ALL=en_US.UTF-8 "$PMC" stat --backend emulated \
		-e instructions,task-clock)
	de=(env -u LC_ALL LC_ALL=de_DE.UTF-8 "$PMC" stat --backend emulated \
		-e instructions,task-clock)
	like "$("${us[@]}" -- "${busy[@]}" 2>&1)" ' [0-9]{1,3}(,[0-9]{3}){2,} +instructions' \
		"en_US: commas"
	like "$("${de[@]}" -- "${busy[@]}" 2>&1)" ' [0-9]{1,3}(\.[0-9]{3}){2,} +instructions' \
		"de_DE: points"
	like "$("${us[@]}" --no-big-num -- "${busy[@]}" 2>&1)" ' [0-9]{7,} +instructions' \
		"--no-big-num: no grouping"
	like "$("${de[@]}" -x, -- true 2>&1)" '^[0-9]+,,instructions:u,' "-x: no locale"
	like "$("${de[@]}" -x, -- true 2>&1)" $'\n[0-9]+\.[0-9]+,msec,task-clock' \
		"-x: decimal points"
	like "$("${de[@]}" -j -- true 2>&1)" '"counter-value" : "[0-9]+\.000000"' \
		"-j: decimal points"
	unset LOCPATH
else
	skip "no localedef, or no sources of locales" 6
fi

# On a terminal
cat >"$TMP/terminal.py" <<'P'
# usage: terminal.py COLUMNS COMMAND...: runs it on a terminal of so many columns
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 50, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
data = b""
while True:
    try:
        piece = os.read(fd, 65536)
    except OSError:
        break
    if not piece:
        break
    data += piece
sys.stdout.write(data.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
P
# on COLUMNS ARGUMENTS...: prints what pmc stat prints on a terminal
on() { python3 "$TMP/terminal.py" "$1" "$PMC" stat "${@:2}" </dev/null; }
# widest: prints how wide the widest line of standard input is
widest() { awk '{ if (length > n) n = length } END { print n + 0 }'; }
if command -v python3 >/dev/null; then
	like "$(on 100 --backend emulated -e instructions -- "${busy[@]}")" \
		' [0-9]{1,3}(,[0-9]{3}){2,} +instructions' \
		"terminal: digits are grouped in the C locale"
	on 100 --backend emulated -e instructions -o "$TMP/o" -- "${busy[@]}"
	like "$(cat "$TMP/o")" ' [0-9]{7,} +instructions' "terminal: … but not in a file"
	like "$(on 100 --no-big-num --backend emulated -e instructions -- "${busy[@]}")" \
		' [0-9]{7,} +instructions' "terminal: … nor with --no-big-num"
	long=branches-conditional-taken,branches-unconditional,branches-indirect
	for columns in 80 70; do
		out=$(on $columns --backend emulated -r 2 -e "$long" \
			-e instructions,task-clock -- sh -c \
			'ls / >/dev/null; : a long argument that no line of 80 columns can hold' \
			a b c d e f)
		ok "terminal of $columns: no line is wider ($(widest <<<"$out"))" \
			test "$(widest <<<"$out")" -le $columns
		is "$(grep -cE ' (branches|instructions|task-clock)' <<<"$out")" 5 \
			"terminal of $columns: every event has its line"
		out=$(on $columns --backend perf -d -- true)
		ok "terminal of $columns: reasons are broken at blanks ($(widest <<<"$out"))" \
			test "$(widest <<<"$out")" -le $columns
		out=$(on $columns --backend perf -I 50 -e "page-faults,task-clock" -- sleep 0.12)
		ok "terminal of $columns: -I ($(widest <<<"$out"))" \
			test "$(widest <<<"$out")" -le $columns
	done
else
	skip "python3 is not here" 11
fi
# A long name does not move the columns of the others.
out=$("$PMC" stat --backend perf -e page-faults,task-clock -- true 2>&1 | grep '#')
with=$("$PMC" stat --backend perf -e page-faults,task-clock \
	-e minor-faults:uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu -- true 2>&1 |
	grep '#' | grep -v minor)
is "$(awk '{ print index($0, "#") }' <<<"$with" | sort -u)" \
	"$(awk '{ print index($0, "#") }' <<<"$out" | sort -u)" \
	"a long name leaves the columns of the others alone"

# --human
out=$("$PMC" stat --human --backend emulated -e instructions,task-clock,max_rss,syscalls -- \
	"${busy[@]}" 2>&1)
like "$out" ' [1-9](\.[0-9]{2}|[0-9]\.[0-9]|[0-9]{2}) [MG] +instructions' "--human: counts"
like "$out" ' [1-9](\.[0-9]{2}|[0-9]\.[0-9]|[0-9]{2}) (ms|s) +task-clock' "--human: times"
like "$out" ' [1-9](\.[0-9]{2}|[0-9]\.[0-9]|[0-9]{2}) [MG]iB +max_rss' "--human: memory"
like "$out" ' [0-9]{1,3} +syscalls' "--human: small counts have all their digits"

# --table and the range of several runs
out=$("$PMC" stat -r 4 --table --backend perf -e page-faults,task-clock -- sh -c 'exit 0' 2>&1)
is "$(grep -cE '^ +[0-9.]+ \([-+][0-9.]+\)( #+)?$' <<<"$out")" 4 "--table: a line for each run"
like "$out" '# Final result:'$'\n'' +[0-9.]+ \+- ' "--table: … and the mean below"
like "$out" 'task-clock .*\( \+- +[0-9.]+% \)  \[[0-9.]+ \.\. [0-9.]+\]' "-r: the range"

# Where the report goes
is "$("$PMC" stat --backend perf -e task-clock -o "$TMP/o" -- sh -c 'echo out; echo err >&2' \
	2>&1)" $'out\nerr' \
	"-o: nothing of the report in the output"
like "$(head -1 "$TMP/o")" '^# started on [A-Z][a-z]{2} [A-Z][a-z]{2} ' "-o: begins with the date"
like "$(cat "$TMP/o")" 'task-clock' "-o: has the report"
"$PMC" stat --backend perf -e page-faults -o "$TMP/o" --append -- true
is "$(grep -c 'seconds time elapsed' "$TMP/o")" 2 "--append: adds"
"$PMC" stat --backend perf -e page-faults -o "$TMP/o" -- true
is "$(grep -c 'seconds time elapsed' "$TMP/o")" 1 "-o: begins anew"
ok "-o: the command does not inherit the file" "$PMC" stat --backend perf -e task-clock \
	-o "$TMP/o" -- \
	sh -c '! ls -l /proc/self/fd | grep -q "$1"' - "$TMP/o"
cd "$TMP" || exit 1
like "$("$PMC" stat --backend perf -e task-clock -o - -- sh -c 'echo out; echo err >&2' 2>err)" \
	$'^out\n.*task-clock' "-o -: standard output"
is "$(cat err; ls ./- 2>/dev/null)" err "-o -: no file, and nothing on standard error"
cd "$TOP" || exit 1

# -n, -d, -i, -v
out=$("$PMC" stat -n -- true 2>&1)
is "$? $(grep -c 'seconds' <<<"$out")" "0 3" "-n: times alone"
like "$("$PMC" stat --backend emulated -d -d -- true 2>&1)" \
	'calls-indirect:u +# +[0-9.]+% of all calls' \
	"-dd: more events"
like "$("$PMC" stat --backend perf -e page-faults -v -- true 2>&1)" \
	$'(^|\n)page-faults(:u)?: [0-9]+ [0-9]+ [0-9]+\n' \
	"-v: what the counter saw"
all=$("$PMC" stat --backend emulated -x, -e instructions -- sh -c 'ls / >/dev/null; :' 2>&1 | cut \
	-d, -f1)
own=$("$PMC" stat --backend emulated -x, -e instructions -i -- sh -c 'ls / >/dev/null; :' 2>&1 | \
	cut -d, -f1)
ok "-i: children are left out ($own of $all)" test "$own" -gt 0 -a $((own * 2)) -lt "$all"
finish
