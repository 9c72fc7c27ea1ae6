/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Shared memory whose mappings, its views, are all known: nobody can write to it in any other way
 * than through them (emu/code/confine.h). So its code can be write-protected in all views. Under
 * cache_lock.
 */
#ifndef PMC_EMU_VIEWS_H
#define PMC_EMU_VIEWS_H

#include "emu/base/types.h"

struct view {
	u64 start, end;
	u64 dev, ino; /* the memory's file */
	u64 offset;   /* of the first byte in the file */
	int prot;     /* PROT_* as the program asked */
};

/* False: there is no room for one more. */
bool views_add(const struct view *v);
/* Forgets the views of the file. */
void views_remove(u64 dev, u64 ino);
void views_clear(void);

/* The view at the address. NULL: there is none. */
const struct view *views_find(u64 address);
/* A view that has a part of [start, end). NULL: there is none. */
const struct view *views_in(u64 start, u64 end);
/* All views, one after another, from *i = 0 on. NULL: there are no more. */
const struct view *views_each(u32 *i);
/* All addresses of the byte at the address of a view, that one included, from *i = 0 on. NULL:
 * there are no more. */
const struct view *views_same(u64 address, u32 *i, u64 *at);

#endif
