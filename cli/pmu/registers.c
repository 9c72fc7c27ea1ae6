/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints registers and sets of counters, as a table and as JSON. */
#include "cli/pmu/registers.h"

#include "cli/ui/json.h"

#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdio.h>

const char *counters_text(uint64_t counters, char *buf, size_t size)
{
	size_t len = 0;
	int i;

	buf[0] = 0;
	for (i = 0; i < 64 && len < size; i++)
		if (counters >> i & 1)
			len += (size_t)snprintf(buf + len, size - len, "%s%s%d", len ? ", " : "",
						i >= 32 ? "fixed " : "", i >= 32 ? i - 32 : i);
	return buf;
}

void counters_json(uint64_t counters)
{
	int i, n = 0;

	putchar('[');
	for (i = 0; i < 64; i++)
		if (counters >> i & 1)
			printf("%s%d", n++ ? ", " : "", i);
	putchar(']');
}

static void print_bits(const struct pmc_field *f)
{
	char bits[16], value[24];

	if (f->width == 1)
		snprintf(bits, sizeof(bits), "[%u]", f->low);
	else
		snprintf(bits, sizeof(bits), "[%u:%u]", f->low + f->width - 1, f->low);
	snprintf(value, sizeof(value), "0x%" PRIx64, f->value);
	printf("  %-8s %-18s %-8s %s\n", bits, f->name, value, f->description);
}

void registers_table(const struct pmc_encoding *e)
{
	size_t i, k;

	for (i = 0; i < e->n_registers; i++) {
		const struct pmc_register *r = &e->reg[i];

		printf("%s 0x%" PRIx32 " = 0x%" PRIx64, r->name, r->address, r->value);
		if (r->mask != ~UINT64_C(0))
			printf(" (only the bits 0x%" PRIx64 "; other events use the rest)",
			       r->mask);
		putchar('\n');
		for (k = 0; k < r->n_fields; k++)
			if (r->field[k].value || r->mask == ~UINT64_C(0))
				print_bits(&r->field[k]);
		if (r->reserved)
			printf("  sets reserved bits: 0x%" PRIx64 "\n", r->reserved);
	}
}

void events_json(const struct pmc_encoding *e)
{
	size_t i;

	fputs("\"events\": [", stdout);
	for (i = 0; i < e->n_events; i++) {
		printf("%s{\"counter\": %d, \"event\": ", i ? ", " : "", e->event[i].counter);
		json_string(stdout, e->event[i].name);
		putchar('}');
	}
	putchar(']');
}

void registers_json(const struct pmc_encoding *e)
{
	size_t i, k;

	fputs("\"registers\": [", stdout);
	for (i = 0; i < e->n_registers; i++) {
		const struct pmc_register *r = &e->reg[i];

		printf("%s{\"name\": \"%s\", \"address\": \"0x%" PRIx32
		       "\", \"value\": \"0x%" PRIx64 "\"",
		       i ? ", " : "", r->name, r->address, r->value);
		if (r->mask != ~UINT64_C(0))
			printf(", \"mask\": \"0x%" PRIx64 "\"", r->mask);
		if (r->reserved)
			printf(", \"reserved\": \"0x%" PRIx64 "\"", r->reserved);
		fputs(", \"fields\": {", stdout);
		for (k = 0; k < r->n_fields; k++) {
			printf("%s", k ? ", " : "");
			json_string(stdout, r->field[k].name);
			printf(": \"0x%" PRIx64 "\"", r->field[k].value);
		}
		fputs("}}", stdout);
	}
	putchar(']');
}
