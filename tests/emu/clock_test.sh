#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The virtual clock of --deterministic (prog/clock.c): what it shows follows from what the program
# does, and time that the program waits for passes. The kernel runs its timers in real time, so who
# gets no processor for long misses one: beside 1,000 threads, a second.
# tests/run: alone time=300
. "$(dirname "$0")/../tap.sh"
clock=$BUILD/tests/emu/prog/clock
report=$TMP/report
unset SOURCE_DATE_EPOCH

# det [OPTION...] -- COMMAND: runs it, prints its output and its status
det() {
	timeout 100 "$PMC" stat --deterministic -e instructions:u -x, -o "$report" "$@" 2>&1
	echo "status $?"
}
count() { sed -n 's/^\([0-9]*\),,instructions:u.*/\1/p' "$report"; }

# ---- What it shows ----

# A look takes 200 ns, and 8,192 instructions a microsecond.
see=$(det -- "$clock" look)
like "$see" "^clock 0: 205122240000[0-9]*00, resolution 1
clock 1: 100000[0-9]*, resolution 1
clock 2: [0-9]{4,5}, resolution 1" "CLOCK_REALTIME is 2035-01-01, CLOCK_MONOTONIC 1,000 seconds"
first=$(sed -n 's/clock 1: \([0-9]*\),.*/\1/p' <<<"$see")
for pair in "clock 4:1900" "clock 7:4000" rdtsc:8000 rdtscp:8500; do
	at=$(sed -n "s/^${pair%:*}: \([0-9]*\).*/\1/p" <<<"$see")
	ok "${pair%:*} shows the same clock" test $((at - first)) -lt ${pair#*:}
	ok "${pair%:*} advances" test $((at - first)) -gt 0
done
like "$see" "no clock: -1
gettimeofday: 2051222400.0000[0-9]{2}
time: 2051222400
times: 100000, 0 0 0 0" "gettimeofday, time and times show it"
counted=$(count)
is "$(det -- "$clock" look)" "$see" "it shows the same again"
is "$(count)" "$counted" "… with the same count"
is "$(date -u -d @2051222400 +%FT%TZ)" 2035-01-01T00:00:00Z "the date is that in the record"
like "$(grep '^# fixed' "$report")" ", clock=virtual, clock-start=2035-01-01T00:00:00Z, " \
	"the record"
is "$(det -- date -u +%FT%TZ)" "2035-01-01T00:00:00Z
status 0" "date"
if grep -q '\[vsyscall\]' /proc/self/maps; then
	like "$(det -- "$clock" old)" "vsyscall: 0 2051222400.0000[0-9]{2}
vsyscall: 2051222400
status 0" "the vsyscall page"
else
	skip "this kernel has no vsyscall page"
fi

# ---- Choosing it ----

is "$(SOURCE_DATE_EPOCH=86400 det -- date -u +%FT%TZ)" "1970-01-02T00:00:00Z
status 0" "SOURCE_DATE_EPOCH is its start"
like "$(grep '^# fixed' "$report")" ", clock-start=1970-01-02T00:00:00Z, " "… and in the record"
for bad in x "" -5 5s 9000000001 99999999999999999999999; do
	is "$(SOURCE_DATE_EPOCH=$bad det -- true)" "pmc: SOURCE_DATE_EPOCH: a clock cannot start \
at '$bad'; its start has to be a number of seconds since 1970, from 0 to 9000000000; correct it, \
unset it, or write --clock real
status 125" "SOURCE_DATE_EPOCH '$bad'"
done
is "$(SOURCE_DATE_EPOCH=9000000000 det -- date -u +%Y)" "2255
status 0" "its latest start"
today=$(date +%Y)
like "$(SOURCE_DATE_EPOCH=x det --clock real -- date +%Y)" "^($today|$(date +%Y))
status 0" "--clock real"
like "$(grep '^# fixed' "$report")" ", clock=real, environment=" "… and in the record"
like "$(det --clock sun -- true)" "there is no clock 'sun'; choose virtual or real
status 125" "another clock"
like "$("$PMC" stat --clock real -- true 2>&1; echo $?)" "what --deterministic fixes.*125" \
	"--clock needs --deterministic"
like "$("$PMC" summary --deterministic --clock real -x, -- date +%Y 2>&1)" \
	"^($today|$(date +%Y)).*clock=real, " "pmc summary"
like "$(SOURCE_DATE_EPOCH=86400 "$PMC" compare --deterministic -e calls -- date +%F --vs date +%F \
	2>&1)" "1970-01-02.*1970-01-02.*deterministic.*clock virtual" "pmc compare"

# ---- What takes time ----

want=
for call in nanosleep clock_nanosleep "until, monotonic" "until, real" usleep poll ppoll; do
	want+="$call: took 20 ms"$'\n'
done
want+=$'select: took 30 ms\nselect left 0.000000\n'
for call in pselect epoll_wait futex "futex, monotonic" "futex, real" sigtimedwait semtimedop; do
	want+="$call: took 20 ms"$'\n'
done
is "$(det -- "$clock" wait)" "${want}status 0" "calls that wait take what was asked"
want="setitimer: took 20 ms
rest: 2980 ms
getitimer: 1000 ms
alarm: 1
three times of a timer: took 300 ms
three times of a timerfd: took 300 ms
4 alarms
status 0"
for i in 1 2 3; do
	is "$(det -- "$clock" timers)" "$want" "timers"
	counts[i]=$(count)
done
is "${counts[2]} ${counts[3]}" "${counts[1]} ${counts[1]}" "… have one count"
is "$(det -- "$clock" exec)" "left: 89 ms
the rest: took 89 ms
status 0" "a timer over exec"
# 8,192 instructions take a microsecond, and the loop has three or six.
like "$(det -- "$clock" compute)" "compute: (16777216|33554432) times, .*status 0" \
	"it passes while one computes"
is "$(det -- "$clock" compute)" "$(det -- "$clock" compute)" "… exactly"
like "$(det -- "$clock" poll 20)" "poll: 9[0-9]{4} looks
status 0" "it passes while one looks"
is "$(det -- "$clock" busy)" "busy: at least 20 ms: 1
status 0" "a timer ends a loop"
is "$(det -- "$clock" event)" "poll: 1, below 30 s: 1
sigtimedwait: 1
status 0" "what comes before the timeout comes"
is "$(det -- "$clock" interrupted)" "interrupted: 1
status 0" "signals that interrupt a wait do not make it endless"
is "$(det -- "$clock" children)" "a child: took 601 ms
it computed 100 ms, 100 ms
its parent below 10 ms: 1
status 0" "a child's time"
# shellcheck disable=SC2016
like "$(det -- sh -c 'a=$(date +%s); sleep 0.3; b=$(date +%s%N); echo $((b - a * 1000000000))')" \
	"^3[0-9]{8}
status 0" "a shell's"

# ---- Where it is real ----

is "$(det -- "$clock" thread)" "thread: it goes on: 1, follows: 1
cond: 1, waited: 1
status 0" "threads"
like "$(cat "$report")" "clock=partly real, .*note: .*its clock, and that of its children, follows \
the real one from second 0\.[0-9]{3} on, since it has started a second thread" "… and the note"
is "$(det -- "$clock" socket)" "socket: it passes
status 0" "timeouts of sockets"
like "$(cat "$report")" "follows the real one .* since it has given a socket a timeout" \
	"… and the note"
finish
