/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Events to register values, and back.
 *
 * Two steps. pmc_encode() makes what does not depend on the counter: the select value, and on which
 * counters the event can be. `assign` works on that alone. pmc_encode_on() then gives the registers, with
 * addresses, for one counter; what shares a register with other counters (GLOBAL_CTRL, FIXED_CTR_CTRL,
 * CESR, P6's enable) comes with a mask of the bits that are meant.
 */
#ifndef PMC_CORE_ENCODE_H
#define PMC_CORE_ENCODE_H

#include "core/event/event.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"

#define ENCODE_PMI  0x1u /* interrupt at overflow */
#define ENCODE_T1   0x2u /* Pentium 4 with Hyper-Threading: for the second logical processor */

#define FIXED_COUNTER(i) (32u + (i))

#define TAG_FRONT_END 0x10u /* of encoding.tags: uop_type's, beside the four of the execution units */
#define CASCADE_PAIR	 0x1u /* of encoding.cascade: by the other counter of the pair */
#define CASCADE_EXTENDED 0x2u /* … by counter 16 or 17 */

struct encoding {
	u64 counters;	/* bit i: counter i can count it */
	u64 select;	/* PERFEVTSEL, CCCR without its ESCR number, or counter 0's half of CESR */
	u8 fixed;	/* on a fixed counter: its four bits of FIXED_CTR_CTRL */
	u8 n_escrs;	/* Pentium 4: 1 or 2, either will do */
	u8 escr_of[2];	/* … enum p4_escr; its counters: pmc_p4_escr[].counters & this->counters */
	u32 escr;	/* … and the value that goes there */
	u32 pebs_enable, pebs_vert; /* Pentium 4, replay tagging and PEBS: what these must hold; or 0 */
	/* Pentium 4: an ESCR besides, which tags what this event counts; either of its ESCRs will do. */
	u8 n_up;	/* 0: none is needed */
	u8 up_of[2];	/* the first is used */
	u32 up;		/* the value that goes there */
	u8 tags;	/* tags that this event's ESCRs give to micro-ops, one bit each; TAG_FRONT_END */
	u8 cascade;	/* CASCADE_…: begins when another one overflows */
	u32 msr;	/* a register that events share (OFFCORE_RSP …) must hold msr_value; 0: none */
	u64 msr_value;
	/* The same event by another such register (OFFCORE_RSP1 instead of 0), or other_msr 0. */
	u64 other_select;
	u64 other_counters;
	u32 other_msr;
	const struct catalogue *catalogue; /* the event's row; NULL for a raw event */
	u32 row;
	u64 umasks;
	u32 mods;
	u8 cmask;
};

struct reg_value {
	u32 address;
	u64 value;
	u64 mask;	/* bits that belong to this event; others are other events' */
};
#define ENCODE_REGS 6

/*
 * Encode one parsed event (text is what it was parsed from; used in sentences). Generic events go by the
 * model's map. flags: ENCODE_…. *enc is scribbled on in every case: what is made elsewhere and copied costs a
 * sixth of the time.
 * -PMC_CORE_EINVAL with the diagnostic: an event of another model (which have it), a unit mask missing or
 * two that exclude each other, a modifier that the PMU has not, reserved bits in a raw value, a generic
 * event that the model has not, a PMU without counters.
 */
int pmc_encode(const struct pmu *pmu, const char *text, const struct event *event, u32 flags,
	       struct encoding *enc, struct diag *diag);

/* Take the other register: what was first becomes the other. Nothing, when there is no other. */
void pmc_encode_take_other(struct encoding *enc);

/*
 * The registers that make this counter count it; regs[ENCODE_REGS]. Registers that must be set before
 * others come first. -PMC_CORE_EINVAL: this counter cannot (the diagnostic says which can).
 */
int pmc_encode_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n, struct diag *diag);

/*
 * The event that `counter` counts with these register values, as pmc_event_parse() would have given it:
 * EVENT_MODEL, or EVENT_RAW when no row and modifiers say the same. False: the counter is off (or its registers are not among
 * them). Where several events have the same registers (architectural and named ones) the first of the
 * model's catalogue is given.
 */
bool pmc_decode(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		struct event *event);

#endif
