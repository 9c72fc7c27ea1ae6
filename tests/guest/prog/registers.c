/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a counter of CPU 0 by pmc_msr_read() around a loop, and again around none: prints by how
 * much the two differ, which is what the loop has executed. usage: registers COUNTER LOOPS. It is
 * pinned to the CPU, and each reading executes the same instructions in user mode.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <pmc/pmc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t read_counter(const char *name)
{
	struct pmc_diag diag;
	uint64_t value;

	if (pmc_msr_read(0, name, &value, &diag)) {
		printf("registers: %s\n", diag.sentence);
		exit(1);
	}
	return value;
}

/* Two instructions each time. */
static void loop(uint32_t n)
{
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
}

static int64_t around(const char *name, uint32_t n)
{
	uint64_t before, after;

	read_counter(name);
	before = read_counter(name);
	loop(n);
	after = read_counter(name);
	return (int64_t)(after - before);
}

int main(int argc, char **argv)
{
	cpu_set_t cpus;
	uint32_t n;

	if (argc != 3)
		return 2;
	n = (uint32_t)strtoul(argv[2], NULL, 0);
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	around(argv[1], 1);
	printf("%" PRId64 "\n", around(argv[1], n + 1) - around(argv[1], 1));
	return 0;
}
