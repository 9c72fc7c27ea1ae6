/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc list --models`, and the events of one model: `pmc list --model`. */
#include "cli/models/list_model.h"

#include "cli/models/list_rows.h"
#include "cli/pmu/model.h"
#include "cli/models/pattern.h"
#include "cli/pmu/registers.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <string.h>

static void print_model(const struct pmc_model_info *m)
{
	unsigned general = (unsigned)__builtin_popcountll(m->counters & 0xffffffffu);
	unsigned fixed = (unsigned)__builtin_popcountll(m->counters >> 32);
	char counters[128];

	if (fixed)
		snprintf(counters, sizeof(counters), "%u+%u", general, fixed);
	else
		snprintf(counters, sizeof(counters), "%u", general);
	printf("  %-18s %5s counters %5zu events  %s\n", m->name, counters, m->events, m->title);
}

static void print_model_json(const struct pmc_model_info *m, bool first)
{
	printf("%s{\"name\": ", first ? "[" : ",\n");
	json_string(stdout, m->name);
	fputs(", \"title\": ", stdout);
	json_string(stdout, m->title);
	fputs(", \"counters\": ", stdout);
	counters_json(m->counters);
	printf(", \"general_width\": %u, \"fixed_width\": %u, \"events\": %zu}", m->general_width,
	       m->fixed_width, m->events);
}

int list_models(bool json)
{
	struct pmc_model_info m;
	size_t i;

	for (i = 0; !pmc_model_at(i, &m); i++)
		if (json)
			print_model_json(&m, !i);
		else
			print_model(&m);
	if (json)
		puts("]");
	return STATUS_OK;
}

/* Does the name match one of the patterns? Without patterns, every name does. */
static bool matches(const char *name, char *const *patterns)
{
	if (!patterns[0])
		return true;
	for (; *patterns; patterns++)
		if (pattern_matches(*patterns, name))
			return true;
	return false;
}

static void print_event(const struct pmc_model *model, size_t i, const struct pmc_model_event *ev,
			bool all)
{
	struct pmc_model_event um;
	char counters[256];
	unsigned j;

	printf("  %-36s %s", ev->name, ev->description);
	if (!all)
		printf(" (counters %s)", counters_text(ev->counters, counters, sizeof(counters)));
	putchar('\n');
	for (j = 0; !pmc_model_umask_at(model, i, j, &um); j++)
		printf("    :%-34s %s\n", um.name, um.description);
}

static void print_event_json(const struct pmc_model *model, size_t i,
			     const struct pmc_model_event *ev, bool first)
{
	struct pmc_model_event um;
	unsigned j;

	printf("%s{\"name\": ", first ? "[" : ",\n");
	json_string(stdout, ev->name);
	fputs(", \"description\": ", stdout);
	json_string(stdout, ev->description);
	fputs(", \"counters\": ", stdout);
	counters_json(ev->counters);
	fputs(", \"source\": ", stdout);
	json_string(stdout, ev->source);
	if (ev->unit) {
		fputs(", \"unit\": ", stdout);
		json_string(stdout, ev->unit);
	}
	if (ev->note) {
		fputs(", \"note\": ", stdout);
		json_string(stdout, ev->note);
	}
	row_print_json(model, ev, NULL);
	fputs(", \"umasks\": [", stdout);
	for (j = 0; !pmc_model_umask_at(model, i, j, &um); j++) {
		printf("%s{\"name\": ", j ? ", " : "");
		json_string(stdout, um.name);
		fputs(", \"description\": ", stdout);
		json_string(stdout, um.description);
		row_print_json(model, ev, um.name);
		putchar('}');
	}
	fputs("]}", stdout);
}

/* Prints a heading for the events of a model, with their source unless it is pmc itself. */
static void print_heading(const char *title, const char *source, bool first)
{
	printf("%s%s", first ? "" : "\n", title);
	if (!strcmp(source, "file"))
		fputs(", from the file", stdout);
	else if (strcmp(source, "pmc"))
		printf(", from %s", source);
	puts(":");
}

static void print(const struct pmc_model *model, size_t i, const struct pmc_model_event *ev,
		  enum list_form form, bool first)
{
	struct pmc_model_info m;

	switch (form) {
	case LIST_NAMES:
		puts(ev->name);
		return;
	case LIST_JSON:
		print_event_json(model, i, ev, first);
		return;
	case LIST_ROWS:
		row_print(model, i, ev);
		return;
	case LIST_ABOUT:
		pmc_model_info(model, &m);
		print_event(model, i, ev, ev->counters == (m.counters & 0xffffffffu));
	}
}

int list_model(const char *name, const char *events_file, char *const *patterns,
	       enum list_form form)
{
	bool table = form == LIST_ABOUT || form == LIST_ROWS;
	struct pmc_model *model;
	struct pmc_model_event ev;
	struct pmc_model_info m;
	const char *source = "";
	size_t i, found = 0;

	if (model_open(name, events_file, &model))
		return STATUS_FAILED;
	pmc_model_info(model, &m);
	for (i = 0; !pmc_model_event_at(model, i, &ev); i++) {
		if (!matches(ev.name, patterns))
			continue;
		if (table && strcmp(source, ev.source))
			print_heading(m.title, ev.source, !found);
		if (form == LIST_ROWS && !found)
			printf("  %-36s %6s %6s\n", "", "select", "mask");
		source = ev.source;
		print(model, i, &ev, form, !found);
		found++;
	}
	pmc_model_close(model);
	if (form == LIST_JSON)
		puts(found ? "]" : "[]");
	if (!found && patterns[0]) {
		complain("no event of %s matches '%s'", m.title, patterns[0]);
		return STATUS_NONE;
	}
	if (!found && table)
		printf("%s has no events.\n", m.title);
	return STATUS_OK;
}
