/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The classes of counters: pmc.k7(3), pmc.k8(3), pmc.p4(3), pmc.p5(3), pmc.p6(3), pmc.iaf(3),
 * pmc.core2(3) and its like (IAP), pmc.soft(3), pmc.tsc(3).
 *
 * PMC_CAP_INTERRUPT depends on the machine (machine_caps()).
 */
#include "compat/freebsd/events/classes.h"
#include "compat/freebsd/events/tables/k7.h"
#include "compat/freebsd/events/tables/k8.h"
#include "compat/freebsd/events/tables/p6.h"

#define RINGS	 (PMC_CAP_USER | PMC_CAP_SYSTEM | PMC_CAP_READ | PMC_CAP_WRITE)
#define COMPARES (PMC_CAP_EDGE | PMC_CAP_THRESHOLD | PMC_CAP_INVERT | PMC_CAP_QUALIFIER)

#define NAMED(class_, event) { .name = #event },
static const struct event_row p4_rows[] = { PMC_EVENTS_P4(NAMED) };
static const struct event_row p5_rows[] = { PMC_EVENTS_P5(NAMED) };

static const struct event_row tsc_rows[] = { { .name = "TSC" } };
static const struct event_row iaf_rows[] = {
	{ .name = "INSTR_RETIRED.ANY", .other = "instruction-retired", .stream = "instructions" },
	{ .name = "CPU_CLK_UNHALTED.CORE", .other = "unhalted-core-cycles" },
	{ .name = "CPU_CLK_UNHALTED.REF", .other = "unhalted-reference-cycles" },
};
/* Linux's software events; PAGE_FAULT.ALL is FreeBSD's, too. `stream` is libpmc's name. */
static const struct event_row soft_rows[] = {
	{ .name = "PAGE_FAULT.ALL", .other = "page-faults", .stream = "page-faults" },
	{ .name = "PAGE_FAULT.MINOR", .other = "minor-faults", .stream = "minor-faults" },
	{ .name = "PAGE_FAULT.MAJOR", .other = "major-faults", .stream = "major-faults" },
	{ .name = "CONTEXT.SWITCHES", .stream = "context-switches" },
	{ .name = "CPU.MIGRATIONS", .stream = "cpu-migrations" },
	{ .name = "CLOCK.TASK", .other = "task-clock", .stream = "task-clock" },
	{ .name = "CLOCK.CPU", .other = "cpu-clock", .stream = "cpu-clock" },
};

static const struct event_qualifier none[] = { { NULL, Q_NONE } };
static const struct event_qualifier k7_words[] = {
	{ "count=", Q_AT_LEAST }, { "edge", Q_EDGE }, { "inv", Q_INVERT }, { "os", Q_OS },
	{ "unitmask=", Q_MASK },  { "usr", Q_USR },   { NULL, Q_NONE },
};
static const struct event_qualifier k8_words[] = {
	{ "count=", Q_AT_LEAST }, { "edge", Q_EDGE }, { "inv", Q_INVERT }, { "os", Q_OS },
	{ "mask=", Q_MASK },	  { "usr", Q_USR },   { NULL, Q_NONE },
};
static const struct event_qualifier p6_words[] = {
	{ "cmask=", Q_AT_LEAST }, { "edge", Q_EDGE }, { "inv", Q_INVERT }, { "os", Q_OS },
	{ "umask=", Q_MASK },	  { "usr", Q_USR },   { NULL, Q_NONE },
};
static const struct event_qualifier p5_words[] = {
	{ "duration", Q_DURATION }, { "os", Q_OS },   { "overflow", Q_OVERFLOW },
	{ "usr", Q_USR },	    { NULL, Q_NONE },
};
static const struct event_qualifier p4_words[] = {
	{ "active=", Q_ACTIVE },
	{ "cascade", Q_CASCADE },
	{ "edge", Q_EDGE },
	{ "complement", Q_INVERT },
	{ "mask=", Q_MASK },
	{ "os", Q_OS },
	{ "precise", Q_PRECISE },
	{ "tag=", Q_TAG },
	{ "threshold=", Q_ABOVE },
	{ "usr", Q_USR },
	{ "busreqtype=", Q_BUS_TYPE },
	{ NULL, Q_NONE },
};
static const struct event_qualifier iaf_words[] = {
	{ "os", Q_OS },
	{ "usr", Q_USR },
	{ "anythread", Q_ANYTHREAD },
	{ NULL, Q_NONE },
};
static const struct event_qualifier iap_words[] = {
	{ "cmask=", Q_AT_LEAST }, { "edge", Q_EDGE },		{ "inv", Q_INVERT }, { "os", Q_OS },
	{ "usr", Q_USR },	  { "anythread", Q_ANYTHREAD }, { NULL, Q_NONE },
};

