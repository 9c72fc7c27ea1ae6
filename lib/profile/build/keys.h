/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts many things by object, number and thread, in a few passes over memory. */
#ifndef PMC_LIB_PROFILE_KEYS_H
#define PMC_LIB_PROFILE_KEYS_H

#include <stddef.h>

#include "core/base/types.h"

struct key {
	u64 number; /* an address, or that of a page */
	u32 object, thread;
	u32 index; /* of the thing */
};

/* Sorts the array, which was allocated and may become another one. 0 or -ENOMEM. */
int keys_sort(struct key **keys, size_t n);

#endif
