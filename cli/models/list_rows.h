/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc list --model -v`: events as the manuals' tables have them, with event select, unit masks and
 * what else they need in the registers; on a Pentium 4 with ESCRs, counters and select numbers.
 */
#ifndef PMC_CLI_MODELS_LIST_ROWS_H
#define PMC_CLI_MODELS_LIST_ROWS_H

#include <stddef.h>
#include <stdint.h>

struct pmc_model;
struct pmc_model_event;

/* What an event, or one of its unit masks, is in the registers. */
struct row_values {
	/*
	 * Both -1 if the registers have no such field: an event of a fixed counter alone; or if the
	 * event cannot be encoded alone, since it needs a unit mask.
	 */
	int64_t select, mask;
	char flags[160]; /* other fields that are set: "CMASK=1 INV"; or "" */
};

/* umask NULL: the event alone. */
void row_values(const struct pmc_model *model, const char *event, const char *umask,
		struct row_values *values);

/* One ESCR of a Pentium 4's event, and what it feeds. */
struct row_escr {
	char name[40];
	uint32_t address;
	unsigned select;   /* its number in the CCCRs */
	uint64_t counters; /* that it feeds */
};
#define ROW_ESCRS 2
/* Writes the ESCRs that detect the event. Returns how many; 0: it is no event of a Pentium 4. */
unsigned row_escrs(const struct pmc_model *model, const struct pmc_model_event *event,
		   const char *umask, struct row_escr escr[ROW_ESCRS]);

/* Prints event number `index` with its unit masks. */
void row_print(const struct pmc_model *model, size_t index, const struct pmc_model_event *event);
/* Prints the same as members of an object: , "select": "0x2e", … */
void row_print_json(const struct pmc_model *model, const struct pmc_model_event *event,
		    const char *umask);

#endif
