/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rig's PMU (qemu/): a guest's PMU that lets every event be programmed, as hardware does, and
 * counts a few of them. It says which by CPUID (core/state/rig.h).
 */
#ifndef PMC_LIB_RIG_H
#define PMC_LIB_RIG_H

#include <stdbool.h>

struct encoding;
struct pmu;

/*
 * Is this processor's PMU the rig's? Not if PMC_RIG_EVENTS is "all", for tests of what it accepts.
 */
bool rig_is_here(void);

/*
 * Does the rig's PMU count the event? Only where rig_is_here(). An event that several counters can
 * count must be counted by each of a kind, because nobody knows yet which one it gets.
 */
bool rig_counts(const struct pmu *pmu, const struct encoding *enc);

#endif
