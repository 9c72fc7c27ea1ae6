#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Stress programs that check themselves (tests/emu/prog/stress_*.c say what they do).
# asm/sigstorm.S, asm/sigthreads.S and asm/threads.S count exactly under signals and threads that
# arrive at any time.
# tests/run: parallel time=400
. "$(dirname "$0")/../tap.sh"
prog=$BUILD/tests/emu/prog

# stress NAME COMMAND...: the command must succeed and print nothing on stderr
stress() {
	local name=$1
	shift
	timeout -k 5 180 "$PMC" stat --backend emulated -e instructions,syscalls -x, \
		-o "$TMP/report" -- "$@" >"$TMP/out" 2>"$TMP/err"
	is "$? $(cat "$TMP/err")" "0 " "$name" || note "$(cat "$TMP/out")"
	note "$(tail -1 "$TMP/out"); $(grep -m1 instructions "$TMP/report" |
		cut -d, -f1) instructions"
}

times=1
[ -z "${LONG:-}" ] || times=3
stress "signals at 10 kHz for $((3 * times)) s" "$prog/stress_signals" $((3 * times))
stress "64 threads, $((10 * times)) times" "$prog/stress_threads" $((10 * times))
stress "64 threads, $((10 * times)) times, with signals and made code" \
	"$prog/stress_threads" $((10 * times)) signals jit
stress "a program that rewrites its code" "$prog/stress_rewrite" $((130 * times))
stress "many children, 100 execs in a row" "$prog/stress_forks" $((330 * times))
stress "four at once" sh -c '
	"$0/stress_signals" 3 & "$0/stress_threads" 20 signals jit &
	"$0/stress_rewrite" 100 & "$0/stress_forks" 100 &
	fail=0; for job in 1 2 3 4; do wait %$job || fail=$job; done; exit $fail' "$prog"

# Threads share what they know of jumps, processes do not. Also with a cache that is emptied often.
for shift in 0 7; do
	PMC_EMU_CACHE_SHIFT=$shift timeout -k 5 180 "$PMC" stat --backend emulated \
		-o "$TMP/report" -- "$prog/jumps" 20 >"$TMP/out" 2>"$TMP/err"
	is "$? $(cat "$TMP/out" "$TMP/err")" "0 $((8 * 20 * 200 + 20 * 9 * 20 * 200))" \
		"parents and children with other code at the same addresses, cache shift $shift"
done

# What children do, their parent translates before the next fork (emu/heritage/ahead.h).
alike() {
	read -r second last < <("$@" timeout 60 "$PMC" stat --backend emulated --no-cache \
		-o "$TMP/report" -- "$prog/alike" 10)
	note "the second child has $second page faults, the last one $last"
	[ "$last" -gt 0 ] && [ "$((last + 20))" -lt "$second" ]
}
ok "children that are alike are translated once" alike env
status 1 "… unless each image translates anew" alike env PMC_EMU_COLD=1

# Every process is in the sum: the same number of children, each with the same loop, is the same
# count.
# count N: the system calls of a shell and its N children
count() {
	"$PMC" stat --backend emulated --deterministic -e syscalls:u -x, -o "$TMP/report" -- \
		dash -c "i=0; while [ \$i -lt $1 ]; do
			(j=0; while [ \$j -lt 100 ]; do j=\$((j + 1)); done); i=\$((i + 1))
		done" &&
		cut -d, -f1 "$TMP/report" | grep '^[0-9]'
}
one=$(count 1)
two=$(count 2)
fifty=$(count 50)
is "$((fifty - one))" "$((49 * (two - one)))" \
	"50 children make 49 times the system calls that one child more makes"

# A process whose cache was emptied leaves nothing behind where a thread of another one counts.
# after SHIFT: branches with a cache of that size; waiting for the thread makes some more or fewer
after() {
	PERL_HASH_SEED=0 PMC_EMU_CACHE_SHIFT=$1 "$PMC" stat --backend emulated -e branches:u \
		-x, -o "$TMP/report" -- setarch -R "$prog/after" perl -MPOSIX -e 'print 1' \
		>/dev/null &&
		cut -d, -f1 "$TMP/report" | grep '^[0-9]'
}
differ=$(($(after 7) - $(after 0)))
is "$((differ > -10000 && differ < 10000))" 1 "a thread counts alike after any process" ||
	note "the counts differ by $differ"
finish
