/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* A parsed event: what parse.h makes of an event string. */
#ifndef PMC_CORE_EVENT_H
#define PMC_CORE_EVENT_H

#include "core/base/types.h"
#include "core/event/generic.h"

struct catalogue;

/* ---- Modifiers ---- */

/* clang-format off */
#define MOD_USER    0x0001u /* u; without any ring the event counts in all of them */
#define MOD_KERNEL  0x0002u /* k */
#define MOD_HYPER   0x0004u /* h */
#define MOD_GUEST   0x0008u /* G */
#define MOD_HOST    0x0010u /* H */
#define MOD_PRECISE 0x0060u /* p, pp, ppp: 1 to 3 in these bits */
#define MOD_PRECISE_SHIFT 5
#define MOD_PRECISE_MAX 0x0080u /* P: the most precise level that the PMU has */
#define MOD_PINNED  0x0100u /* D: always on a counter, or an error */
#define MOD_NO_IDLE 0x0200u /* I: not while the idle task runs */
#define MOD_WEAK    0x0400u /* W: a group that does not fit is counted as separate events */
#define MOD_EDGE    0x0800u /* e */
#define MOD_INVERT  0x1000u /* i */
#define MOD_ANY_THREAD	0x2000u	/* t: both logical processors of the core */
#define MOD_IN_TX	0x4000u
#define MOD_IN_TXCP	0x8000u
#define MOD_T1		0x10000u /* Pentium 4 (like all below): for logical processor 1 */
#define MOD_FORCE_OVF	0x20000u
#define MOD_OVF_PMI_T0	0x40000u
#define MOD_OVF_PMI_T1	0x80000u
#define MOD_CASCADE	0x100000u /* starts when the event before it overflows */
#define MOD_EXT_CASCADE	0x200000u
#define MOD_ACTIVE	0xc00000u /* 1 + the CCCR's active-thread field; 0: "any" (3) */
#define MOD_ACTIVE_SHIFT 22
#define MOD_RINGS   (MOD_USER | MOD_KERNEL | MOD_HYPER)
#define MOD_LETTERS 0x3fffu /* those that are letters, not words */
/* The choice between general and fixed counters: event.counters. */
#define EVENT_ON_GENERAL 0x00000000ffffffffull
#define EVENT_ON_FIXED	 0xffffffff00000000ull
/* Fields of a counter's registers, which only a PMU can do. */
#define MOD_OF_PMU  (MOD_EDGE | MOD_INVERT | 0xffe000u)
/* clang-format on */

/* ---- Events ---- */

/* A piece of the event string. */
struct span {
	u32 at, len;
};

/* One term between the slashes of pmu/…/. */
struct event_term {
	struct span name;
	struct span value; /* without quotes; len 0: there was no value, which means 1 */
	bool is_number;	   /* the value is a number (1 without a value) */
	u64 number;
};

#define EVENT_TERMS 12

/* A raw event of the Pentium 4, made by pmc_decode() from registers that match no row. */
struct event_p4 {
	bool given;
	u8 escr;   /* enum p4_escr */
	u32 value; /* of the ESCR */
	u32 cccr;  /* without the ESCR's number */
	u32 pebs_enable, pebs_vert;
};

struct event {
	enum event_kind kind;
	u32 id; /* generic: id of the struct event_row; EVENT_MODEL: row of the catalogue */
	const struct event_row *row;	   /* generic events; else NULL */
	const struct catalogue *catalogue; /* EVENT_MODEL; else NULL */
	u64 umasks;			   /* EVENT_MODEL: bit j: unit mask j was named */
	u64 raw;			   /* EVENT_RAW without pmu: rXXXX */
	u32 mods;			   /* MOD_…, including those of the group */
	u8 cmask;			   /* c=N; 0: none */
	/* counter=N, fixed, general: the counters from which it may get one; 0: any that can. */
	u64 counters;
	/* from=: the event of the same catalogue that tags the micro-ops that are counted. */
	bool has_from;
	u32 from; /* its row */
	u64 from_umasks;
	struct event_p4 p4; /* EVENT_RAW that was not typed */
	s32 group;	    /* number of its group, from 0 on; -1: none */
	struct span typed;  /* the whole event: name, terms and its own modifiers */
	struct span word;   /* the name, or the PMU with its terms up to the closing slash */
	struct span pmu;    /* "cpu" of cpu/…/; len 0: none */
	struct span label;  /* value of the term name=; len 0: none */
	u32 n_terms;	    /* terms other than name= */
	struct event_term term[EVENT_TERMS];
};

#endif
