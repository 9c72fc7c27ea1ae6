/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts rows where they are: a copy would take as much memory as all of the profile. */
#ifndef PMC_LIB_PROFILE_ROWS_SORT_H
#define PMC_LIB_PROFILE_ROWS_SORT_H

#include <stddef.h>

#include "core/base/types.h"

/*
 * Sorts n rows of `size` words by object, address and thread: of each row the first word is the
 * address, the second one object << 32 | thread.
 */
void rows_sort(u64 *rows, size_t n, size_t size);

#endif
