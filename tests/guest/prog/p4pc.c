/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program for p4pc, by examples/compat/p4pc.h: counts instr_retired in user mode on IQ_COUNTER0
 * around a loop and around none, and prints by how much the two differ, which is what the loop has
 * executed; then its error codes. usage: p4pc LOOPS
 */
#include "examples/compat/p4pc.h"

#include <stdlib.h>

#define INSTR_RETIRED 0x02
#define NBOGUSNTAG    0x1
#define NBOGUSTAG     0x2

static struct p4pc_event_id instr_retired_id = {
	INSTR_RETIRED, NBOGUSNTAG | NBOGUSTAG, 0x3b8, 0x30c, 0x36c, 4,
};

static long long around(uint32_t n)
{
	__s64 value;

	if (init_counter(IQ_COUNTER0) < 0) {
		printf("p4pc: %s\n", p4pc_error());
		exit(1);
	}
	get_counter(IQ_COUNTER0);
	value = get_counter(IQ_COUNTER0);
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
	value = get_counter(IQ_COUNTER0) - value;
	if (stop_counter(IQ_COUNTER0) < value)
		printf("p4pc: the last reading is less\n");
	return (long long)value;
}

int main(int argc, char **argv)
{
	static struct p4pc_usr_os_t user = { .t0_usr = 1, .active_thread = 3 };
	struct p4pc_event_count_config instr_retired;
	uint32_t n = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;

	printf("%d %d", init_counter(IQ_COUNTER0) == -P4PC_ENOMSG,
	       get_counter(IQ_COUNTER0) == -P4PC_ENODESCR);
	printf(" %d %d\n", stop_counter(IQ_COUNTER0) == -P4PC_ENODESCR, install_p4pc_devices());
	p4pc_set_BASIC_event_config(&instr_retired, &instr_retired_id);
	instr_retired.usr_os_t = &user;
	select_event(&instr_retired);
	around(1);
	printf("%lld\n", around(n + 1) - around(1));
	if (init_counter(IQ_COUNTER0) || init_counter(IQ_COUNTER0) != -P4PC_EWRITE)
		printf("p4pc: it was started twice\n");
	stop_counter(IQ_COUNTER0);
	return 0;
}
