/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Events to register values, and back.
 *
 * Encoding has two steps. pmc_encode() makes what does not depend on the counter: the select value,
 * and the counters that can count the event. core/assign/ works with that alone. pmc_encode_on()
 * then gives the registers for one counter, with their addresses. A register that counters share
 * (GLOBAL_CTRL, FIXED_CTR_CTRL, CESR, P6's enable) comes with a mask of the bits that belong to
 * this event.
 */
#ifndef PMC_CORE_ENCODE_H
#define PMC_CORE_ENCODE_H

#include "core/base/diag.h"
#include "core/encode/fields/encoding.h"

struct event;
struct pmu;

#define ENCODE_REGS 6 /* registers of one event, at most */

/*
 * Encode one parsed event; text is what it was parsed from, for sentences. Generic events are
 * looked up in the model's map. flags: ENCODE_…. *enc is overwritten in every case, also on
 * failure: filling in a copy and copying it would take six times as long. -PMC_CORE_EINVAL with the
 * diagnostic: an event of another model, a unit mask that is missing or two that exclude each
 * other, a modifier that the PMU cannot do, reserved bits in a raw value, a generic event that the
 * model does not have, a PMU without counters.
 */
int pmc_encode(const struct pmu *pmu, const char *text, const struct event *event, u32 flags,
	       struct encoding *enc, struct diag *diag);

/*
 * The registers that make this counter count the event: regs[ENCODE_REGS], in the order in which
 * they must be written. -PMC_CORE_EINVAL: this counter cannot count it; the diagnostic says which
 * can.
 */
int pmc_encode_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n, struct diag *diag);

/*
 * The event that `counter` counts with these register values, as pmc_event_parse() would give it:
 * EVENT_MODEL, or EVENT_RAW when no row and modifiers have these values. Where several rows have
 * them (an architectural event and a named one), the first row is given. False: the counter is off,
 * or its registers are not among these.
 */
bool pmc_decode(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		struct event *event);

#endif
