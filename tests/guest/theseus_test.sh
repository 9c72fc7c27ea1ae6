#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# examples/theseus.c on PMUs, by perf and by the driver: its counts, and as many samples of its own
# task as the region has whole periods. The same as commands: pmc record -t of one of two threads,
# and pmc report --raw.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

ok "it has at most forty lines" test "$(wc -l <examples/theseus.c)" -le 40
ok "it compiles" gcc -Wall -Wextra -Werror -O1 -Iinclude examples/theseus.c "$BUILD/libpmc.a" \
	-pthread -o "$TMP/theseus"
# Two threads that run for ever in functions of their own; prints the number of the second.
cat >"$TMP/two.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
__attribute__((noinline)) static void first(void) { for (;;) __asm__ volatile(""); }
__attribute__((noinline)) static void second(void) { for (;;) __asm__ volatile(""); }
static void *run(void *none)
{
	printf("%ld\n", syscall(SYS_gettid));
	fflush(stdout);
	second();
	return none;
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, run, NULL);
	first();
}
C
ok "a program of two threads compiles" gcc -O1 -pthread -o "$TMP/two" "$TMP/two.c"
# Linux holds back what interrupts for long, as everything does in the rig.
run='cd /proc/sys/kernel
	echo 1000000 >perf_event_max_sample_rate; echo 0 >perf_cpu_time_max_percent
	cd /guest; ./theseus || exit
	./two >tid & two=$!
	until [ -s tid ]; do usleep 10000; done
	./pmc record -e ref-cycles -c 0xFFFFF --samples 50 -t $(cat tid) -o core0.data 2>said
	echo "record $? $(head -n 1 said)"
	echo "tid $(cat tid) $(pidof two)"
	./pmc report --raw -i core0.data | sed "s/^/raw /"
	kill $two; wait $two 2>/dev/null; exit 0'
one() {
	local with=()
	[ "${1#*-by-}" != driver ] || with=(--module "$KO")
	guest "$1" --cpu "${1%-by-*}" "${with[@]}" --add "$TMP/theseus" --add "$TMP/two" \
		--add "$PMC" -- sh -c "$run"
}
boots='arch-v4-by-perf arch-v4-by-driver arch-v2-by-driver'
guests one $boots
for b in $boots; do
	came_back $b "$b: it ran" || continue
	n=$(got $b ref-cycles)
	# The loop has six instructions at -O1, and the rig one instruction in a cycle.
	between 30000000 "$(got $b instructions)" 30300000 "$b: instructions of the region"
	between 30000000 "$n" 30300000 "$b: reference cycles of the region"
	between 5000000 "$(got $b branches)" 5100000 "$b: branches of the region"
	is "$(grep -c '^0x' "$TMP/$b.out")" $((n / 0xFFFFF)) "$b: a sample for each 0xFFFFF of them"
	is "$(awk '/^0x/ { print $2 }' "$TMP/$b.out" | sort -u | wc -l)" 1 "$b: of one task"
	like "$(got $b record)" '^0 ' "$b: pmc record -t of a thread ends after its samples"
	read -r tid pid <<<"$(got $b tid)"
	ok "$b: … which is not the process's first" test "${tid:-0}" -gt "${pid:-0}"
	is "$(awk -F'\t' '/^raw / { print $2, $3 }' "$TMP/$b.out" | sort | uniq -c |
		sed 's/^ *//')" "50 $tid two" "$b: all 50 are of the thread"
	# The kernel may take its turn with a sample.
	ok "$b: … in its function" test "$(awk -F'\t' '/^raw / && $4 == "second"' \
		"$TMP/$b.out" | wc -l)" -ge 48
done
finish
