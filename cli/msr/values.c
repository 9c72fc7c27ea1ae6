/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads registers of one CPU, and prints them as `pmc decode` explains registers. */
#include "cli/msr/values.h"

#include "cli/pmu/registers.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

static struct value *add(struct values *values, const char *name)
{
	struct value *grown = realloc(values->value, (values->n + 1) * sizeof(*grown));
	struct value *v;

	if (!grown)
		return NULL;
	values->value = grown;
	v = &grown[values->n++];
	memset(v, 0, sizeof(*v));
	snprintf(v->name, sizeof(v->name), "%s", name);
	return v;
}

/* Returns 0, -1 (refused: see diag) or -2 (out of memory). */
static int read_one(struct values *values, unsigned cpu, const char *name, bool keep,
		    struct pmc_diag *diag)
{
	uint64_t number;
	int err = pmc_msr_read(cpu, name, &number, diag);
	struct value *v;

	if (err && !keep)
		return -1;
	v = add(values, name);
	if (!v)
		return -2;
	if (err)
		v->refused = strdup(diag->sentence);
	else
		snprintf(v->text, sizeof(v->text), "%s=0x%" PRIx64, v->name, number);
	return err ? -1 : 0;
}

/* All registers that can be read: those that act when they are written read as 0. */
static int read_all(struct values *values, const struct pmc_model *model, unsigned cpu,
		    struct pmc_diag *diag)
{
	struct pmc_model_register reg;
	size_t i, got = 0;
	int err;

	for (i = 0; !pmc_model_register_at(model, i, &reg); i++) {
		if (!strcmp(reg.kind, "clear"))
			continue;
		err = read_one(values, cpu, reg.name, true, diag);
		if (err == -2)
			return err;
		got += !err;
	}
	if (!i)
		snprintf(diag->sentence, sizeof(diag->sentence),
			 "this processor has no PMU whose registers pmc knows");
	return got ? 0 : -1;
}

int values_read(struct values *values, const struct pmc_model *model, unsigned cpu,
		char *const *names)
{
	struct pmc_diag diag = { .sentence = "" };
	int err = 0;

	memset(values, 0, sizeof(*values));
	if (!*names)
		err = read_all(values, model, cpu, &diag);
	for (; *names && !err; names++)
		err = read_one(values, cpu, *names, false, &diag);
	if (!err)
		return 0;
	complain("%s", err == -2 ? "out of memory" : diag.sentence);
	return STATUS_FAILED;
}

void values_deinit(struct values *values)
{
	size_t i;

	for (i = 0; i < values->n; i++)
		free(values->value[i].refused);
	free(values->value);
}

/* ---- Printing ---- */

static void print_events(const struct pmc_encoding *e)
{
	size_t i;

	for (i = 0; i < e->n_events; i++)
		printf("%scounter %d counts %s\n", e->event[i].counter >= 32 ? "fixed " : "",
		       e->event[i].counter % 32, e->event[i].name);
	if (!e->n_events)
		puts("with these registers alone, no counter counts");
}

static void print_lines(const struct pmc_encoding *e)
{
	size_t i;

	for (i = 0; i < e->n_registers; i++)
		printf("  %-40s 0x%-8" PRIx32 " 0x%" PRIx64 "%s\n", e->reg[i].name,
		       e->reg[i].address, e->reg[i].value,
		       e->reg[i].reserved ? "  (reserved bits are set)" : "");
}

static void print_refused(const struct values *values)
{
	size_t i;

	for (i = 0; i < values->n; i++)
		if (values->value[i].refused)
			printf("not read: %s\n", values->value[i].refused);
}

static void print_json(const struct values *values, const struct pmc_encoding *e, unsigned cpu)
{
	const char *before = "";
	size_t i;

	printf("{\"cpu\": %u, \"model\": ", cpu);
	json_string(stdout, e->model);
	fputs(", ", stdout);
	events_json(e);
	fputs(", ", stdout);
	registers_json(e);
	fputs(", \"refused\": {", stdout);
	for (i = 0; i < values->n; i++) {
		if (!values->value[i].refused)
			continue;
		printf("%s\"%s\": ", before, values->value[i].name);
		json_string(stdout, values->value[i].refused);
		before = ", ";
	}
	puts("}}");
}

/* What the registers mean together. NULL after a complaint. */
static struct pmc_encoding *explain(const struct values *values, const struct pmc_model *model)
{
	const char **text = calloc(values->n + 1, sizeof(*text));
	struct pmc_encoding *e = NULL;
	struct pmc_diag diag;
	size_t i, n = 0;

	for (i = 0; text && i < values->n; i++)
		if (!values->value[i].refused)
			text[n++] = values->value[i].text;
	if (!text)
		complain("out of memory");
	else if (pmc_decoding_create(model, text, n, &e, &diag))
		complain("%s", diag.sentence);
	free(text);
	return e;
}

int values_print(const struct values *values, const struct pmc_model *model, unsigned cpu,
		 enum value_format format)
{
	struct pmc_encoding *e = explain(values, model);
	size_t i;

	if (!e)
		return STATUS_FAILED;
	switch (format) {
	case VALUES_JSON:
		print_json(values, e, cpu);
		break;
	case VALUES_SHORT:
		for (i = 0; i < e->n_registers; i++)
			printf("%s=0x%" PRIx64 "\n", e->reg[i].name, e->reg[i].value);
		break;
	case VALUES_FIELDS:
		printf("CPU %u\n", cpu);
		registers_table(e);
		print_events(e);
		break;
	case VALUES_LINES:
		printf("CPU %u\n", cpu);
		print_lines(e);
		print_refused(values);
		print_events(e);
		break;
	}
	pmc_encoding_destroy(e);
	return 0;
}
