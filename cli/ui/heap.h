/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory of pmc's own process. */
#ifndef PMC_CLI_UI_HEAP_H
#define PMC_CLI_UI_HEAP_H

#include <stddef.h>

/*
 * Has malloc(3) take the next `size` bytes from huge pages, if the kernel has them; what has
 * `large` bytes, which are at most 32 MiB, gets a mapping of its own, of small pages, which can
 * grow without a copy. pmc writes some megabytes once, and 4 KiB take a page fault of 2 µs each:
 * where 100 pages of a huge one are written, that costs less. All threads share the heap. After the
 * last fork(2), since a child would share it.
 */
void heap_use_huge_pages(size_t size, size_t large);

#endif
