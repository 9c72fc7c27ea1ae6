#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# What users of perf, of Intel's manuals and of shells type first: pmc understands it, or says in
# one sentence what would be right. It starts nothing in the second case.
. "$(dirname "$0")/../tap.sh"

# refused NAME STATUS REGEX ARGUMENTS...: pmc stat ARGUMENTS says one line that matches
refused() {
	local name=$1 want=$2 regex=$3 err rc
	shift 3
	err=$("$PMC" stat "$@" 2>&1 </dev/null)
	rc=$?
	is "$rc" "$want" "$name: status $want"
	like "$(head -1 <<<"$err")" "^pmc: $regex" "$name: the sentence"
}

# ---- Tracepoints ----
refused "a tracepoint" 125 "-e, column 1: unknown event 'sched'.*tracepoint.*perf stat -e \
sched:sched_switch" -e sched:sched_switch -- true
refused "a pattern of tracepoints" 125 "-e, column 1: .*tracepoint.*perf stat -e kmem:kmalloc\*'" \
	-e 'kmem:kmalloc*' -- true
refused "a tracepoint whose subsystem is an event of ours" 125 \
	"-e, column 1: 'syscalls:sys_enter_read' is a tracepoint" -e syscalls:sys_enter_read -- true
refused "in a list" 125 "-e, column 12: .*'irq:irq_handler_entry' is a tracepoint" \
	-e task-clock,irq:irq_handler_entry,page-faults -- true
err=$("$PMC" stat -e instrucions:uk -- true 2>&1)
unlike "$err" tracepoint "a misspelled event with modifiers is none"
err=$("$PMC" stat -e branch-mises:u -- true 2>&1)
unlike "$err" tracepoint "nor is one with a near name"

# ---- EVENT.UNIT_MASK ----
# The catalogue of the Pentium III is our own; those of newer cores come from libpfm4, if it was
# there.
same() { # MODEL DOTTED COLONS
	local got want
	got=$("$PMC" encode --model "$1" "$2" 2>&1)
	want=$("$PMC" encode --model "$1" "$3" 2>&1)
	like "$want" 'possible counters' "$1: $3 is an event"
	is "$got" "$want" "$1: $2 is $3"
}
same pentium3 L2_IFETCH.E L2_IFETCH:E
same pentium3 l2_ifetch.m L2_IFETCH:M
same pentium3 L2_IFETCH.M.E:u L2_IFETCH:M:E:u
same pentium3 pentium3::L2_IFETCH.M:k pentium3::L2_IFETCH:M:k
same pentium4 BSQ_cache_reference.RD_2ndL_MISS BSQ_cache_reference:RD_2ndL_MISS
if "$PMC" encode --model skylake L2_RQSTS:MISS >/dev/null 2>&1; then
	same skylake MEM_LOAD_RETIRED.L1_MISS MEM_LOAD_RETIRED:L1_MISS
	same skylake mem_load_retired.l1_miss MEM_LOAD_RETIRED:L1_MISS
	same skylake L2_RQSTS.MISS:u L2_RQSTS:MISS:u
	ok "in a list with commas" "$PMC" list --model skylake \
		--check L2_RQSTS.MISS,MEM_LOAD_RETIRED.L1_MISS
else
	skip "pmc was built without libpfm4" 7
fi
err=$("$PMC" encode --model pentium3 L2_IFETCH.X 2>&1)
is "$?" 125 "a unit mask that does not exist: status"
like "$err" "column 11: 'X' is neither a unit mask of 'L2_IFETCH' nor a modifier" "it is named"
err=$("$PMC" encode --model pentium3 L2_IFETCH.u 2>&1)
like "$err" "column 11: 'u' is neither a unit mask" "after a dot there is no modifier"
like "$("$PMC" encode --model pentium3 L2_IFETCH. 2>&1)" \
	"column 10: a unit mask is missing after '\.'" "a dot at the end"
like "$("$PMC" encode --model pentium3 NONE.SUCH 2>&1)" "column 1: unknown event 'NONE\.SUCH'" \
	"an unknown event is shown as it was typed"

# ---- Commands ----
refused "a command line in one word" 127 "command 'ls -l' not found; .*leave out the quotes.*\
sh -c 'ls -l'" "ls -l"
for word in cd export alias .; do
	refused "the builtin $word" 127 "command '$word' not found: it is a builtin of the shell.*\
sh -c '$word \.\.\.'" "$word" /
done
refused "a builtin of bash" 127 "command 'source' .*bash -c 'source" source x
refused "a command that is nothing at all" 127 "command 'no-such-command' not found\$" \
	no-such-command
