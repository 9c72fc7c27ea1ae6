/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* A number for some words, by which to see that they are others. Nothing against an attacker. */
#ifndef PMC_CORE_SUM_H
#define PMC_CORE_SUM_H

#include "core/base/types.h"

u64 sum_words(const u64 *words, size_t n);

#endif
