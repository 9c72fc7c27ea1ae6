/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts a loop of its own with pmc(3), as its manual page describes the flow of a program.
 *
 *	region SPECIFIER N...	prints for each N what N turns of the loop add to one turn; a turn
 *				is one DEC and one branch, which is taken
 *	region -s SPECIFIER CPU	counts a CPU while the loop runs
 *	region -r SPECIFIER	prints how many PMCs can be allocated at once, and why not one more
 */
#include <errno.h>
#include <inttypes.h>
#include <pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void loop(uint64_t turns)
{
	__asm__ volatile(".p2align 6\n1:\tdec %0\n\tjnz 1b" : "+r"(turns) : : "cc");
}

static int fail(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	return 1;
}

static int count(pmc_id_t pmc, uint64_t turns, pmc_value_t *value)
{
	if (pmc_write(pmc, 0) || pmc_start(pmc))
		return -1;
	loop(turns);
	return pmc_stop(pmc) || pmc_read(pmc, value) ? -1 : 0;
}

static int system_wide(const char *specifier, int cpu)
{
	pmc_value_t before, after;
	pmc_id_t pmc;

	if (pmc_allocate(specifier, PMC_MODE_SC, 0, cpu, &pmc, 0))
		return fail("pmc_allocate");
	if (pmc_start(pmc) || pmc_read(pmc, &before))
		return fail("pmc_start");
	loop(10000000);
	if (pmc_read(pmc, &after) || pmc_stop(pmc))
		return fail("pmc_read");
	printf("%" PRIu64 "\n", after - before);
	return pmc_release(pmc) ? fail("pmc_release") : 0;
}

static int rows(const char *specifier)
{
	pmc_id_t pmc;
	int n;

	for (n = 0; !pmc_allocate(specifier, PMC_MODE_TC, 0, PMC_CPU_ANY, &pmc, 0); n++)
		if (pmc_start(pmc))
			return fail("pmc_start");
	printf("%d, then %s\n", n, strerror(errno));
	return 0;
}

int main(int argc, char **argv)
{
	pmc_value_t one, many;
	pmc_id_t pmc;
	int i;

	if (argc < 3)
		return 2;
	if (pmc_init())
		return fail("pmc_init");
	if (!strcmp(argv[1], "-s"))
		return system_wide(argv[2], atoi(argv[3]));
	if (!strcmp(argv[1], "-r"))
		return rows(argv[2]);
	if (pmc_allocate(argv[1], PMC_MODE_TC, 0, PMC_CPU_ANY, &pmc))
		return fail("pmc_allocate");
	if (pmc_attach(pmc, 0))
		return fail("pmc_attach");
	/* The first round also pays for what the dynamic linker does at first calls. */
	if (count(pmc, 1, &one) || count(pmc, 1, &one))
		return fail("count");
	for (i = 2; i < argc; i++) {
		if (count(pmc, strtoull(argv[i], NULL, 0) + 1, &many))
			return fail("count");
		printf("%" PRIu64 "\n", many - one);
	}
	if (pmc_detach(pmc, 0) || pmc_release(pmc))
		return fail("pmc_release");
	return 0;
}
