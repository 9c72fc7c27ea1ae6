/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory of pmc's own process. */
#ifndef PMC_CLI_UI_HEAP_H
#define PMC_CLI_UI_HEAP_H

/*
 * Has malloc(3) take what follows from huge pages, if the kernel has them. To make a profile pmc
 * writes some megabytes once, and 4 KiB take a page fault of 2 µs each: where 100 pages of a huge
 * one are written, that costs less. After the last fork(2), since a child would share them.
 */
void heap_use_huge_pages(void);

#endif
