/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc list --models, and the events of one model: pmc list --model M [PATTERN]. */
#define _GNU_SOURCE
#include "cli/ui/status.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/models/list_model.h"
#include "cli/models/registers.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int written(void)
{
	if (fflush(stdout) || ferror(stdout)) {
		complain("the list could not be written");
		return STATUS_FAILED;
	}
	return STATUS_OK;
}

int list_models(bool json)
{
	struct pmc_model_info m;
	char counters[128];
	size_t i;

	for (i = 0; !pmc_model_at(i, &m); i++) {
		unsigned general = (unsigned)__builtin_popcountll(m.counters & 0xffffffffu);
		unsigned fixed = (unsigned)__builtin_popcountll(m.counters >> 32);

		if (json) {
			printf("%s{\"name\": ", i ? ",\n" : "[");
			json_string(stdout, m.name);
			fputs(", \"title\": ", stdout);
			json_string(stdout, m.title);
			fputs(", \"counters\": ", stdout);
			counters_json(m.counters);
			printf(", \"general_width\": %u, \"fixed_width\": %u, \"events\": %zu}",
			       m.general_width, m.fixed_width, m.events);
			continue;
		}
		if (fixed)
			snprintf(counters, sizeof(counters), "%u+%u", general, fixed);
		else
			snprintf(counters, sizeof(counters), "%u", general);
		printf("  %-18s %5s counters %5zu events  %s\n", m.name, counters, m.events,
		       m.title);
	}
	if (json)
		puts("]");
	return written();
}

/* A part of the name, or a glob; upper and lower case are alike. */
static bool matches(const char *name, char *const *patterns)
{
	size_t len;

	if (!patterns[0])
		return true;
	for (; *patterns; patterns++) {
		if (strpbrk(*patterns, "*?[")) {
			if (!fnmatch(*patterns, name, FNM_CASEFOLD))
				return true;
			continue;
		}
		len = strlen(*patterns);
		for (const char *at = name; *at; at++)
			if (!strncasecmp(at, *patterns, len))
				return true;
	}
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
	fputs(", \"umasks\": [", stdout);
	for (j = 0; !pmc_model_umask_at(model, i, j, &um); j++) {
		printf("%s{\"name\": ", j ? ", " : "");
		json_string(stdout, um.name);
		fputs(", \"description\": ", stdout);
		json_string(stdout, um.description);
		putchar('}');
	}
	fputs("]}", stdout);
}

/* Of this model, and who knows it if not pmc itself. */
static void print_heading(const char *title, const char *source, bool first)
{
	printf("%s%s", first ? "" : "\n", title);
	if (!strcmp(source, "file"))
		fputs(", of the file", stdout);
	else if (strcmp(source, "pmc"))
		printf(", from %s", source);
	puts(":");
}

int list_model(const char *name, const char *events_file, char *const *patterns, bool json,
	       bool names)
{
	struct pmc_model *model;
	struct pmc_model_event ev;
	struct pmc_model_info m;
	struct pmc_diag diag;
	const char *source = "";
	size_t i, found = 0;

	if (pmc_model_open(name, events_file, &model, &diag)) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	pmc_model_info(model, &m);
	for (i = 0; !pmc_model_event_at(model, i, &ev); i++) {
		if (!matches(ev.name, patterns))
			continue;
		if (!json && !names && strcmp(source, ev.source))
			print_heading(m.title, ev.source, !found);
		source = ev.source;
		if (names)
			puts(ev.name);
		else if (json)
			print_event_json(model, i, &ev, !found);
		else
			print_event(model, i, &ev, ev.counters == (m.counters & 0xffffffffu));
		found++;
	}
	pmc_model_close(model);
	if (json)
		puts(found ? "]" : "[]");
	if (!found && patterns[0]) {
		complain("no event of %s matches '%s'", m.title, patterns[0]);
		return STATUS_NONE;
	}
	if (!found && !json && !names)
		printf("%s has no events.\n", m.title);
	return written();
}
