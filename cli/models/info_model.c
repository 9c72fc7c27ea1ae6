/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc info --model`: what a PMU is, whether this machine has it or not. */
#include "cli/models/info_model.h"

#include "cli/pmu/model.h"
#include "cli/pmu/registers.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <string.h>

static unsigned count(uint64_t bits)
{
	return (unsigned)__builtin_popcountll(bits);
}

static uint64_t general(const struct pmc_model_info *m)
{
	return m->counters & 0xffffffffu;
}

/* How many events come from each source, and how many cannot use every general counter. */
struct tally {
	size_t pmc, libpfm4, file, some;
};

static void take_tally(const struct pmc_model *model, const struct pmc_model_info *m,
		       struct tally *t)
{
	struct pmc_model_event ev;
	size_t i;

	memset(t, 0, sizeof(*t));
	for (i = 0; !pmc_model_event_at(model, i, &ev); i++) {
		if (!strcmp(ev.source, "pmc"))
			t->pmc++;
		else if (!strcmp(ev.source, "file"))
			t->file++;
		else
			t->libpfm4++;
		t->some += (ev.counters & general(m)) != general(m);
	}
}

/* ---- Text ---- */

/* The length of a register's name without the number at its end. */
static size_t stem(const char *name)
{
	size_t n = strlen(name);

	while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
		n--;
	return n;
}

/*
 * Registers with one stem at rising addresses are printed on one line: "IA32_PMC0 - 3". Returns
 * how many there are.
 */
static size_t print_register(const struct pmc_model *model, size_t i)
{
	struct pmc_model_register first, last, next;
	size_t n = 1, len;
	char name[96], at[64];

	pmc_model_register_at(model, i, &first);
	last = first;
	len = stem(first.name);
	while (first.name[len] && !pmc_model_register_at(model, i + n, &next) &&
	       stem(next.name) == len && !memcmp(next.name, first.name, len) &&
	       next.kind == first.kind && next.address > last.address) {
		last = next;
		n++;
	}
	snprintf(name, sizeof(name), "%s%s%s", first.name, n > 1 ? " - " : "",
		 n > 1 ? last.name + len : "");
	snprintf(at, sizeof(at), n > 1 ? "%#x - %#x" : "%#x", first.address, last.address);
	printf("  %-40s %-25s %s\n", name, at, first.kind);
	return n;
}

static void print_constrained(const struct pmc_model *model, const struct pmc_model_info *m,
			      const struct tally *t)
{
	struct pmc_model_event ev;
	char counters[256];
	size_t i, shown = 0;

	printf("\nevents that cannot use every general counter: %s\n", t->some ? "" : "none");
	for (i = 0; !pmc_model_event_at(model, i, &ev); i++) {
		if ((ev.counters & general(m)) == general(m) || shown++ >= 24)
			continue;
		printf("  %-40s %s\n", ev.name,
		       counters_text(ev.counters, counters, sizeof(counters)));
	}
	if (shown > 24)
		printf("  and %zu more: see 'pmc list --model %s'\n", shown - 24, m->name);
}

static void print_generic(const struct pmc_model *model)
{
	struct pmc_model_generic g;
	size_t i, missing = 0;

	puts("\ngeneric events:");
	for (i = 0; !pmc_model_generic_at(model, i, &g); i++) {
		if (g.event)
			printf("  %-27s %s\n", g.name, g.event);
		else
			missing++;
	}
	if (missing)
		printf("  this PMU lacks %zu others\n", missing);
}

static void print_text(const struct pmc_model *model, const struct pmc_model_info *m,
		       const struct tally *t, const char *file)
{
	struct pmc_model_register reg;
	char counters[256];
	size_t i;

	printf("model       %s: %s\n", m->name, m->title);
	printf("family      %s", m->family);
	if (m->version)
		printf(", version %u", m->version);
	putchar('\n');
	printf("counters    %u general", count(general(m)));
	if (general(m))
		printf(" of %u bits", m->general_width);
	if (m->counters >> 32)
		printf(", %u fixed of %u bits", count(m->counters >> 32), m->fixed_width);
	printf("%s%s\n", m->counters ? ": " : "",
	       m->counters ? counters_text(m->counters, counters, sizeof(counters)) : "");
	if (m->rules[0])
		printf("rules       %s\n", m->rules);
	if (!strcmp(m->family, "Pentium 4"))
		puts("precise     :p sets PEBS's registers, for three events on counter 16; no "
		     "records are read, so it does not sample");
	if (m->manual[0])
		printf("manual      %s\n", m->manual);
	printf("events      %zu: %zu from pmc's own catalogue", m->events, t->pmc);
	if (m->libpfm4)
		printf(", %zu from libpfm4 (%s)", t->libpfm4, m->libpfm4);
	if (file)
		printf(", %zu from %s", t->file, file);
	putchar('\n');
	print_constrained(model, m, t);
	puts("\nregisters:");
	for (i = 0; !pmc_model_register_at(model, i, &reg);)
		i += print_register(model, i);
	print_generic(model);
}

/* ---- JSON ---- */

static void pair(const char *before, const char *key, const char *value)
{
	printf("%s\"%s\": ", before, key);
	json_string(stdout, value);
}

static void print_json(const struct pmc_model *model, const struct pmc_model_info *m,
		       const struct tally *t)
{
	struct pmc_model_register reg;
	struct pmc_model_generic g;
	struct pmc_model_event ev;
	size_t i, shown = 0;

	pair("{", "model", m->name);
	pair(", ", "title", m->title);
	pair(", ", "family", m->family);
	printf(", \"version\": %u, \"general\": %u, \"general_width\": %u, \"fixed\": %u, "
	       "\"fixed_width\": %u,\n"
	       "\"counters\": ",
	       m->version, count(general(m)), m->general_width, count(m->counters >> 32),
	       m->fixed_width);
	counters_json(m->counters);
	pair(",\n", "rules", m->rules);
	pair(",\n", "manual", m->manual);
	printf(",\n\"events\": %zu, \"sources\": {\"pmc\": %zu, \"libpfm4\": %zu, \"file\": %zu}",
	       m->events, t->pmc, t->libpfm4, t->file);
	pair(", ", "libpfm4_pmu", m->libpfm4 ? m->libpfm4 : "");
	fputs(",\n\"constrained\": [", stdout);
	for (i = 0; !pmc_model_event_at(model, i, &ev); i++) {
		if ((ev.counters & general(m)) == general(m))
			continue;
		pair(shown++ ? ",\n {" : "\n {", "event", ev.name);
		fputs(", \"counters\": ", stdout);
		counters_json(ev.counters);
		putchar('}');
	}
	fputs("],\n\"registers\": [", stdout);
	for (i = 0; !pmc_model_register_at(model, i, &reg); i++) {
		pair(i ? ",\n {" : "\n {", "name", reg.name);
		printf(", \"address\": \"%#x\", \"bits\": \"%#llx\"", reg.address,
		       (unsigned long long)reg.bits);
		pair(", ", "kind", reg.kind);
		putchar('}');
	}
	fputs("],\n\"generic\": {", stdout);
	for (i = 0; !pmc_model_generic_at(model, i, &g); i++) {
		if (g.event)
			pair(i ? ",\n " : "\n ", g.name, g.event);
		else
			printf("%s\"%s\": null", i ? ",\n " : "\n ", g.name);
	}
	puts("}}");
}

int info_model(const char *name, const char *events_file, bool json)
{
	struct pmc_model *model;
	struct pmc_model_info m;
	struct tally tally;

	if (model_open(name, events_file, &model))
		return STATUS_FAILED;
	pmc_model_info(model, &m);
	take_tally(model, &m, &tally);
	if (json)
		print_json(model, &m, &tally);
	else
		print_text(model, &m, &tally, events_file);
	pmc_model_close(model);
	return STATUS_OK;
}
