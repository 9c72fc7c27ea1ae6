/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The bits of a PERFEVTSEL: which of them a PMU has, which come from modifiers and which from
 * rows. */
#ifndef PMC_CORE_ENCODE_SELECT_H
#define PMC_CORE_ENCODE_SELECT_H

#include "core/encode/fields/encoding.h"
#include "core/encode/fields/job.h"
#include "core/pmu/regs.h"
#include "core/event/catalogue.h"

struct model_event;

#define AMD_BOTH_SIDES (AMD_EVTSEL_GUEST | AMD_EVTSEL_HOST)

/* What rows may set besides event select and unit mask. */
#define EVTSEL_OF_ROWS (EVTSEL_EDGE | EVTSEL_INV | EVTSEL_ANY | EVTSEL_EQ | EVTSEL_CMASK)

/* The address of a counter's select register. */
u32 select_address(const struct pmu *pmu, u32 counter);
/* The bits that any select register of this PMU has; a bit of one register alone (IN_TXCP) is a
 * constraint. */
u64 select_bits(const struct pmu *pmu);
/* The bits that modifiers set on this PMU. */
u64 select_of_mods(const struct pmu *pmu);
/* The event select of a value. */
u32 select_code(const struct pmu *pmu, u64 select);

/* Refuses modifiers that this PMU cannot do. */
int select_check_mods(const struct job *job);
/* The bits for the job's modifiers and flags, with EN. */
u64 select_mods(const struct job *job);
/* The bits that the row sets itself, besides event select and unit mask. */
u64 select_row(const struct model_event *row);

/* Fills in the same event through the other of two registers (OFFCORE_RSP0 and 1), when that has
 * the bits too. */
void select_add_other(const struct pmu *pmu, struct encoding *enc, u32 counters);

#endif
