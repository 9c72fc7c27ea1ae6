/* SPDX-License-Identifier: BSD-2-Clause */
/* Events as tables. Everything comes from their encodings, so the table cannot differ from them. */
#include "cli/models/list_rows.h"

#include "cli/pmu/registers.h"
#include "cli/ui/json.h"

#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- Values ---- */

static struct pmc_encoding *encode(const struct pmc_model *model, const char *event,
				   const char *umask, int counter)
{
	struct pmc_encoding *e;
	char text[320];

	snprintf(text, sizeof(text), "%s%s%s", event, umask ? ":" : "", umask ? umask : "");
	return pmc_encoding_create(model, text, counter, 0, &e, NULL) ? NULL : e;
}

/* Fields that say which event, who is counted and whether the counter runs, and not what else. */
static bool is_plain(const char *name)
{
	static const char *const plain[] = {
		"USR", "OS", "EN", "ENABLE", "T0_USR", "T0_OS", "ESCR_SELECT", "ACTIVE_THREAD",
	};
	size_t i;

	for (i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		if (!strcmp(name, plain[i]))
			return true;
	/* The halves of CESR: CC0.OS, CC0.USR. */
	return !strncmp(name, "CC", 2) && strchr(name, '.');
}

static void add_flag(struct row_values *values, const struct pmc_field *f)
{
	size_t n = strlen(values->flags);

	if (!f->value || is_plain(f->name))
		return;
	if (f->width == 1)
		snprintf(values->flags + n, sizeof(values->flags) - n, "%s%s", n ? " " : "",
			 f->name);
	else
		snprintf(values->flags + n, sizeof(values->flags) - n, "%s%s=%#" PRIx64,
			 n ? " " : "", f->name, f->value);
}

static bool is_select(const char *name)
{
	return !strcmp(name, "EVENT") || !strcmp(name, "EVENT_SELECT") || !strncmp(name, "ES", 2);
}

static bool is_mask(const char *name)
{
	return !strcmp(name, "UMASK") || !strcmp(name, "EVENT_MASK");
}

/* Some registers have the event select, or the unit mask, in two parts. */
static void take_field(struct row_values *values, const struct pmc_field *f)
{
	if (!strcmp(f->name, "EVENT_HI") && values->select >= 0)
		values->select |= (int64_t)f->value << 8;
	else if (!strcmp(f->name, "UMASK2") && values->mask >= 0)
		values->mask |= (int64_t)f->value << 8;
	else if (is_select(f->name) && values->select < 0 && strcmp(f->name, "ESCR_SELECT"))
		values->select = (int64_t)f->value;
	else if (is_mask(f->name) && values->mask < 0)
		values->mask = (int64_t)f->value;
	else if (strcmp(f->name, "EVENT_HI") && strcmp(f->name, "UMASK2"))
		add_flag(values, f);
}

/*
 * GLOBAL_CTRL, FIXED_CTR_CTRL and a P6's enable bit, which every event needs: of these registers an
 * event has a few bits. CESR has the events themselves.
 */
static bool is_control(const struct pmc_register *r)
{
	return !(r->mask >> 63) && strncmp(r->name, "CESR", 4);
}

/* Does the register belong to what tags micro-ops for the event, and not to the event itself? */
static bool is_upstream(const struct pmc_encoding *e, size_t i)
{
	return strstr(e->reg[e->n_registers - 1].name, "_CCCR") && i + 2 < e->n_registers;
}

static void add_register(struct row_values *values, const struct pmc_register *r)
{
	size_t n = strlen(values->flags);

	snprintf(values->flags + n, sizeof(values->flags) - n, "%s%s=%#" PRIx64, n ? " " : "",
		 r->name, r->value);
}

void row_values(const struct pmc_model *model, const char *event, const char *umask,
		struct row_values *values)
{
	struct pmc_encoding *e = encode(model, event, umask, -1);
	size_t i, k;

	*values = (struct row_values){ .select = -1, .mask = -1 };
	for (i = 0; e && i < e->n_registers; i++) {
		const struct pmc_register *r = &e->reg[i];

		if (is_control(r))
			continue;
		if (r->n_fields == 1 || is_upstream(e, i))
			add_register(values, r);
		for (k = 0; r->n_fields > 1 && !is_upstream(e, i) && k < r->n_fields; k++)
			if (r->mask >> r->field[k].low & 1)
				take_field(values, &r->field[k]);
	}
	pmc_encoding_destroy(e);
}

unsigned row_escrs(const struct pmc_model *model, const struct pmc_model_event *event,
		   const char *umask, struct row_escr escr[ROW_ESCRS])
{
	struct pmc_encoding *e;
	unsigned n = 0, i;
	size_t r, f;
	int c;

	for (c = 0; c < 64; c++) {
		e = event->counters >> c & 1 ? encode(model, event->name, umask, c) : NULL;
		for (r = 0; e && r < e->n_registers; r++) {
			const struct pmc_register *reg = &e->reg[r];

			if (r + 1 == e->n_registers || !strstr(reg->name, "_ESCR") ||
			    !strstr(reg[1].name, "_CCCR"))
				continue;
			for (i = 0; i < n && escr[i].address != reg->address; i++)
				;
			if (i == ROW_ESCRS)
				continue;
			if (i == n) {
				memset(&escr[n++], 0, sizeof(*escr));
				snprintf(escr[i].name, sizeof(escr[i].name), "%s", reg->name);
				escr[i].address = reg->address;
			}
			escr[i].counters |= UINT64_C(1) << c;
			/* The CCCR follows its ESCR. */
			for (f = 0; f < reg[1].n_fields; f++)
				if (!strcmp(reg[1].field[f].name, "ESCR_SELECT"))
					escr[i].select = (unsigned)reg[1].field[f].value;
		}
		pmc_encoding_destroy(e);
	}
	return n;
}

/* ---- The table ---- */

static void number(int64_t value, char *text, size_t size)
{
	snprintf(text, size, value < 0 ? "-" : "0x%02" PRIx64, value);
}

static void print_line(const char *indent, int width, const char *name,
		       const struct row_values *values, const char *about)
{
	char select[24], mask[24];

	number(values->select, select, sizeof(select));
	number(values->mask, mask, sizeof(mask));
	printf("  %s%-*s %6s %6s  %s%s%s%s\n", indent, width, name, select, mask, about,
	       values->flags[0] ? " [" : "", values->flags, values->flags[0] ? "]" : "");
}

void row_print(const struct pmc_model *model, size_t index, const struct pmc_model_event *event)
{
	struct row_escr escr[ROW_ESCRS];
	struct pmc_model_event um;
	struct row_values values;
	const char *first = NULL;
	char counters[256];
	unsigned j, n;

	if (!pmc_model_umask_at(model, index, 0, &um))
		first = um.name;
	row_values(model, event->name, NULL, &values);
	print_line("", 36, event->name, &values, event->description);
	n = row_escrs(model, event, values.select < 0 ? first : NULL, escr);
	for (j = 0; j < n; j++)
		printf("      %s %#" PRIx32 ", select %u, counters %s\n", escr[j].name,
		       escr[j].address, escr[j].select,
		       counters_text(escr[j].counters, counters, sizeof(counters)));
	if (!n)
		printf("      counters %s\n",
		       counters_text(event->counters, counters, sizeof(counters)));
	if (event->unit)
		printf("      unit: %s\n", event->unit);
	if (event->note)
		printf("      note: %s\n", event->note);
	for (j = 0; !pmc_model_umask_at(model, index, j, &um); j++) {
		row_values(model, event->name, um.name, &values);
		print_line("  :", 33, um.name, &values, um.description);
	}
}

void row_print_json(const struct pmc_model *model, const struct pmc_model_event *event,
		    const char *umask)
{
	struct row_escr escr[ROW_ESCRS];
	struct row_values values;
	unsigned i, n;

	row_values(model, event->name, umask, &values);
	if (values.select >= 0)
		printf(", \"select\": \"%#" PRIx64 "\"", (uint64_t)values.select);
	if (values.mask >= 0)
		printf(", \"mask\": \"%#" PRIx64 "\"", (uint64_t)values.mask);
	if (values.flags[0]) {
		fputs(", \"flags\": ", stdout);
		json_string(stdout, values.flags);
	}
	n = row_escrs(model, event, umask, escr);
	for (i = 0; i < n; i++) {
		printf("%s{\"name\": \"%s\", \"address\": \"%#" PRIx32
		       "\", \"select\": %u, \"counters\": ",
		       i ? ", " : ", \"escrs\": [", escr[i].name, escr[i].address, escr[i].select);
		counters_json(escr[i].counters);
		putchar('}');
	}
	if (n)
		putchar(']');
}
