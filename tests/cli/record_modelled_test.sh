#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san
# pmc record -e EVENT: modelled counts at lines and instructions. Programs whose misses are
# foretold, and real ones whose sums are those of pmc stat, to the unit; threads, children, killed
# processes, code that changes its place; what report, annotate, diff and script say; the sentence
# for each mistake.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/cli/lines.sh"

# 100,000 loads at different addresses, each of a line of its own, twice: more than a table in the
# engine has room for.
cat >"$TMP/wide.s" <<'S2'
	.bss
	.balign 4096
m:	.skip 100000 * 64
	.text
	.globl _start
_start:	mov $2, %ecx
1:	lea m(%rip), %rsi
	.set i, 0
	.rept 100000
	mov i(%rsi), %eax
	.set i, i + 64
	.endr
	dec %ecx
	jnz 1b
	mov $60, %eax
	xor %edi, %edi
	syscall
S2
# Four threads, children, one of which is killed, an exec if asked for, and a death by SIGKILL.
cat >"$TMP/tasks.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static int a[4][1 << 16];
static void *walk(void *p)
{
	int *x = p;

	for (int r = 0; r < 2; r++)
		for (int i = 0; i < 1 << 16; i += 16)
			x[i]++;
	return 0;
}
int main(int argc, char **argv)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(t + i, 0, walk, a[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	for (int i = 0; i < 3; i++) {
		int pid = fork();

		if (!pid) {
			walk(a[i]);
			if (i == 1)
				kill(getpid(), SIGKILL);
			_exit(0);
		}
		waitpid(pid, 0, 0);
	}
	if (argc > 1)
		execl(argv[1], argv[1], (char *)0);
	kill(getpid(), SIGKILL);
	return 0;
}
C
# Code that is made twice at the same address, and misses there.
cat >"$TMP/jit.c" <<'C'
#include <string.h>
#include <sys/mman.h>
static char m[1 << 20];
int main(void)
{
	/* mov eax, [rdi]; ret. Then with a nop before it. */
	static const unsigned char code[2][4] = { { 0x8b, 0x07, 0xc3 },
						  { 0x90, 0x8b, 0x07, 0xc3 } };

	for (int k = 0; k < 2; k++) {
		char *p = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

		memcpy(p, code[k], 4);
		for (int i = 0; i < 1 << 20; i += 64)
			((int (*)(char *))p)(m + i);
	}
	return 0;
}
C
gcc -nostdlib -static -o "$TMP/wide" "$TMP/wide.s" &&
	gcc -O1 -pthread -o "$TMP/tasks" "$TMP/tasks.c" &&
	gcc -O1 -o "$TMP/jit" "$TMP/jit.c" || { skip "no compiler"; finish; }
cd "$TMP" || exit 1

events=L1-dcache-load-misses,L1-dcache-store-misses,L1-icache-load-misses,l2-read-misses
events+=,LLC-load-misses,dTLB-load-misses,dTLB-store-misses,iTLB-load-misses,branch-misses
events+=,cache-references,l2-fetches

# The profile's sums, "event:u count", in their order.
sums() { # FILE EVENTS
	"$PMC" report -i "$1" --stdio -e "$2" 2>/dev/null |
		sed -n 's/^# \([^ ]*:u\): \([0-9,]*\), in .*/\1 \2/p' | tr -d ,
}
same() { # WHAT EVENTS [OPTION...] -- COMMAND...
	local what=$1 list=$2
	shift 2
	"$PMC" record -q --deterministic -o r.data -e "$list" "$@" >/dev/null 2>err
	"$PMC" stat --deterministic -x, -o stat.out -e "$list" "$@" >/dev/null 2>&1
	is "$(sums r.data "$list")" \
		"$(grep -v '^#' stat.out | grep . | awk -F, '{ print $3, $1 }')" \
		"$what: sums as pmc stat"
	ok "… of $(sums r.data "$list" | wc -l) events" test "$(sums r.data "$list" | wc -l)" -eq \
		"$(tr , '\n' <<<"$list" | wc -l)"
}
same "foretold misses" $events -- ./lines
same "foretold misses, once more on zen2" $events --machine zen2 -- ./lines
same "more instructions than a table has" L1-dcache-load-misses,L1-icache-load-misses -- ./wide
is "$(sums r.data L1-dcache-load-misses)" "L1-dcache-load-misses:u 200000" "as many as foretold"
is "$("$PMC" report -i r.data -e L1-dcache-load-misses,instructions --sort address -t '|' \
	--stdio 2>/dev/null | awk -F'|' '$2 == 2 && $4 == 2' | wc -l)" 100000 "two at each load"
same "a real program" $events -- ls /usr
same "another" $events -- perl -e 'my %h; $h{$_ % 100} .= "x" for 1..2000'
export PMC_EMU_CACHE_SHIFT=7
same "a cache of code that is full all the time" $events -- ls /usr
unset PMC_EMU_CACHE_SHIFT
same "the Pentium 4's own names" \
	BSQ_cache_reference:RD_2ndL_MISS,page_walk_type:DTMISS --machine pentium4 -- ls /usr
same "threads, children, a killed one, an exec" L1-dcache-load-misses,dTLB-load-misses \
	--cache LL=private -- ./tasks /bin/true
same "a death by SIGKILL" L1-dcache-load-misses,dTLB-load-misses --cache LL=private -- ./tasks
same "code that changes" L1-dcache-load-misses -- ./jit
anon=$("$PMC" report -i r.data -e L1-dcache-load-misses --sort object,address -t '|' --stdio \
	2>/dev/null | grep -F '[anon]' | awk -F'|' '$2 { print $2, $NF }')
is "$(sort <<<"$anon")" $'16384 0x10000000\n16384 0x10000001' "each has its own"

# ---- What it says ----

"$PMC" record -o m.data --machine zen4 --cache LL=none -e L1-dcache-load-misses,branch-misses -- \
	./lines >out 2>err
like "$(cat err)" ', exact; modelled: zen4, bit-plru; LL=none \]$' "record names the machine"
text=$("$PMC" report -i m.data --stdio -e L1-dcache-load-misses,instructions --sort line)
like "$text" "^# modelled profile of ./lines, from m.data: counts come from a model of zen4, $(
	)bit-plru; LL=none, not from hardware" "report: modelled, and the machine"
