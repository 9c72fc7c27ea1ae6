/* SPDX-License-Identifier: BSD-2-Clause */
/* Which addresses of an object have samples: names of others are of no interest. */
#ifndef PMC_LIB_PROFILE_LIVE_ADDRESSES_H
#define PMC_LIB_PROFILE_LIVE_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"

struct place {
	unsigned object;
	u64 address;
};

/* All zero: none. */
struct addresses {
	struct place *place;
	size_t n, room, sorted; /* so many are sorted, each once */
	bool failed;		/* there was no memory */
};

void addresses_add(struct addresses *a, unsigned object, u64 address);
/* Is one of them in [start, end) of the object? */
bool addresses_any(struct addresses *a, unsigned object, u64 start, u64 end);
void addresses_deinit(struct addresses *a);

#endif
