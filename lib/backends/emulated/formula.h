/* SPDX-License-Identifier: BSD-2-Clause */
/* What a formula gives for the counts of a task. */
#ifndef PMC_LIB_EMULATED_FORMULA_H
#define PMC_LIB_EMULATED_FORMULA_H

#include "core/base/types.h"

struct machine_formula;

/* signal: by enum emu_signal; counts: the members of struct machine_counts. */
u64 formula_value(const struct machine_formula *formula, const u64 *signal, const u64 *counts);

#endif
