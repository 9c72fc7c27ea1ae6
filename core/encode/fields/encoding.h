/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * An encoding: the register values that make a counter count an event, as far as they do not depend
 * on the counter, and which counters can take it. And a register with its value, for when the
 * counter is known.
 */
#ifndef PMC_CORE_ENCODING_H
#define PMC_CORE_ENCODING_H

#include "core/base/types.h"

struct catalogue;

/* What an encoding is for, beside the event's modifiers: the flags of pmc_encode(). */
#define ENCODE_PMI     0x1u /* interrupt at overflow */
#define ENCODE_SIBLING 0x2u /* Pentium 4 with Hyper-Threading: for logical processor 1 */

#define FIXED_COUNTER(i) (32u + (i))

#define TAG_FRONT_END \
	0x10u /* in encoding.tags: uop_type's tag, beside the four of the execution units */
#define CASCADE_PAIR	 0x1u /* in encoding.cascade: the pair's other counter starts it */
#define CASCADE_EXTENDED 0x2u /* … counter 16 or 17 starts it */

struct encoding {
	u64 counters; /* bit i: counter i can count it */
	u64 select;   /* PERFEVTSEL, CCCR without its ESCR number, or counter 0's half of CESR */
	u8 fixed;     /* on a fixed counter: its four bits of FIXED_CTR_CTRL */
	/* Pentium 4: the ESCR that detects the event. */
	u8 n_escrs;    /* 1, or 2 when either of two will do */
	u8 escr_of[2]; /* enum p4_escr; it feeds pmc_p4_escr[].counters & this->counters */
	u32 escr;      /* its value */
	u32 pebs_enable, pebs_vert; /* for replay tagging and PEBS; or 0 */
	/* Pentium 4: the upstream ESCR, which tags the micro-ops that this event counts. */
	u8 n_upstream;	   /* 0: none is needed; 2: either will do */
	u8 upstream_of[2]; /* enum p4_escr; the first is used */
	u32 upstream;	   /* its value */
	u8 tags;	   /* the tags that it gives to micro-ops, one bit each; TAG_FRONT_END */
	u8 cascade;	   /* CASCADE_…: another counter's overflow starts this one */
	/* A register that events share (OFFCORE_RSP …) and the value that it must hold. */
	u32 msr; /* 0: none */
	u64 msr_value;
	/* The same event through another such register (OFFCORE_RSP1 instead of OFFCORE_RSP0). */
	u64 other_select;
	u64 other_counters;
	u32 other_msr; /* 0: none */
	/* What was encoded. */
	const struct catalogue *catalogue; /* of the event's row; NULL for a raw event */
	u32 row;
	u64 umasks;
	u32 mods;
	u8 cmask;
};

struct reg_value {
	u32 address;
	u64 value;
	u64 mask; /* the bits that belong to this event; the others belong to other events */
};

/* Use the other register: the first becomes the other. Does nothing when there is no other. */
void pmc_encode_take_other(struct encoding *enc);

/* Appends a register to regs[*n]. */
void reg_put(struct reg_value *regs, u32 *n, u32 address, u64 value, u64 mask);
/* The value of the register at an address; false when it is not among them. */
bool reg_value_of(const struct reg_value *regs, u32 n, u32 address, u64 *value);

#endif