mkdir "$TMP/bin"
printf '#!/bin/sh\nexit 5\n' >"$TMP/bin/ls -l"
cp "$TMP/bin/ls -l" "$TMP/bin/cd"
chmod +x "$TMP"/bin/*
PATH=$TMP/bin:$PATH status 5 "a file whose name has a blank runs" "$PMC" stat -o "$TMP/o" -- "ls -l"
PATH=$TMP/bin:$PATH status 5 "and one that is called cd" "$PMC" stat -o "$TMP/o" -- cd

# ---- Options ----
for option in -M --metrics --topdown --metric-only --td-level; do
	refused "$option" 125 "$option: .*pmc summary -- COMMAND" $option TopdownL1 -- true
done
refused "--metrics=" 125 "--metrics: .*pmc summary" --metrics=IPC -- true
refused "a cgroup" 125 "-G: .*-p" -G x -- true
unlike "$("$PMC" help stat)" 'topdown' "the help text does not show them"
refused "--append alone" 125 "--append: .*needs -o" --append -- true
err=$("$PMC" summary --append -- true 2>&1)
is "$? $(grep -c '^pmc: --append: .*needs -o' <<<"$err")" "125 1" "--append alone, summary"
refused "-n with -I" 125 "-n: .*leave out -I" -n -I 100 -- true
refused "-n with --per-thread" 125 "-n: .*leave out" -n --per-thread -- true
refused "-n with -x" 125 "-n: .*-e duration_time" -n -x, -- true
refused "-n with -j" 125 "-n: .*-e duration_time" -n -j -- true
like "$("$PMC" stat -x, -e duration_time -- true 2>&1)" '^[1-9][0-9]*,ns,duration_time,' \
	"and that event prints the time"
unlike "$("$PMC" stat -n -- true 2>&1)" 'emulated|hardware' "-n names no backend, since none counts"

# ---- Without /proc ----
# In a mount namespace of its own, so that only this test's processes miss it. A user may not
# unmount what he did not mount; something empty above it does the same.
cat >"$TMP/bare" <<'S'
mount -t tmpfs none /proc || exit 99
"$@"
S
bare() {
	local as=(-r)
	[ "$(id -u)" != 0 ] || as=()
	unshare "${as[@]}" -m --propagation private sh "$TMP/bare" "$@"
}
if grep -qa __asan_init "$PMC"; then
	skip "the sanitizers themselves need /proc" 10
elif bare true 2>/dev/null; then
	out=$(bare "$PMC" stat --backend emulated -e instructions -o "$TMP/o" -- echo out 2>&1)
	is "$? $out" "0 out" "without /proc, a command is counted"
	like "$(cat "$TMP/o")" '[0-9]+ +instructions' "and reported"
	err=$(bare "$PMC" stat --backend emulated -I 100 -x, -e page-faults,instructions \
		-o "$TMP/o" -- sleep 0.5 2>&1)
	rc=$? want="-I: /proc is not mounted, so software events are known only at the end"
	is "$rc $err" "0 pmc: $want" "-I without /proc says what it cannot read"
	like "$(grep -o ',[^,]*,,page-faults,' "$TMP/o" | cut -d, -f2 | paste -sd' ')" \
		'^(<not counted> )+[1-9][0-9]*$' \
		"it prints no 0 for what is unknown, and the value at the end"
	err=$(bare "$PMC" stat -p 1 -e task-clock 2>&1)
	is "$?" 125 "-p without /proc: status"
	like "$err" "/proc is not mounted" "-p without /proc: it says so"
	err=$(bare "$PMC" stat -a --per-process -e task-clock -- true 2>&1)
	is "$?" 125 "-a --per-process without /proc: status"
	like "$err" "/proc is not mounted" "-a --per-process without /proc: it says so"
	# Moved away from its translator, with a name that tells no folder.
	mkdir "$TMP/alone"
	cp "$PMC" "$TMP/alone/pmc"
	err=$(bare "$TMP/alone/pmc" stat --backend emulated -e instructions -- true 2>&1)
	is "$?" 125 "without a translator: status"
	like "$err" "/proc is not mounted" "without a translator: it says so"
else
	skip "namespaces are not allowed here" 10
fi
finish
