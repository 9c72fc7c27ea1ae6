#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Rare behaviour (prog/odd_runs.c) and programs that were linked differently: output and status must
# be the same natively and under the engine. The counts of threads must add up to those of their
# processes, and those of the processes to the total.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
odd=$BUILD/tests/emu/prog/odd_runs
report=$TMP/report
cc=${CC:-gcc}

# both NAME COMMAND...: natively and under the engine
both() {
	local name=$1 native emulated
	shift
	timeout 60 "$@" >"$TMP/native" 2>&1 </dev/null
	native=$?
	timeout 120 "$PMC" stat --backend emulated -e instructions -o "$report" -- "$@" \
		>"$TMP/emulated" 2>&1 </dev/null
	emulated=$?
	is "$emulated $(cat "$TMP/emulated")" "$native $(cat "$TMP/native")" "$name"
}

both "code that changes" "$odd" code
ok "it ran to its end" grep -q "^dropped: signal 11" "$TMP/native"
both "stack overflows under a timer" "$odd" overflow
both "deep recursion" "$odd" deep 30000
both "deeper recursion, a large stack" bash -c \
	'ulimit -s 1000000 2>/dev/null || ulimit -s $(ulimit -Hs); "$0" deep 2000000; echo $?' \
	"$odd"
both "recursion too deep" bash -c '("$0" deep 100000000; echo $?) 2>/dev/null' "$odd"
both "a mapping that grows" "$odd" grow
both "vfork and exec" "$odd" vfork
both "huge zeros" "$odd" bss
both "1,000 threads at once" "$odd" threads 1000
both "a storm of forks" "$odd" storm
both "execve from a thread" "$odd" exec
both "limits" "$odd" limits
both "limits, others" bash -c \
	'ulimit -n 50; ulimit -s 512; ulimit -c 0; ulimit -f 100; "$0" limits' "$odd"
both "few processes allowed" bash -c 'ulimit -u 4000; "$0" storm; "$0" threads 50' "$odd"

cp /bin/true "$TMP/watched"
watched=$BUILD/tests/emu/prog/exec_watched
"$watched" "$TMP/watched" >"$TMP/out" 2>&1
if [ $? = 77 ]; then
	skip "executions cannot be watched here" 2
else
	like "$(cat "$TMP/out")" '^ended: 0, seen: 0x1000, by that process: 1$' "it is seen"
	both "who watches sees what is executed" "$watched" "$TMP/watched"
fi

# Signals that the engine needs for itself, used by the program
odd_signals=$BUILD/tests/emu/prog/odd_signals
both "blocked signals of faults are pending, and waited for" "$odd_signals" kept
is "$(wc -l <"$TMP/native")" 7 "it ran to its end"
both "the last real-time signal queues" "$odd_signals" queue
both "pending signals over fork and exec" "$odd_signals" inherit
both "a blocked signal interrupts no sleep" "$odd_signals" sleep
both "a kept signal leaves FP registers alone" "$odd_signals" fp
is "$(cat "$TMP/native")" "0 1234567890 handled 1" "as it must be"
both "a handler queues its fault for the next one" "$odd_signals" again
both "a handler queues its fault, to die of it" sh -c '"$0" die; echo $?' "$odd_signals"
both "CLONE_CLEAR_SIGHAND" "$odd_signals" clear

# Hot code that goes by a table of addresses
export PMC_EMU_HASTY=1 PMC_EMU_COLD=1
for how in "" written; do
	for i in 1 2 3; do
		both "another thread changes a table of addresses, $how $i" \
			"$BUILD/tests/emu/prog/odd_slots" $how
	done
	is "$(cat "$TMP/native")" "wrong: 0" "each call went where the table led"
done
unset PMC_EMU_HASTY PMC_EMU_COLD

# What programs rarely ask for a task of theirs
odd_tasks=$BUILD/tests/emu/prog/odd_tasks
no_resource=()
[ "$(id -u)" != 0 ] || no_resource=(setpriv --bounding-set=-sys_resource)
both "children in the same memory leave no counters" "${no_resource[@]}" bash -c \
	'ulimit -f 131072; exec "$0" left 100' "$odd_tasks"