static const struct event_alias k7_aliases[] = {
	{ "branches", "k7-retired-branches" },
	{ "branch-mispredicts", "k7-retired-branches-mispredicted" },
	{ "dc-misses", "k7-dc-misses" },
	{ "ic-misses", "k7-ic-misses" },
	{ "instructions", "k7-retired-instructions" },
	{ "interrupts", "k7-hardware-interrupts" },
	{ NULL, NULL },
};
static const struct event_alias k8_aliases[] = {
	{ "branches", "k8-fr-retired-taken-branches" },
	{ "branch-mispredicts", "k8-fr-retired-taken-branches-mispredicted" },
	{ "dc-misses", "k8-dc-miss" },
	{ "ic-misses", "k8-ic-miss" },
	{ "instructions", "k8-fr-retired-x86-instructions" },
	{ "interrupts", "k8-fr-taken-hardware-interrupts" },
	{ "unhalted-cycles", "k8-bu-cpu-clk-unhalted" },
	{ "cycles", "k8-bu-cpu-clk-unhalted" },
	{ NULL, NULL },
};
static const struct event_alias p4_aliases[] = {
	{ "branches", "p4-branch-retired,mask=mmtp+mmtm" },
	{ "branch-mispredicts", "p4-mispred-branch-retired" },
	{ "instructions", "p4-instr-retired,mask=nbogusntag+nbogustag" },
	{ "unhalted-cycles", "p4-global-power-events" },
	{ "cycles", "p4-global-power-events" },
	{ NULL, NULL },
};
static const struct event_alias p5_aliases[] = {
	{ "branches", "p5-taken-branches" },
	{ "dc-misses", "p5-data-read-miss-or-write-miss" },
	{ "ic-misses", "p5-code-cache-miss" },
	{ "instructions", "p5-instructions-executed" },
	{ "interrupts", "p5-hardware-interrupts" },
	{ "unhalted-cycles", "p5-number-of-cycles-not-in-halt-state" },
	{ "cycles", "p5-number-of-cycles-not-in-halt-state" },
	{ NULL, NULL },
};
static const struct event_alias p6_aliases[] = {
	{ "branches", "p6-br-inst-retired" },
	{ "branch-mispredicts", "p6-br-miss-pred-retired" },
	{ "dc-misses", "p6-dcu-lines-in" },
	{ "ic-misses", "p6-ifu-fetch-miss" },
	{ "instructions", "p6-inst-retired" },
	{ "interrupts", "p6-hw-int-rx" },
	{ "unhalted-cycles", "p6-cpu-clk-unhalted" },
	{ "cycles", "p6-cpu-clk-unhalted" },
	{ NULL, NULL },
};

