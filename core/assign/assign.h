/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Events to counters: a plan that keeps every constraint, found whenever there is one; otherwise the
 * smallest reason that there is none.
 *
 * An event has options. An option is a set of counters and the resources that it takes: registers beside
 * the counter's own, such as a Pentium 4's ESCR or Intel's OFFCORE_RSP. Events whose value for a resource
 * is equal share it; others exclude each other. Families fill in the rest:
 *
 *   architectural, AMD, P6   one option, no resource; fixed counters are bits 32 and up. An event by
 *                            OFFCORE_RSP: two options where the core has two of them
 *   P5                       one option: counter 0, 1 or both; each has a half of CESR of its own
 *   Pentium 4                one option for each ESCR that detects the event, times those of the ESCR that
 *                            tags what it counts; the value is the whole ESCR, which has its event mask,
 *                            tag and threads in it; cascading events name the one whose overflow starts
 *                            them
 *
 * Rules: nothing is allocated; what a search needs is in the caller's struct assign_work (about 2 KiB, too
 * large for a kernel's stack). Time is bounded: see ASSIGN_STEPS.
 */
#ifndef PMC_CORE_ASSIGN_H
#define PMC_CORE_ASSIGN_H

#include "core/base/types.h"

#define ASSIGN_EVENTS  64 /* in one set */
#define ASSIGN_OPTIONS 4
#define ASSIGN_TAKES \
	7 /* resources of an option: Pentium 4's two ESCRs, PEBS registers, four tags */
#define ASSIGN_RESOURCES 64 /* numbered 1 to 63; 0 is none */
#define ASSIGN_SLICES	 64
/* A search that has tried so many placements is given up, and so is one for a minimal conflict after four
 * times as many in all. Sets under real constraints stay far below: events that share neither counters nor
 * resources are searched apart. */
#define ASSIGN_STEPS 20000u

struct assign_option {
	u64 counters;
	u8 resource[ASSIGN_TAKES]; /* 0: none */
};

/* How a counter that overflows may start the one of an event with `after`. */
#define ASSIGN_BY_PAIR	   0x1u /* the other counter of its pair, or 14 and 15 the counters 16 and 17 */
#define ASSIGN_BY_EXTENDED 0x2u /* 16 starts 12 and 13, 17 starts 14 and 15 */

struct assign_event {
	struct assign_option option[ASSIGN_OPTIONS];
	u64 value
		[ASSIGN_TAKES]; /* what each resource of an option is set to; events with equal ones share it */
	u8 n_options;
	u8 after;    /* Pentium 4: 1 + the event whose overflow starts this one (cascade), or 0 */
	u8 cascade;  /* with after: ASSIGN_BY_PAIR, ASSIGN_BY_EXTENDED, or either */
	bool pinned; /* in every slice of a rotation */
	u8 group;    /* events with an equal one that is not 0 stay together in a rotation */
};

enum assign_why {
	ASSIGN_FITS,
	ASSIGN_NO_COUNTER, /* one event, and no counter that is free can count it */
	ASSIGN_COUNTERS,   /* more events than counters that can count them */
	ASSIGN_RESOURCE, /* there are counters enough, but events want different values of one resource */
	ASSIGN_CASCADE, /* no two counters of which one starts the other are left for a cascade */
	ASSIGN_GAVE_UP, /* the search was too long: whether there is a plan is not known, or the conflict
			    * may not be minimal */
};

struct assign_plan {
	u8 counter[ASSIGN_EVENTS];
	u8 option[ASSIGN_EVENTS]; /* which of the event's options was taken */
	/* Without a plan: */
	u8 why;	       /* enum assign_why */
	u64 conflict;  /* events, one bit each: without any one of them, the others fit */
	u64 counters;  /* counters that those events could use */
	u64 resources; /* ASSIGN_RESOURCE: resources wanted with different values */
};

/* Scratch memory of a search; nothing in it needs to be initialized or means anything afterwards. */
struct assign_work {
	u64 allowed[ASSIGN_EVENTS]; /* counters of the option that the event has now */
	u64 value[ASSIGN_RESOURCES];
	u64 reach[ASSIGN_EVENTS];
	u8 users[ASSIGN_RESOURCES];
	u8 owner[64];	      /* of a counter: 1 + event */
	u8 at[ASSIGN_EVENTS]; /* of an event: 1 + counter */
	u8 option[ASSIGN_EVENTS];
	u8 from[64]; /* augmenting path: how a counter was reached */
	u8 queue[64];
	u8 order[ASSIGN_EVENTS];
	u16 next[ASSIGN_EVENTS + 1]; /* which way to try next at a depth */
	u32 steps, limit;
	bool ignore_resources, ignore_cascade, gave_up;
};

/*
 * A plan for events[0] to events[n - 1] on the counters in `available`. 0; -PMC_CORE_ENOSPC when there
 * is none (plan says why); -PMC_CORE_EINVAL when the events are not well-formed (too many, a number out of
 * range).
 */
int pmc_assign(struct assign_work *work, const struct assign_event *events, unsigned n,
	       u64 available, struct assign_plan *plan);

struct assign_rotation {
	unsigned n;		   /* slices */
	u64 events[ASSIGN_SLICES]; /* of each slice */
};

/*
 * Divides a set that does not fit into slices that do, for counting them in turn: groups whole, pinned
 * events in each. pmc_assign_some() with the events of a slice finds its plan. Slices are filled first-fit, then
 * with what else fits, those first that count in the fewest slices; the number of slices need not be the
 * smallest. Errors as above: a group, with what is pinned, that does not fit alone.
 */
int pmc_assign_rotate(struct assign_work *work, const struct assign_event *events, unsigned n,
		      u64 available, struct assign_rotation *rotation, struct assign_plan *plan);

/* pmc_assign() for the events in `which` alone; the plan's arrays are indexed as events is. */
int pmc_assign_some(struct assign_work *work, const struct assign_event *events, unsigned n,
		    u64 which, u64 available, struct assign_plan *plan);

#endif
