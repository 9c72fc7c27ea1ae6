/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which traces were made from which page of the program, and the write protection of such pages.
 * Under cache_lock, but for pages_prepare_write() and pages_unprotect_all(), which take it.
 */
#ifndef PMC_EMU_PAGES_H
#define PMC_EMU_PAGES_H

#include "emu/base/types.h"

struct trace;

extern volatile u32 pages_protected; /* how many pages are write-protected at the moment */
extern bool pages_compared;	     /* no page is protected any more: all are compared */

/* How much memory pages_init() needs for a cache that is smaller by this power of two. */
u64 pages_size(unsigned scale);
void pages_init(void *memory, u64 size);
/* Before a flush: forgets everything, protection included. */
void pages_reset(void);
bool pages_room(void);

/* Notes that the trace was made from code in this page. */
void pages_add(struct trace *tr, u64 page);
/* From now on, also notes what is in a page without the right to write when its first trace is
 * made. */
void pages_remember(void);
/* Notes that these traces were made from code in this page, which has that number. */
void pages_inherit(u64 page, u64 hash, const u32 *traces, u32 n);
/* Pages with traces, one after another, from *i = 0 on. False: there are no more. hash is 0 if it
 * is not known what was in the page, or that has changed. */
bool pages_each(u32 *i, u64 *page, u64 *hash);
/* The traces of the page before *i, one after another, from *node = 0 on; dropped ones may be among
 * them. */
bool pages_each_use(u32 i, u32 *node, u32 *trace);
u32 pages_uses(void); /* of all pages */
/* So many pages and uses are about to come. */
void pages_reserve(u32 pages, u32 uses);
/* A number for what is in the page; 0: it cannot be read. */
u64 pages_hash(u64 page);
/* Protects the page against writes, when the program may write to it. False: that is not possible,
 * and from now on the page is hot. */
bool pages_protect(u64 address);
bool pages_is_protected(u64 address);
/* Traces rely on what is in the page, which is no code (constant.h): when it changes, no thread may
 * be in one of them. */
void pages_set_constant(u64 page);
/* Drops the traces of such a page before it changes, and makes it writable. */
void pages_give_up(u64 page);
/* The rights that memory must have for the program to have these: memory that may only be executed
 * must be readable for the engine. (What may be written can be read, too.) */
int pages_readable(int prot);
/* Is the page written so often that its code is compared instead of protected? */
bool pages_hot(u64 address);
/* Drops all traces with code in [start, end). */
void pages_invalidate(u64 start, u64 end);
/* After a write faulted: when we had write-protected the page, drops its traces and makes it
 * writable. False: the fault is the program's. */
bool pages_write_fault(u64 address);
/* Ends the write protection in a range, and drops its traces. */
void pages_unprotect(u64 start, u64 size);
/* Call it before a system call writes to the program's memory there. */
void pages_prepare_write(u64 start, u64 size);
void pages_unprotect_all(void);
/* From now on, the kernel may write anywhere at any time. */
void pages_compare_all(void);

#endif
