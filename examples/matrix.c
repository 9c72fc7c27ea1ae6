/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks a matrix along its rows and along its columns. Both walks do the same additions, but the
 * second causes many more cache misses, which the counters show. On a Pentium 4 the program counts
 * the read misses and read references of the second-level cache; docs/pentium4.md explains how
 * their names become register values. On other processors it uses generic names. It names the
 * events that cannot be counted, with the reason.
 *
 *	cc -O1 matrix.c -lpmc -o matrix
 *	./matrix				on a machine with a PMU
 *	pmc stat --backend emulated -- ./matrix	anywhere: instructions, loads and stores
 *
 * With the argument `rows` or `columns` it does nothing but that walk, for others to count:
 *
 *	pmc stat --machine pentium4 -e BSQ_cache_reference:RD_2ndL_MISS:u -- ./matrix rows
 */
#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <string.h>

#define DIM 1024

static int matrix[DIM][DIM];

static void along_rows(void)
{
	for (int i = 0; i < DIM; i++)
		for (int k = 0; k < DIM; k++)
			matrix[i][k]++;
}

static void along_columns(void)
{
	for (int i = 0; i < DIM; i++)
		for (int k = 0; k < DIM; k++)
			matrix[k][i]++;
}

/*
 * The events to count: cache misses and references, and then events that show that both walks do
 * the same work.
 */
static const char *choose(void)
{
	struct pmc_model *model;
	struct pmc_model_info info = { .family = "" };

	if (!pmc_model_open(NULL, NULL, &model, NULL)) {
		pmc_model_info(model, &info);
		pmc_model_close(model);
	}
	if (!strcmp(info.family, "Pentium 4"))
		return "BSQ_cache_reference:RD_2ndL_MISS:u,"
		       "BSQ_cache_reference:RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM:RD_2ndL_MISS:u,"
		       "instructions:u";
	return "cache-misses:u,cache-references:u,instructions:u,loads:u,stores:u";
}

/* Returns 1 if the set could not be read. */
static int walk(struct pmc_set *set, const char *name, void (*run)(void))
{
	struct pmc_count n[8];
	struct pmc_set_event ev;

	run(); /* once without counting, so that all pages and code are in memory */
	pmc_set_reset(set);
	pmc_set_start(set);
	run();
	pmc_set_stop(set);
	if (pmc_set_read(set, n, pmc_set_size(set), NULL))
		return 1;
	printf("%s\n", name);
	for (size_t i = 0; !pmc_set_event(set, i, &ev); i++)
		if (n[i].state == PMC_COUNTED)
			printf("%14" PRIu64 "  %s%s\n", n[i].value, ev.typed,
			       n[i].quality == PMC_MODELLED ? " (modelled)" :
			       n[i].quality == PMC_SCALED   ? " (scaled)" :
							      "");
	return 0;
}

/* Counts both walks by itself. */
static int count(void)
{
	struct pmc *pmc;
	struct pmc_set *set;
	struct pmc_set_event ev;
	struct pmc_diag diag;
	int failed;

	if (pmc_open(NULL, PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, choose(), PMC_SET_TOLERANT, &set, &diag) ||
	    pmc_set_attach_self(set, &diag))
		return fprintf(stderr, "matrix: %s\n", diag.sentence), 1;
	printf("%d x %d integers, counted by backend %s\n", DIM, DIM,
	       pmc_backend_name(pmc_backend(pmc)));
	for (size_t i = 0; !pmc_set_event(set, i, &ev); i++)
		if (ev.reason)
			printf("not counted: %s\n", ev.reason);
	failed = walk(set, "along the rows", along_rows) ||
		 walk(set, "along the columns", along_columns);
	pmc_set_destroy(set);
	pmc_close(pmc);
	return failed;
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return count();
	if (argc == 2 && !strcmp(argv[1], "rows"))
		along_rows();
	else if (argc == 2 && !strcmp(argv[1], "columns"))
		along_columns();
	else
		return fprintf(stderr, "matrix: give rows, columns, or nothing to count both\n"), 2;
	return 0;
}
