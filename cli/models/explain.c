/* SPDX-License-Identifier: BSD-2-Clause */
/* See explain.h. Pentium 4: SDM volume 3, Performance Monitoring (Processors Based on Intel
 * NetBurst Microarchitecture), sections ESCR MSRs, CCCR MSRs and At-Retirement Counting. */
#include "cli/models/explain.h"

#include "cli/models/list_rows.h"
#include "cli/pmu/registers.h"

#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A register of the encoding by what its name contains, from `from` on; NULL: there is none. */
static const struct pmc_register *find(const struct pmc_encoding *e, const char *part, size_t from)
{
	for (size_t i = from; i < e->n_registers; i++)
		if (strstr(e->reg[i].name, part))
			return &e->reg[i];
	return NULL;
}

static uint64_t field(const struct pmc_register *reg, const char *name)
{
	for (size_t i = 0; reg && i < reg->n_fields; i++)
		if (!strcmp(reg->field[i].name, name))
			return reg->field[i].value;
	return 0;
}

/* Copies the n-th piece of "model::EVENT:UMASK:…", from 0 on. False: there are fewer. */
static bool piece(const char *name, unsigned n, char *to, size_t size)
{
	const char *at = strstr(name, "::");

	at = at ? at + 2 : name;
	for (; n; n--) {
		at = strchr(at, ':');
		if (!at)
			return false;
		at++;
	}
	snprintf(to, size, "%.*s", (int)strcspn(at, ":"), at);
	return true;
}

static bool find_event(const struct pmc_model *model, const char *name,
		       struct pmc_model_event *event)
{
	for (size_t i = 0; !pmc_model_event_at(model, i, event); i++)
		if (!strcmp(event->name, name))
			return true;
	return false;
}

/* ---- Pentium 4 ---- */

static void explain_escrs(const struct pmc_model *model, const struct pmc_model_event *event,
			  const struct pmc_encoding *e, const char *umask)
{
	const struct pmc_register *cccr = find(e, "_CCCR", 0);
	char counters[256];
	struct row_escr escr[ROW_ESCRS];
	unsigned n = row_escrs(model, event, umask, escr);

	for (unsigned i = 0; i < n; i++)
		printf("- %s detects it for counter%s %s.\n", escr[i].name,
		       escr[i].counters & (escr[i].counters - 1) ? "s" : "",
		       counters_text(escr[i].counters, counters, sizeof(counters)));
	if (n)
		printf("- An ESCR detects one event at a time, so %s.\n",
		       n == 1 ? "no other event of this ESCR counts beside it" :
				"one other event of these two ESCRs counts beside it at most");
	if (cccr)
		printf("- ESCR_SELECT %" PRIu64 " in %s connects counter %d with that ESCR; other "
		       "counters have CCCRs of their own.\n",
		       field(cccr, "ESCR_SELECT"), cccr->name, e->event[0].counter);
}

static void explain_replay(void)
{
	puts("- It counts micro-ops when they retire that were replayed, for the reasons that "
	     "IA32_PEBS_ENABLE and MSR_PEBS_MATRIX_VERT name.");
	puts("- A processor has these registers once, so replay events with different "
	     "reasons cannot be counted at the same time.");
}

/* Events that count tags, and what tags. */
static void explain_tags(const char *name, const struct pmc_encoding *e)
{
	const struct pmc_register *tags = find(e, "_ESCR", 0);
	/* The ESCR that tags is written before the one that counts. */
	bool tagged = tags && find(e, "_ESCR", (size_t)(tags - e->reg) + 1);

	if (!strcmp(name, "front_end_event"))
		puts("- It counts micro-ops when they retire that were tagged at the front end: by "
		     "uop_type in MSR_RAT_ESCR0 or 1, as loads or stores.");
	else if (!strcmp(name, "execution_event"))
		puts("- It counts micro-ops when they retire by the tag that they got when they "
		     "were executed: NBOGUS0 to 3 and BOGUS0 to 3 name tags 0 to 3.");
	else if (!strcmp(name, "replay_event"))
		explain_replay();
	else if (field(tags, "TAG_ENABLE"))
		printf("- TAG_ENABLE lets it tag micro-ops with TAG_VALUE %#" PRIx64
		       ", for an execution_event to count.\n",
		       field(tags, "TAG_VALUE"));
	if (!strcmp(name, "front_end_event") || !strcmp(name, "execution_event"))
		puts(tagged ?
			     "- :from= names the event that tags; its ESCR is used up, too." :
			     "- Nothing here tags: without :from=EVENT, or an event beside it that "
			     "tags, the count is 0.");
	else if (tagged)
		printf("- %s tags for it, so that ESCR is used up, too.\n", tags->name);
}

static void explain_p4(const struct pmc_model *model, const struct pmc_model_event *event,
		       const struct pmc_encoding *e)
{
	char umask[64];
	bool has = piece(e->event[0].name, 1, umask, sizeof(umask));

	explain_escrs(model, event, e, has ? umask : NULL);
	explain_tags(event->name, e);
}

/* ---- All ---- */

void explain(const struct pmc_model *model, const struct pmc_encoding *e)
{
	struct pmc_model_event event;
	struct pmc_model_info info;
	char name[128];

	puts("\nwhy so:");
	pmc_model_info(model, &info);
	if (piece(e->event[0].name, 0, name, sizeof(name)) && find_event(model, name, &event)) {
		printf("- %s: %s.\n", event.name, event.description);
		if (event.unit)
			printf("- What produces it: %s.\n", event.unit);
		if (!strcmp(info.family, "Pentium 4"))
			explain_p4(model, &event, e);
		if (event.note)
			printf("- The manual warns: %s.\n", event.note);
	}
	if (info.rules[0])
		printf("- On this PMU %s.\n", info.rules);
}
