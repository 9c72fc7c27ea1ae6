/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The architectural events alone, for the models of the architectural versions. */
#include "core/tables/intel/arch.h"

/* clang-format off */
static const struct model_event rows[] = { ARCH_ROWS };
const struct rows pmc_rows_arch = { rows, ROWS(rows) };

const struct generic_map pmc_generic_arch_v1[] = { ARCH_MAP_V1, MAP_END };
const struct generic_map pmc_generic_arch[] = { ARCH_MAP, MAP_END };
/* clang-format on */
