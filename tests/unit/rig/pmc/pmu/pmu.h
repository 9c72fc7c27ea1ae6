/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of struct pmc_cpu (qemu/pmu/pmu.h) that qemu/pmu/fault.c uses. */
#ifndef PMC_TESTS_RIG_PMU_H
#define PMC_TESTS_RIG_PMU_H

#include "core/state/pmu.h"
#include "qemu/pmu/fault.h"

struct pmc_cpu {
	struct pmu pmu;
	struct pmc_signals signals;
	struct pmc_state *state;
	struct pmc_fault fault;
};

#endif
