#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# examples/compat/p4pc.h: a program for p4pc compiles and counts, here in the instruction stream; on
# a Pentium 4 it is tested in a guest (tests/guest/registers_test.sh).
. "$(dirname "$0")/../tap.sh"

p4pc=$BUILD/tests/guest/prog/p4pc
cc() { gcc -Wall -Wextra -Werror -O1 -Iinclude "$@" "$BUILD/libpmc.a" -pthread; }
# A program with the includes, calls and macros that the text shows, in their order.
cat >"$TMP/text.c" <<'C'
#include <stdio.h>
#include "p4pc_TFC_api.h"
#define DIM 64
int main()
{
	int misses, accesses;
	int i, k;
	int matrix[DIM][DIM];

	install_p4pc_devices();
	SELECT_2LEVEL_CACHE_READ_MISSES;
	SELECT_2LEVEL_CACHE_READ_REFERENCES;
	if (init_counter(BPU_COUNTER0) < 0) {
		printf("counter 0 cannot be started\n");
		return -1;
	}
	if (init_counter(BPU_COUNTER2) < 0) {
		printf("counter 2 cannot be started\n");
		return -1;
	}
	for (i = 0; i < DIM; i++)
		for (k = 0; k < DIM; k++)
			matrix[i][k] = i + k;
	if (get_counter(BPU_COUNTER0) < 0)
		return -2;
	if ((misses = stop_counter(BPU_COUNTER0)) < 0) {
		printf("counter 0 cannot be stopped\n");
		return -1;
	}
	if ((accesses = stop_counter(BPU_COUNTER2)) < 0) {
		printf("counter 2 cannot be stopped\n");
		return -1;
	}
	printf("%d misses, %d accesses, %d\n", misses, accesses, matrix[DIM - 1][DIM - 1]);
}
C
case $BUILD in
*/san) skip "the sanitizers' build has no libpmc.a to link with" 5 ;;
*)
	ok "the text's matrix program compiles" cc examples/compat/p4pc_matrix.c -o "$TMP/matrix"
	ok "a program as the text has it compiles unchanged" \
		cc -Iexamples/compat "$TMP/text.c" -o "$TMP/text"
	out=$("$TMP/text")
	is "$?|$out" "255|counter 0 cannot be started" "without a PMU it gets the text's error"
	cat >"$TMP/pebs.c" <<'C'
#include "p4pc_TFC_api.h"
int main(void)
{
	SELECT_2LEVEL_CACHE_READ_MISSES;
	_2LevelCacheReadMisses.pebs_on = TRUE;
	select_event(&_2LevelCacheReadMisses);
	printf("%d %s\n", init_counter(BPU_COUNTER0), p4pc_error());
}
C
	cc -Iexamples/compat "$TMP/pebs.c" -o "$TMP/pebs"
	is "$("$TMP/pebs")" "-4 nothing reads records of PEBS; leave pebs_on FALSE" \
		"pebs_on is refused, not ignored"
	hits=RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM
	out=$("$PMC" encode --counter 2 -s pentium4::BSQ_cache_reference:$hits:RD_2ndL_MISS)
	is "$out" "MSR_BSU_ESCR1=0x18020e0c"$'\n'"MSR_BPU_CCCR2=0x3f000" \
		"the registers are the text's: class 0CH, bits 0, 1, 2 and 8, select 7"
	;;
esac
[ -x "$p4pc" ] || { skip "no guest programs in this build" 3; finish; }

"$PMC" stat --backend emulated -o "$TMP/o" -- "$p4pc" 100000 >"$TMP/out"
is "$?|$(paste -sd' ' "$TMP/out")" "0|1 1 1 0 200000" "a loop to the unit, and the error codes"
if "$PMC" info | grep -q '^  driver  *available'; then
	skip "this machine has a driver" 2
else
	out=$("$p4pc" 5)
	is $? 1 "no PMU: it fails"
	like "$out" 'p4pc: no backend can count events of the calling thread' "and says why"
fi
finish
