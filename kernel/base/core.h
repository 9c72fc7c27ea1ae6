/* SPDX-License-Identifier: GPL-2.0 */
/*
 * core/ as the module sees it. The kernel and core/ both define some names of registers, with the
 * same numbers. core's definitions win, so this header undefines the kernel's and must be included
 * after them.
 */
#ifndef PMC_KERNEL_CORE_H
#define PMC_KERNEL_CORE_H

#include <asm/msr-index.h>

#undef MSR_K7_PERFCTR0
#undef MSR_F15H_PERF_CTL0
#undef MSR_F15H_PERF_CTR0
#undef MSR_PEBS_LD_LAT_THRESHOLD
#undef MSR_PEBS_FRONTEND
#undef MSR_P4_PEBS_MATRIX_VERT

#include "core/assign/pmu.h"
#include "core/encode/encode.h"
#include "core/encode/p4/siblings.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "core/models/cpuid.h"
#include "core/models/model.h"
#include "core/pmu/constraint.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/registers.h"
#include "core/pmu/regs.h"
#include "core/selftest/selftest.h"

#endif
