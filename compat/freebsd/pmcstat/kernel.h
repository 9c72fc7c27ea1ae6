/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's functions, by a file like /proc/kallsyms. A log has no names for them. */
#ifndef COMPAT_FREEBSD_PMCSTAT_KERNEL_H
#define COMPAT_FREEBSD_PMCSTAT_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

struct kernel_function {
	uint64_t start;
	char *name;
	char *module; /* "[pmc]"; NULL: the kernel itself */
};

/* Is this an address of the kernel? */
static inline bool kernel_has(uint64_t pc)
{
	return pc >> 63;
}

/*
 * Reads the names. false: there is no such file (errno), or (errno 0) it tells no addresses, as
 * kernel.kptr_restrict makes it.
 */
bool kernel_open(const char *path);
/* The function at an address; NULL: unknown. */
const struct kernel_function *kernel_find(uint64_t pc);

#endif
