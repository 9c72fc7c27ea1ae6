/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See explain.h. A sentence about a Pentium 4 ends with the section or table that says so, by its
 * title, in brackets; all are in the section that manual_of() names (SDM volume 3, Performance
 * Monitoring (Processors Based on Intel NetBurst Microarchitecture)) or in its tables of events.
 */
#include "cli/models/explain.h"

#include "cli/models/list_rows.h"
#include "cli/pmu/registers.h"

#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define PEBS_COUNTER 16 /* MSR_IQ_COUNTER4 */

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

/* A line of the explanation; section: which part of the manual says so. */
static void __attribute__((format(printf, 2, 3))) say(const char *section, const char *format, ...)
{
	va_list values;

	fputs("- ", stdout);
	va_start(values, format);
	vprintf(format, values);
	va_end(values);
	printf(" [%s]\n", section);
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
	struct pmc_model_event at;

	for (size_t i = 0; !pmc_model_event_at(model, i, &at); i++)
		if (!strcmp(at.name, name)) {
			*event = at;
			return true;
		}
	return false;
}

/* ---- Pentium 4 ---- */

static const char wiring[] = "Performance Counter MSRs and Associated CCCR and ESCR MSRs",
		  escrs[] = "ESCR MSRs", cccrs[] = "CCCR MSRs", filtering[] = "Filtering Events",
		  retirement[] = "At-Retirement Counting",
		  front_end[] = "Tagging Mechanism for Front_end_event",
		  execution[] = "Tagging Mechanism for Execution_event",
		  replay[] = "Tagging Mechanism for Replay_event",
		  pebs[] = "Precise Event-Based Sampling (PEBS)",
		  overflow[] = "Generating an Interrupt on Overflow";

static void explain_escrs(const struct pmc_model *model, const struct pmc_model_event *event,
			  const struct pmc_encoding *e, const char *umask)
{
	const struct pmc_register *cccr = find(e, "_CCCR", 0);
	char counters[256];
	struct row_escr escr[ROW_ESCRS];
	unsigned n = row_escrs(model, event, umask, escr);

	for (unsigned i = 0; i < n; i++)
		say(wiring, "%s detects it for counter%s %s.", escr[i].name,
		    escr[i].counters & (escr[i].counters - 1) ? "s" : "",
		    counters_text(escr[i].counters, counters, sizeof(counters)));
	if (n)
		say(escrs, "An ESCR detects one event at a time, so %s.",
		    n == 1 ? "no other event of this ESCR counts beside it" :
			     "one other event of these two ESCRs counts beside it at most");
	if (cccr)
		say(cccrs,
		    "ESCR_SELECT %" PRIu64 " in %s connects counter %d with that ESCR; other "
		    "counters have CCCRs of their own.",
		    field(cccr, "ESCR_SELECT"), cccr->name, e->event[0].counter);
}

static void explain_replay(void)
{
	say(replay, "It counts micro-ops when they retire that were replayed, for the reasons that "
		    "IA32_PEBS_ENABLE and MSR_PEBS_MATRIX_VERT name.");
	say(replay, "A processor has these registers once, so replay events with different "
		    "reasons cannot be counted at the same time.");
}

/* Events that count tags, and what tags. */
static void explain_tags(const char *name, const struct pmc_encoding *e)
{
	const struct pmc_register *tags = find(e, "_ESCR", 0);
	/* The ESCR that tags is written before the one that counts. */
	bool tagged = tags && find(e, "_ESCR", (size_t)(tags - e->reg) + 1);

	if (!strcmp(name, "front_end_event"))
		say(front_end,
		    "It counts micro-ops when they retire that were tagged at the front end: by "
		    "uop_type in MSR_RAT_ESCR0 or 1, as loads or stores.");
	else if (!strcmp(name, "execution_event"))
		say(execution,
		    "It counts micro-ops when they retire by the tag that they got when they "
		    "were executed: NBOGUS0 to 3 and BOGUS0 to 3 name tags 0 to 3.");
	else if (!strcmp(name, "replay_event"))
		explain_replay();
	else if (field(tags, "TAG_ENABLE"))
		say(execution,
		    "TAG_ENABLE lets it tag micro-ops with TAG_VALUE %#" PRIx64
		    ", for an execution_event to count.",
		    field(tags, "TAG_VALUE"));
	if (!strcmp(name, "front_end_event") || !strcmp(name, "execution_event"))
		say(retirement, "%s",
		    tagged ? ":from= names the event that tags; its ESCR is used up, too." :
			     "Nothing here tags: without :from=EVENT, or an event beside it that "
			     "tags, the count is 0.");
	else if (tagged)
		say(replay, "%s tags for it, so that ESCR is used up, too.", tags->name);
}

