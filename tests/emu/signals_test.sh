#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The signals that the engine needs for itself, used by programs of several threads
# (prog/odd_shared.c), the engine's own signals, which no program may notice (prog/odd_kicks.c), and
# the registers of x87, SSE and protection keys at signals (prog/odd_fp.c).
# Output and status must be the same natively and under the engine.
# tests/run: parallel time=120
. "$(dirname "$0")/../tap.sh"
prog=$BUILD/tests/emu/prog

deterministic=
# both NAME COMMAND...: natively and under the engine
both() {
	local name=$1 native emulated
	shift
	timeout 60 "$@" >"$TMP/native" 2>&1 </dev/null
	native=$?
	# shellcheck disable=SC2086
	timeout 60 "$PMC" stat --backend emulated $deterministic -e instructions -o "$TMP/report" \
		-- "$@" >"$TMP/emulated" 2>&1 </dev/null
	emulated=$?
	is "$emulated $(cat "$TMP/emulated")" "$native $(cat "$TMP/native")" "$name"
}

both "a thread in sigwaitinfo gets what is sent to the process" "$prog/odd_shared" wait
is "$(wc -l <"$TMP/native")" 7 "all seven signals"
both "so does a thread in sigsuspend" "$prog/odd_shared" suspend
both "so does a thread that does not block them" "$prog/odd_shared" handler
both "so does a thread that waits for a signalfd" "$prog/odd_shared" poll
both "signals of the process wait for the first thread that takes them" "$prog/odd_shared" later
both "300 signals queue in order" "$prog/odd_shared" queue
is "$(cat "$TMP/native")" "300 in order, code -1" "all of them"
both "a signal for one thread stays with it" "$prog/odd_shared" thread
both "a signal that is ignored is pending no more" "$prog/odd_shared" ignore
both "threads come and go, and no signal is lost" "$prog/odd_shared" exits

both "a handler begins with the initial FP state" "$prog/odd_fp" handler
both "so does a handler in a handler" "$prog/odd_fp" nested
is "$(grep -c "inner handler: mxcsr 1f80 control 37f xmm7 0" "$TMP/native")" 6 "as it must be"
both "and with the initial rights of protection keys" "$prog/odd_fp" pkru
both "the frame shows the program's address of the last x87 instruction" "$prog/odd_fp" frame
both "FNSTENV and FNSAVE store the program's address" "$prog/odd_fp" env
both "they fault without a change" "$prog/odd_fp" fault
both "execve of a bad address with SIGSEGV blocked" "$prog/odd_signals" badexec
both "a handler whose stack cannot be written" "$prog/odd_signals" noroom
deterministic=--deterministic
both "XRSTOR looks at MXCSR only where it loads it" "$prog/odd_fp" xrstor
deterministic=
export PMC_EMU_CACHE_SHIFT=7 # the smallest cache
both "threads are stopped while they compute" "$prog/odd_kicks" compute
both "the same where no signal can be queued" bash -c 'ulimit -i 0; "$0" compute' "$prog/odd_kicks"
both "a thread that waits for signals does not see the engine's" "$prog/odd_kicks" wait
both "no signal of the program is lost" "$prog/odd_kicks" send
both "it interrupts no call" "$prog/odd_kicks" sleep
finish
