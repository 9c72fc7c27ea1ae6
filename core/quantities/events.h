/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which counts of a machine's models an event is. An event is a sum of terms: counts of struct
 * machine_counts, and events of the instruction stream.
 */
#ifndef PMC_CORE_QUANTITIES_EVENTS_H
#define PMC_CORE_QUANTITIES_EVENTS_H

#include "core/event/generic.h"
#include "core/machine/counts.h"

enum term_kind {
	TERM_END,
	TERM_COUNT,    /* what: an offset in struct machine_counts */
	TERM_HARDWARE, /* enum event_hardware */
	TERM_STREAM,   /* enum event_stream */
};

struct machine_term {
	u8 kind;
	bool minus;
	u16 what;
};

#define FORMULA_TERMS 8
struct machine_formula {
	struct machine_term term[FORMULA_TERMS]; /* ends with TERM_END if there are fewer */
};

/* An event of a family of PMUs. */
struct machine_event {
	const char *name; /* as pmc_event_parse() takes it: "L2_LD:I" */
	const char *why;  /* what of the model it is, in words */
	u32 only;	  /* bit i: word i of `pmus` has it; 0: all */
	struct machine_formula formula;
	/* Event select and unit mask as in PERFEVTSEL, for hosts whose catalogue lacks the name,
	 * which is libpfm4's; 0: core/tables/ has it. */
	u64 code;
};

struct machine_events {
	const char *pmus;   /* the models of core/models/ that have them, separated by blanks */
	const char *manual; /* that says what the events count */
	const struct machine_event *row;
	u32 n;
};

/* The events of a PMU; NULL: none are known. *index: which of `pmus` it is. */
const struct machine_events *pmc_machine_events(const char *pmu, u32 *index);

/*
 * What a generic event of caches, TLBs or branches (EVENT_HARDWARE, EVENT_CACHE) is on a machine.
 * False: no model answers it.
 */
bool pmc_machine_generic(const struct machine *machine, enum event_kind kind, u32 id,
			 struct machine_formula *formula);

/*
 * The parts that a formula needs on a machine (enum machine_part). *absent is the cache or TLB
 * that the formula asks for and the machine lacks; NULL: it has all.
 */
u32 pmc_formula_parts(const struct machine *machine, const struct machine_formula *formula,
		      const char **absent);

#endif