static void explain_pebs(const char *name, const struct pmc_encoding *e)
{
	if (e->event[0].counter == PEBS_COUNTER &&
	    field(find(e, "IA32_PEBS_ENABLE", 0), "ENABLE_PEBS_MY_THR"))
		say(pebs,
		    "On counter 16 ENABLE_PEBS_MY_THR lets the processor write a record into the "
		    "DS save area at each overflow; pmc has no such area, so it counts without "
		    "this bit, and takes no precise samples.");
	else if (!strcmp(name, "front_end_event") || !strcmp(name, "execution_event") ||
		 !strcmp(name, "replay_event"))
		say(pebs, "PEBS could sample it precisely on counter 16 (:p); pmc reads no "
			  "records of PEBS, and samples by interrupts.");
}

/* What modifiers have set in the CCCR. */
static void explain_cccr(const struct pmc_register *cccr)
{
	uint64_t threshold = field(cccr, "THRESHOLD");

	if (field(cccr, "COMPARE"))
		say(filtering, "COMPARE counts cycles with %s %" PRIu64 " of its events.",
		    field(cccr, "COMPLEMENT") ? "at most" : "more than", threshold);
	if (field(cccr, "COMPARE") && field(cccr, "EDGE"))
		say(filtering, "EDGE counts only the first of such cycles in a row.");
	if (field(cccr, "FORCE_OVF"))
		say(cccrs, "FORCE_OVF lets the counter overflow at each increment.");
	if (field(cccr, "OVF_PMI_T0") || field(cccr, "OVF_PMI_T1"))
		say(overflow, "OVF_PMI interrupts logical processor %s when the counter overflows.",
		    !field(cccr, "OVF_PMI_T1") ? "0" :
		    field(cccr, "OVF_PMI_T0")  ? "0 and 1" :
						 "1");
	if (field(cccr, "CASCADE"))
		say("Cascading Counters", "CASCADE starts the counter when the other one of its "
					  "pair overflows, so ENABLE is 0.");
	if (field(cccr, "EXT_CASCADE"))
		say("Extended Cascading", "EXT_CASCADE starts the counter when one of another "
					  "group overflows, so ENABLE is 0.");
}

static void explain_p4(const struct pmc_model *model, const struct pmc_model_event *event,
		       const struct pmc_encoding *e)
{
	char umask[64];
	bool has = piece(e->event[0].name, 1, umask, sizeof(umask));

	explain_escrs(model, event, e, has ? umask : NULL);
	explain_tags(event->name, e);
	explain_pebs(event->name, e);
}

/* ---- All ---- */

/* Where all of it can be read. */
static void cite(const struct pmc_model_info *info, const char *event)
{
	if (!info->manual[0] && !event)
		return;
	puts("\nwhere it is written:");
	if (event)
		printf("- the event: %s\n", event);
	if (info->manual[0])
		printf("- the counters: %s%s\n", info->manual,
		       strcmp(info->family, "Pentium 4") ? "" :
							   "; its parts are named in brackets");
}

void explain(const struct pmc_model *model, const struct pmc_encoding *e)
{
	struct pmc_model_event event = { .manual = NULL };
	struct pmc_model_info info;
	char name[128];
	bool p4;

	puts("\nwhy so:");
	pmc_model_info(model, &info);
	p4 = !strcmp(info.family, "Pentium 4");
	if (piece(e->event[0].name, 0, name, sizeof(name)) && find_event(model, name, &event)) {
		printf("- %s: %s.\n", event.name, event.description);
		if (event.unit)
			printf("- What produces it: %s.\n", event.unit);
		if (p4)
			explain_p4(model, &event, e);
		if (event.note)
			printf("- The manual warns: %s.\n", event.note);
	}
	if (p4)
		explain_cccr(find(e, "_CCCR", 0));
	if (info.rules[0])
		printf("- On this PMU %s.\n", info.rules);
	cite(&info, event.manual);
}
