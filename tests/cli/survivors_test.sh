#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=120
# Processes that a command leaves behind: the report names them, the counts are partial, and --wait
# waits for them. The program sees nothing of how pmc finds them.
. "$(dirname "$0")/../tap.sh"

# A loop of known length that the command leaves behind, in sight of nobody: its own session.
loop='i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); done'
counted() { # prints the instructions in the output of -x
	sed -n 's/^\([0-9]*\),.*instructions.*/\1/p' <<<"$1"
}

for backend in emulated perf; do
	p() { "$PMC" stat --backend $backend "$@"; }
	# Where perf is closed, /proc shows only what has not left the session.
	if [ $backend = perf ] && "$PMC" stat --backend perf -v -e task-clock -- true 2>&1 |
		grep -q 'from rusage'; then
		skip "perf is closed here" 12
		continue
	fi
	[ $backend = perf ] && e=task-clock || e=instructions
	out=$(p -e $e -- sh -c 'sleep 3 >/dev/null 2>&1 & sleep 0.5; exit 4' 2>&1)
	is $? 4 "$backend: the status is the command's"
	like "$out" "$e.*\\(partial\\)" "$backend: the count is partial"
	like "$out" $'\n note: process [0-9]+: .sleep. still ran when the command had ended' \
		"$backend: the process is named"
	out=$(p -x, -e $e -- sh -c 'sleep 3 >/dev/null 2>&1 & sleep 0.5' 2>&1)
	like "$out" "$e(:u)?,[^"$'\n'"]*,partial"$'\n' "$backend: -x says so"
	like "$out" '# note: process [0-9]+: .sleep. still ran' "$backend: -x names it"
	out=$(p -j -e $e -- sh -c 'sleep 3 >/dev/null 2>&1 & sleep 0.5' 2>&1)
	like "$out" '"quality" : "partial"' "$backend: -j says so"
	out=$(p --wait -e $e -- sh -c 'sleep 1 & exit 4' 2>&1)
	is $? 4 "$backend: --wait: the status is the command's"
	unlike "$out" 'partial|still ran' "$backend: --wait: the count is whole"
	ok "$backend: --wait: it waited" awk \
		'/seconds time elapsed/ { s = $1 } END { exit !(s >= 1) }' <<<"$out"
	unlike "$(p -e $e -- sh -c 'sleep 0.2 & wait' 2>&1)" 'partial|still ran' \
		"$backend: nothing is said of what has ended"
	out=$(p -i -e $e -- sh -c 'sleep 3 >/dev/null 2>&1 & sleep 0.5' 2>&1)
	unlike "$out" 'partial|still ran' \
		"$backend: nor under -i, which does not count it"
done

# The exact oracle: what --wait counts is what the same work counts in the foreground and more than
# what the command alone counts. The work is no shell's: a shell writes the number of its parent
# down, which is 1 as soon as setsid has ended.
d() {
	"$PMC" stat --deterministic -o "$TMP/d" -x, -e instructions "$@" >/dev/null 2>&1
	cat "$TMP/d"
}
alone=$(counted "$(d -- setsid -f sleep 3 </dev/null)")
whole=$(counted "$(d --wait -- setsid -f seq 1000000)")
again=$(counted "$(d --wait -- setsid -f seq 1000000)")
work=$(counted "$(d -- seq 1000000)")
is "$again" "$whole" "--wait: two runs that leave work behind agree to the unit ($whole)"
# setsid ends while its child begins: neither may disturb the other's counters.
counts=$(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	counted "$(d --wait -- setsid -f true)"
done | sort | uniq -c | xargs)
like "$counts" '^20 [0-9]+$' "--wait: twenty runs of a parent that ends at once: one count"
ok "--wait: the work is in the count ($whole of which $work are the work)" test "$whole" -gt \
	"$work"
ok "without --wait, it is not all ($alone)" test "$alone" -lt "$whole"
like "$(d -- sh -c 'setsid -f sleep 3; sleep 0.5')" '# note: process [0-9]+: .sleep. still ran' \
	"a process in a session of its own is named, too"
like "$(d -- sh -c 'sleep 3 & sleep 3 & sleep 3 & sleep 0.5')" 'sleep.*sleep.*sleep' \
	"several are named"
out=$(d -- sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 3 & done; sleep 0.5')
is "$(grep -c "'sleep' still ran" <<<"$out")" 8 "of many, eight are named"
like "$out" '# note: 2 more processes still ran' "and the others are counted"
like "$(d -- sh -c 'sleep 30 & kill -KILL $!; wait $! 2>/dev/null; :')" \
	$'\n[0-9]+,,instructions' \
	"what was killed is not taken for alive"
unlike "$(d -- sh -c 'sleep 30 & kill -KILL $!; wait $! 2>/dev/null; :')" 'still ran|partial' \
	"nor named"

# A helper that ends when the command does belongs to it, and is not waited for in vain.
# awaited COMMAND...: its report; of three, if the machine was too busy for the helper to end soon
awaited() {
	local i out
	for i in 1 2 3; do
		out=$(d -- "$@")
		grep -q 'still ran' <<<"$out" || break
	done
	printf '%s\n' "$out"
}
unlike "$(awaited bash -c 'exec 3> >(cat >/dev/null; exit 0); :')" 'partial|still ran' \
	"a helper that ends just after the command is counted to its end"
unlike "$(awaited sh -c '(i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done) & :')" \
	'partial|still ran' "and so is one that has some work left"

# Ctrl-C and --timeout end the waiting.
begin=$SECONDS
out=$(timeout -s INT -k 20 1 "$PMC" stat --wait --backend emulated -e instructions -- sh -c \
	'sleep 15 >/dev/null 2>&1 & sleep 0.5' 2>&1)
ok "--wait: a signal to pmc ends it" test $((SECONDS - begin)) -lt 12
like "$out" 'instructions.*\(partial\)' "--wait: … and what was counted is partial"
begin=$SECONDS
out=$("$PMC" stat --wait --timeout 500 --backend emulated -e instructions -- sh -c \
	'sleep 15 >/dev/null 2>&1 & sleep 0.5' 2>&1)
ok "--wait: so does --timeout" test $((SECONDS - begin)) -lt 12
like "$out" 'instructions.*\(partial\)' "--wait: … and the count is partial"
# The time that the command takes is part of it: six seconds in all, and not five and six more.
out=$("$PMC" stat --wait --timeout 6000 --backend emulated -e instructions -- sh -c \
	'sleep 15 >/dev/null 2>&1 & sleep 5' 2>&1)
ok "--wait: --timeout begins with the command" awk \
	'/seconds time elapsed/ { s = $1 } END { exit !(s >= 5.9 && s < 9) }' <<<"$out"

# The program sees no difference: descriptors, and who adopts its orphans.
see='ls /proc/self/fd; sh -c "sleep 0.1; exec 3>&-; sed -n s/^PPid://p /proc/\$\$/status" & :'
plain=$(sh -c "$see"; sleep 0.3)
for backend in emulated perf; do
	is "$("$PMC" stat --backend $backend -e task-clock -o "$TMP/o" --wait -- sh -c "$see")" \
		"$plain" "$backend: the command sees the same descriptors and the same parent"
done

said() {
	like "$("$PMC" stat "${@:2}" 2>&1)" "^pmc: --wait: .*it excludes" "$1"
}
said "--wait with -a" --wait -a -- true
said "--wait with -i" --wait -i -- true
said "--wait with -n" --wait -n -- true
finish
