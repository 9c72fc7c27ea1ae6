/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers of one CPU that were read, and how they are printed. */
#ifndef PMC_CLI_MSR_VALUES_H
#define PMC_CLI_MSR_VALUES_H

#include <stdbool.h>
#include <stddef.h>

struct pmc_model;

/* One register: "NAME=0x…", as pmc_decoding_create() takes it, or why it could not be read. */
struct value {
	char text[64];
	char name[40];
	char *refused; /* NULL: it was read */
};

struct values {
	struct value *value;
	size_t n;
};

/*
 * Reads the registers of these names, or all of the model if the list is empty. A register that is
 * refused is an error if it was named, and else stays in the list with the reason. Returns 0, or
 * an exit status after a complaint. Free with values_deinit() in every case.
 */
int values_read(struct values *values, const struct pmc_model *model, unsigned cpu,
		char *const *names);
void values_deinit(struct values *values);

enum value_format {
	VALUES_FIELDS, /* each register with its fields, and what the counters count */
	VALUES_LINES,  /* each register on a line, and what the counters count */
	VALUES_SHORT,  /* REGISTER=VALUE, as `pmc msr write` and `pmc decode` take it */
	VALUES_JSON,
};
/* Returns 0, or an exit status after a complaint. */
int values_print(const struct values *values, const struct pmc_model *model, unsigned cpu,
		 enum value_format format);

#endif
