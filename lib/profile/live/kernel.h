/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of the kernel's functions, from /proc/kallsyms, for addresses that have samples. The
 * profile keeps them, since the kernel lies elsewhere after the next boot.
 */
#ifndef PMC_LIB_PROFILE_LIVE_KERNEL_H
#define PMC_LIB_PROFILE_LIVE_KERNEL_H

struct addresses;
struct builder;

/*
 * Gives the names to the profile, in which the kernel is that object (-1: it has no samples);
 * without rights to see addresses there are none.
 */
void kernel_names(struct addresses *addresses, int object, struct builder *builder);

#endif