like "$text" '# instructions:u: 131,084 \(exact\), in' "… and what is exact beside it"
like "$text" '100.00% +32,768 .* lines.s:9' "the misses are at their line"
like "$("$PMC" report -i m.data --stdio)" '^# exact profile of' "executions alone are exact"
is "$("$PMC" report -i m.data -e L1-dcache-load-misses -j | grep -o '"quality": "[a-z]*"' |
	head -1)" '"quality": "modelled"' "-j says so"
text=$("$PMC" annotate -i m.data --stdio -e L1-dcache-load-misses)
like "$text" 'model of zen4' "annotate names the machine"
like "$text" '100.00 +32,768 +32,768 .*mov    \(%rsi\),%eax' "misses and executions of a load"
"$PMC" record -q -o n.data --machine zen4 --cache LL=none -e L1-dcache-load-misses -- \
	./lines 2>err
text=$("$PMC" diff -e L1-dcache-load-misses m.data n.data 2>&1)
is "$?" 0 "diff of one machine"
like "$text" 'before: modelled profile .* model of zen4' "… which it names"
"$PMC" record -q -o o.data -e L1-dcache-load-misses -- ./lines 2>err
like "$("$PMC" diff -e L1-dcache-load-misses m.data o.data 2>&1)" \
	"m.data comes from a model of zen4, bit-plru; LL=none and that of o.data from one of $(
	)skylakex, bit-plru, so differences are not the program's; --force" \
	"but not of two machines"
ok "--force" "$PMC" diff --force -e L1-dcache-load-misses m.data o.data
ok "executions compare all the same" "$PMC" diff m.data o.data
like "$("$PMC" script -i m.data -e L1-dcache-load-misses)" \
	$'event\t0\tL1-dcache-load-misses:u\tmodelled\t32768' "script"
"$PMC" record -q --deterministic -o one.data -e $events -- ls /usr >/dev/null 2>&1
"$PMC" record -q --deterministic -o two.data -e $events -- ls /usr >/dev/null 2>&1
bytes() {
	"$PMC" report -i "$1" --stdio -e $events,instructions --sort object,address 2>&1 |
		tail -n +2
}
is "$(bytes one.data | md5sum)" "$(bytes two.data | md5sum)" "two recordings are equal"

# ---- Mistakes ----

refused() {
	like "$("$PMC" record "${@:2}" -- touch "$TMP/ran" 2>&1)" "$1" "refused: ${*:2}"
	ok "the command does not run" test ! -e "$TMP/ran"
}
refused '--machine, --cache and --machine-file: say by -e which events' --machine zen4
refused "no machine is named 'skylack'; did you mean 'skylake'" --machine skylack -e branch-misses
refused "'task-clock' does not happen at instructions" --backend emulated -e task-clock
refused "'L1-dcache-loads' needs no model: it is a sum of events that every profile has" \
	-e L1-dcache-loads
refused "'est-cycles' is an estimate, which a profile does not divide up" -e est-cycles
many=l1d-read-misses,l1d-write-misses,l1i-misses,l2-reads,l2-writes,l2-fetches,l2-read-misses
many+=,l2-write-misses,l2-fetch-misses,ll-reads,ll-writes,ll-fetches,ll-read-misses
many+=,ll-write-misses
same "as many events as there is room for" $many -- ./lines
refused "room for 14 modelled events, and 'll-fetch-misses' is one more" -e $many,ll-fetch-misses
refused "did you mean" -e L1-dcache-load-mises
refused "with 'cycles'|'cycles' does not show" -e cycles
finish
