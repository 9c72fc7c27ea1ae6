/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pmc_pmu_*(): FreeBSD 12's tables of the events of a processor, which here are libpmc's catalogue.
 * FreeBSD has no manual page for them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/library.h"

#define DEFAULT_RATE 65536

/* They need no pmc_init(). NULL: this machine has no table. */
static struct library *enter(void)
{
	struct library *lib = library_init() ? NULL : library_enter();

	if (lib && !machine_is_catalogued(&lib->machine)) {
		library_leave(lib, 0);
		return NULL;
	}
	return lib;
}

int pmc_pmu_enabled(void)
{
	struct library *lib = enter();

	if (lib)
		library_leave(lib, 0);
	return lib != NULL;
}

/* ---- One event ---- */

/* Is it the table of this machine that is asked for? Others are not at hand. */
static bool is_own(const char *cpuid)
{
	char own[PMC_CPUID_LEN];

	session_cpuid(own);
	return !cpuid || !strcmp(cpuid, own);
}

const char *pmc_pmu_event_get_by_idx(const char *cpuid, int idx)
{
	struct library *lib = is_own(cpuid) ? enter() : NULL;
	const char *name = NULL;

	if (!lib)
		return NULL;
	if (idx >= 0 && (size_t)idx < lib->machine.catalogue.n)
		name = lib->machine.catalogue.event[idx].name;
	library_leave(lib, 0);
	return name;
}

int pmc_pmu_idx_get_by_event(const char *cpuid, const char *event)
{
	struct library *lib = is_own(cpuid) ? enter() : NULL;
	long idx;

	if (!lib)
		return -1;
	idx = catalogue_find(&lib->machine.catalogue, (struct word){ event, strlen(event) });
	library_leave(lib, 0);
	return (int)idx;
}

/* libpmc has no rates that suit single events. */
uint64_t pmc_pmu_sample_rate_get(const char *event)
{
	(void)event;
	return DEFAULT_RATE;
}

/* Six events for an overview. FreeBSD's are Intel's names; these are of pmc(3), for any machine. */
int pmc_pmu_stat_mode(const char ***counters)
{
	static const char *events[] = { "unhalted-cycles",    "instructions", "branches",
					"branch-mispredicts", "dc-misses",    "ic-misses" };

	if (!pmc_pmu_enabled())
		return EOPNOTSUPP;
	*counters = events;
	return 0;
}

/* ---- Printing ---- */

enum detail { NAME, SENTENCE, LONG, FULL };

static void print(const struct catalogue_event *e, const struct pmc_model_event *event,
		  const struct pmc_model_event *umask, enum detail detail)
{
	const char *separator = umask ? ": " : "", *more = umask ? umask->description : "";

	if (detail == NAME)
		printf("\t%s\n", e->name);
	else if (detail == SENTENCE)
		printf("%s:\t%s%s%s\n", e->name, event->description, separator, more);
	else
		printf("%s%s%s%s%s%s\n", detail == FULL ? "name: " : "", e->name,
		       detail == FULL ? "\ndesc: " : ":\n", event->description, separator, more);
	if (detail > SENTENCE && event->note)
		printf("%s\n", event->note);
	if (detail == FULL)
		printf("event: %s\n", e->text);
}

/* Prints the events whose names have this in them, in capitals or not; NULL: all. */
static void print_events(const char *part, enum detail detail)
{
	struct library *lib = enter();
	struct pmc_model_event event, umask;
	size_t i, at = 0;
	unsigned u;

	if (!lib)
		return;
	/* The catalogue has the events in this order. */
	for (i = 0; !pmc_model_event_at(lib->machine.model, i, &event); i++) {
		for (u = 0; u < (event.umasks ? event.umasks : 1); u++, at++) {
			const struct catalogue_event *e = &lib->machine.catalogue.event[at];

			if (part && !strcasestr(e->name, part))
				continue;
			if (event.umasks)
				pmc_model_umask_at(lib->machine.model, i, u, &umask);
			print(e, &event, event.umasks ? &umask : NULL, detail);
		}
	}
	library_leave(lib, 0);
}

void pmc_pmu_print_counters(const char *part)
{
	print_events(part, NAME);
}

void pmc_pmu_print_counter_desc(const char *part)
{
	print_events(part, SENTENCE);
}

void pmc_pmu_print_counter_desc_long(const char *part)
{
	print_events(part, LONG);
}

void pmc_pmu_print_counter_full(const char *part)
{
	print_events(part, FULL);
}
