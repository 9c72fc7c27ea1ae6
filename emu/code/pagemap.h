/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the kernel says of each page of the process: /proc/self/pagemap. The bits are those of
 * Linux, admin-guide/mm/pagemap.rst.
 */
#ifndef PMC_EMU_PAGEMAP_H
#define PMC_EMU_PAGEMAP_H

#include "emu/base/types.h"

#define PAGEMAP_ALONE	(1ull << 56) /* no other process has it */
#define PAGEMAP_OF_FILE (1ull << 61) /* or shared memory */
#define PAGEMAP_SWAPPED (1ull << 62)
#define PAGEMAP_PRESENT (1ull << 63)

/* A descriptor, to be closed; negative: there is none. */
int pagemap_open(void);
/* Reads the entries of n pages from an address on. False: it cannot. */
bool pagemap_read(int fd, u64 start, u64 *entry, u64 n);

#endif
