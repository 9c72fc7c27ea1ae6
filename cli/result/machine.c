/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processor and its features, as a result file names them. The features are those by which
 * libraries choose between several versions of a function: with other ones a program runs other
 * instructions.
 */
#include "cli/result/machine.h"

#include "cli/result/result.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <stdlib.h>

#define FEATURES_MAX 32

/* The compiler wants a constant, so there is no table to walk. */
#define ADD(r, name)                                              \
	do {                                                      \
		if (__builtin_cpu_supports(name))                 \
			(r)->feature[(r)->n_features++] = (name); \
	} while (0)

static void add_features(struct result *r)
{
	__builtin_cpu_init();
	ADD(r, "sse3");
	ADD(r, "ssse3");
	ADD(r, "sse4.1");
	ADD(r, "sse4.2");
	ADD(r, "popcnt");
	ADD(r, "avx");
	ADD(r, "avx2");
	ADD(r, "bmi");
	ADD(r, "bmi2");
	ADD(r, "fma");
	ADD(r, "fma4");
	ADD(r, "xop");
	ADD(r, "avx512f");
	ADD(r, "avx512vl");
	ADD(r, "avx512bw");
	ADD(r, "avx512dq");
	ADD(r, "avx512cd");
	ADD(r, "avx512vbmi");
	ADD(r, "avx512vbmi2");
}

int result_machine(struct result *result)
{
	struct pmc_machine *machine = calloc(1, sizeof(*machine));
	int err;

	result->machine = machine;
	if (!machine)
		return -ENOMEM;
	err = pmc_machine(machine);
	if (err)
		return err;
	result->feature = calloc(FEATURES_MAX, sizeof(*result->feature));
	if (!result->feature)
		return -ENOMEM;
	result->vendor = machine->vendor;
	result->brand = machine->brand;
	result->family = machine->family;
	result->model = machine->model;
	result->stepping = machine->stepping;
	add_features(result);
	return 0;
}
