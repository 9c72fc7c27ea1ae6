/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Assignment of events to counters: a plan that keeps every constraint, whenever one exists;
 * otherwise the smallest set of events that cannot be counted together.
 *
 * An event has options. An option is a set of counters and the resources that it takes: registers
 * besides the counter's own, such as a Pentium 4's ESCR or Intel's OFFCORE_RSP. Events that need
 * the same value in a resource share it; others exclude each other. By family:
 *
 *   architectural, AMD, P6   one option without resources; fixed counters are bits 32 and up. An
 *                            event that needs OFFCORE_RSP has two options where the core has two
 *   P5                       one option: counter 0, 1 or both; each has its own half of CESR
 *   Pentium 4                an option for each ESCR that detects the event and each upstream ESCR
 *                            that can tag it; the value is the whole ESCR, with its event mask, tag
 *                            and threads. An event that cascades names the one that starts it
 *
 * Nothing is allocated: a search works in the caller's struct assign_work (about 2 KiB, too large
 * for a kernel's stack). Its time is bounded by ASSIGN_STEPS.
 */
#ifndef PMC_CORE_ASSIGN_H
#define PMC_CORE_ASSIGN_H

#include "core/base/types.h"

#define ASSIGN_EVENTS	 64 /* in one set */
#define ASSIGN_OPTIONS	 4
#define ASSIGN_TAKES	 7  /* resources of an option: a Pentium 4's two ESCRs, PEBS, four tags */
#define ASSIGN_RESOURCES 64 /* numbered 1 to 63; 0: none */
#define ASSIGN_SLICES	 64
/* A search gives up after so many placements, and a search for a minimal conflict after four
 * times as many. Sets under real constraints need far fewer, since events that share neither
 * counters nor resources are searched separately. */
#define ASSIGN_STEPS 20000u

struct assign_option {
	u64 counters;
	u8 resource[ASSIGN_TAKES]; /* 0: none */
};

/* How a counter that overflows may start the one of an event with `after`. */
/* The other counter of the pair starts it; 14 and 15 also start 16 and 17. */
#define ASSIGN_BY_PAIR	   0x1u
#define ASSIGN_BY_EXTENDED 0x2u /* 16 starts 12 and 13, 17 starts 14 and 15 */

struct assign_event {
	struct assign_option option[ASSIGN_OPTIONS];
	/* What each resource of an option is set to. Events with equal values share the
	 * resource. */
	u64 value[ASSIGN_TAKES];
	u8 n_options;
	u8 after;    /* Pentium 4: 1 + the event whose overflow starts this one; 0: none */
	u8 cascade;  /* with after: ASSIGN_BY_PAIR, ASSIGN_BY_EXTENDED, or either */
	bool pinned; /* belongs to every slice of a rotation */
	u8 group;    /* events with the same group, except 0, stay together in a rotation */
};

enum assign_why {
	ASSIGN_FITS,
	ASSIGN_NO_COUNTER, /* no available counter can count the event */
	ASSIGN_COUNTERS,   /* more events than counters that can count them */
	ASSIGN_RESOURCE,   /* events need different values of one resource */
	ASSIGN_CASCADE,	   /* no free counter is left that starts another free one */
	/* The search took too long: a plan may exist, or the conflict may not be minimal. */
	ASSIGN_GAVE_UP,
};

struct assign_plan {
	u8 counter[ASSIGN_EVENTS];
	u8 option[ASSIGN_EVENTS]; /* which of the event's options was taken */
	/* When there is no plan: */
	u8 why;	       /* enum assign_why */
	u64 conflict;  /* events, one bit each: without any one of them the others fit */
	u64 counters;  /* counters that those events could use */
	u64 resources; /* ASSIGN_RESOURCE: resources that need different values */
};

/* Scratch memory of a search. It need not be initialized, and means nothing afterwards. */
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
	u16 next[ASSIGN_EVENTS + 1]; /* which choice to try next at a depth */
	u32 steps, limit;
	bool ignore_resources, ignore_cascade, gave_up;
};

/*
 * Finds a plan for events[0] to events[n - 1] on the counters in `available`. Returns 0;
 * -PMC_CORE_ENOSPC when there is none (plan says why); -PMC_CORE_EINVAL when the events are not
 * well-formed (too many, a number out of range).
 */
int pmc_assign(struct assign_work *work, const struct assign_event *events, unsigned n,
	       u64 available, struct assign_plan *plan);

struct assign_rotation {
	unsigned n;		   /* of slices */
	u64 events[ASSIGN_SLICES]; /* of each slice, one bit each */
};

/*
 * Divides a set that does not fit into slices that do, which are counted one after the other.
 * Groups stay whole, and pinned events belong to every slice. Slices are filled first-fit and then
 * with what else fits, beginning with the events that are in the fewest slices; the number of
 * slices need not be minimal. pmc_assign_some() gives the plan of a slice. Errors as above: a group
 * with the pinned events does not fit.
 */
int pmc_assign_rotate(struct assign_work *work, const struct assign_event *events, unsigned n,
		      u64 available, struct assign_rotation *rotation, struct assign_plan *plan);

/* pmc_assign() for the events in `which` alone; the plan's arrays are indexed as events is. */
int pmc_assign_some(struct assign_work *work, const struct assign_event *events, unsigned n,
		    u64 which, u64 available, struct assign_plan *plan);

#endif
