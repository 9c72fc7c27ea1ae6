/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* A number for some words, by which to see that they are others. Nothing against an attacker. */
#ifndef PMC_CORE_SUM_H
#define PMC_CORE_SUM_H

#include "core/base/types.h"

u64 sum_words(const u64 *words, size_t n);
/* The same of what is read piece by piece, of SUM_PIECE bytes each but for the last one: the sum of
 * those before (0: there are none), and of this one. */
#define SUM_PIECE 65536u
u64 sum_add(u64 sum, const u64 *words, size_t n);

#endif
