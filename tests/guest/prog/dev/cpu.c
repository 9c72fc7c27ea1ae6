/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the calling thread runs. */
#define _GNU_SOURCE
#include <sched.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"

void stay_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((unsigned)cpu, &set);
	must(!sched_setaffinity(0, sizeof(set), &set), "going to a CPU");
}