static const struct event_class classes[] = {
	{ .id = PMC_CLASS_TSC,
	  .prefix = "tsc",
	  .first = PMC_EV_TSC_FIRST,
	  .row = tsc_rows,
	  .n = 1,
	  .caps = PMC_CAP_READ,
	  .counters = 1,
	  .width = 64,
	  .qualifiers = none },
	{ .id = PMC_CLASS_K7,
	  .prefix = "k7",
	  .first = PMC_EV_K7_FIRST,
	  .row = k7_rows,
	  .n = PMC_EV_K7__END - PMC_EV_K7_FIRST,
	  .coded = true,
	  .caps = RINGS | COMPARES,
	  .counters = 4,
	  .width = 48,
	  .qualifiers = k7_words,
	  .aliases = k7_aliases },
	{ .id = PMC_CLASS_K8,
	  .prefix = "k8",
	  .first = PMC_EV_K8_FIRST,
	  .row = k8_rows,
	  .n = PMC_EV_K8__END - PMC_EV_K8_FIRST,
	  .coded = true,
	  .caps = RINGS | COMPARES,
	  .counters = 4,
	  .width = 48,
	  .qualifiers = k8_words,
	  .aliases = k8_aliases },
	{ .id = PMC_CLASS_P5,
	  .prefix = "p5",
	  .first = PMC_EV_P5_FIRST,
	  .row = p5_rows,
	  .n = sizeof(p5_rows) / sizeof(*p5_rows),
	  .caps = RINGS,
	  .counters = 2,
	  .width = 40,
	  .qualifiers = p5_words,
	  .aliases = p5_aliases },
	{ .id = PMC_CLASS_P6,
	  .prefix = "p6",
	  .first = PMC_EV_P6_FIRST,
	  .row = p6_rows,
	  .n = PMC_EV_P6__END - PMC_EV_P6_FIRST,
	  .coded = true,
	  .caps = RINGS | COMPARES,
	  .counters = 2,
	  .width = 40,
	  .qualifiers = p6_words,
	  .aliases = p6_aliases },
	{ .id = PMC_CLASS_P4,
	  .prefix = "p4",
	  .first = PMC_EV_P4_FIRST,
	  .row = p4_rows,
	  .n = sizeof(p4_rows) / sizeof(*p4_rows),
	  .caps = RINGS | COMPARES | PMC_CAP_TAGGING | PMC_CAP_CASCADE,
	  .counters = 18,
	  .width = 40,
	  .qualifiers = p4_words,
	  .aliases = p4_aliases },
	{ .id = PMC_CLASS_IAF,
	  .prefix = "iaf",
	  .first = PMC_EV_IAF_FIRST,
	  .row = iaf_rows,
	  .n = 3,
	  .caps = RINGS,
	  .counters = 3,
	  .width = 48,
	  .qualifiers = iaf_words },
	{ .id = PMC_CLASS_IAP,
	  .prefix = "iap",
	  .first = PMC_EV_IAP_FIRST,
	  .caps = RINGS | COMPARES,
	  .counters = 4,
	  .width = 48,
	  .qualifiers = iap_words },
	{ .id = PMC_CLASS_SOFT,
	  .prefix = "soft",
	  .first = PMC_EV_SOFT_FIRST,
	  .row = soft_rows,
	  .n = sizeof(soft_rows) / sizeof(*soft_rows),
	  .caps = RINGS,
	  .counters = 16,
	  .width = 64,
	  .qualifiers = none },
};

const struct event_class *event_class(enum pmc_class id)
{
	size_t i;

	for (i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (classes[i].id == id)
			return &classes[i];
	return NULL;
}

const char *event_other(unsigned event)
{
	static const struct {
		unsigned event;
		const char *other;
	} others[] = {
		{ PMC_EV_P5_MISALIGNED_DATA_OR_IO_REFERENCES,
		  "misaligned-data-memory-or-io-references" },
		{ PMC_EV_P5_CACHE_M_LINE_SHARING, "cache-m-state-line-sharing" },
		{ PMC_EV_P5_PIPELINE_STALL_FOR_MMX_INSTRUCTION_DATA_MEMORY_READS,
		  "pipeline-istall-for-mmx-instruction-data-memory-reads" },
		{ PMC_EV_P5_STALL_ON_MMX_INSTRUCTION_WRITE_TO_E_OR_M_STATE_LINE,
		  "stall-on-mmx-instruction-write-to-e-o-m-state-line" },
	};
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (others[i].event == event)
			return others[i].other;
	return NULL;
}

long event_row_find(const struct event_class *class, struct word name)
{
	const char *other;
	size_t i;

	for (i = 0; i < class->n; i++) {
		if (word_is(name, class->row[i].name))
			return (long)i;
		other = class->row[i].other;
		if (!other)
			other = event_other(class->first + (unsigned)i);
		if (other && word_is(name, other))
			return (long)i;
	}
	return -1;
}

const char *event_name(unsigned number)
{
	size_t i;

	for (i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (classes[i].n && number >= classes[i].first &&
		    number - classes[i].first < classes[i].n)
			return classes[i].row[number - classes[i].first].name;
	return NULL;
}