is "$(cat "$TMP/native")" "50 left, 50 killed, 100 forked" "as it must be"
for how in exit exec; do
	both "a child in the same memory goes on after its parent's $how" sh -c \
		'"$0" orphan 1000000 $1 | cat' "$odd_tasks" $how
	is "$(cat "$TMP/native")" "the orphan has ended" "as it must be"
	counts=()
	for n in 1000000 3000000; do
		"$PMC" stat --backend emulated --deterministic --wait -e instructions:u -x, \
			-o "$report" -- "$odd_tasks" orphan $n $how >"$TMP/out" 2>&1 </dev/null
		counts+=("$(sed -n 's/^\([0-9]*\),,instructions.*/\1/p' "$report")")
	done
	is $((counts[1] - counts[0])) 4000000 "all that it does is counted"
done
both "children in the same memory, killed in their code" "$odd_tasks" killed
like "$(cat "$TMP/native")" '^44999850000, cleared 1, killed by 9$' "as it must be"
both "clone3 with half a stack" "$odd_tasks" clone3
both "dispatched system calls" "$odd_tasks" dispatch
both "dispatched system calls, a bad selector" sh -c '"$0" bad; echo $?' "$odd_tasks"
both "CPUID that faults" "$odd_tasks" cpuid
both "barriers for restartable sequences" "$odd_tasks" rseq
like "$(cat "$TMP/native")" '^register 1, do 1, query 1; ' "they are there where these are"

# other makes
for make in "-static-pie" "-static -no-pie" "-no-pie" "-pie -Wl,-z,execstack" \
	"-Wl,-z,now -fcf-protection=full"; do
	# shellcheck disable=SC2086
	if ! $cc -O1 -pthread -w $make -DHUGE=0x100000 -o "$TMP/odd" tests/emu/prog/odd_runs.c \
		2>"$TMP/cc"; then
		skip "$make: $(tail -1 "$TMP/cc")" 3
		continue
	fi
	for what in code "threads 20" overflow; do
		# shellcheck disable=SC2086
		both "$make: $what" "$TMP/odd" $what
	done
done
both "limits on data" bash -c 'ulimit -d 40000; "$0" limits' "$TMP/odd"
for san in address thread undefined; do
	if echo 'int main(int c, char **v) { int a[4]; return printf("%d\n", a[c] = 3) + a[c]; }' |
		$cc -x c -w -include stdio.h -fsanitize=$san -o "$TMP/san" - 2>/dev/null &&
		"$TMP/san" >/dev/null 2>&1; [ $? = 5 ]; then
		both "-fsanitize=$san" "$TMP/san"
	else
		skip "-fsanitize=$san cannot be built or run here"
	fi
done
echo 'int getuid(void) { return 4711; } int geteuid(void) { return 4711; }' |
	$cc -x c -w -shared -fPIC -o "$TMP/preload.so" - || exit 1
both "LD_PRELOAD" env LD_PRELOAD="$TMP/preload.so" id -u
is "$(cat "$TMP/native")" 4711 "it was loaded"

# ---- sums ----

# rows OPTION...: prints name and count of each line of a report per thread or per process
rows() {
	"$PMC" stat --backend emulated --deterministic -x, -o "$report" "$@" >/dev/null &&
		sed -nE 's/^([^,#]*-[0-9]+),([0-9]+),.*/\1 \2/p' "$report"
}
sum() { awk '{ s += $2 } END { print s }'; }
tree=(bash -c 'for i in 1 2 3; do "$0" deep 100 & done; wait; "$0" deep 10' "$odd")
event=syscalls
"$PMC" stat --backend emulated --deterministic -e $event -x, -o "$report" -- "$odd" vfork >/dev/null
whole=$(sed -nE 's/^([0-9]+),.*/\1/p' "$report")
is "$(rows --per-process -e $event -- "$odd" vfork | sum)" "$whole" "processes sum up to the tree"
is "$(rows --per-thread -e $event -- "$odd" vfork | sum)" "$whole" "threads too"
is "$(rows --per-process -e $event -- "$odd" vfork | wc -l)" 121 "each process has its line"
for i in 1 2 3; do
	rows --per-thread -e instructions -- "$odd" storm | cut -d' ' -f2 | sort -n | md5sum
done >"$TMP/storms"
is "$(sort -u "$TMP/storms" | wc -l)" 1 "a storm of forks: process by process the same each time"
rows --per-process -e syscalls -- "${tree[@]}" >"$TMP/rows"
is "$(grep -c odd_runs "$TMP/rows")" 4 "a shell's four children"
is "$(grep odd_runs "$TMP/rows" | cut -d' ' -f2 | sort -n | uniq -c |
	sed 's/^ *//; s/ .*//' | sort -n | xargs)" "1 3" \
	"three of them count the same"
finish
