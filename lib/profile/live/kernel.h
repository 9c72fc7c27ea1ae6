/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of the kernel's functions, from /proc/kallsyms, for addresses that have samples. The
 * profile keeps them, since the kernel lies elsewhere after the next boot.
 */
#ifndef PMC_LIB_PROFILE_LIVE_KERNEL_H
#define PMC_LIB_PROFILE_LIVE_KERNEL_H

#include <stddef.h>

#include "core/base/types.h"

struct builder;

struct kernel_addresses {
	int object; /* the profile's; -1: no address yet */
	u64 *address;
	size_t n, room, sorted; /* so many are sorted, each once */
	bool failed;
};

void kernel_add(struct kernel_addresses *kernel, int object, u64 address);
/* Gives the names to the profile; without rights to see addresses there are none. */
void kernel_names(struct kernel_addresses *kernel, struct builder *builder);
void kernel_deinit(struct kernel_addresses *kernel);

#endif
