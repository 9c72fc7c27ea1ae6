/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Tables by hash in which an entry may take the place of another one. They begin small and grow in
 * their place, since each page that a process has costs it at every fork. Under cache_lock.
 */
#ifndef PMC_EMU_HASHED_H
#define PMC_EMU_HASHED_H

#include "emu/base/types.h"

#define HASHED_LOG 7 /* of how many entries a table has at first */

struct hashed {
	u32 log;  /* of how many entries the table has now */
	u32 used; /* entries */
};

/* What does not change of a table. */
struct hashed_kind {
	void *table; /* all 0; with room for the most entries */
	u32 size;    /* bytes of an entry, the first 8 of which are 0 if it is free */
	u32 most;    /* log of how many entries there is room for */
	u64 (*hash)(const void *entry);
};

/* The place of the entry with this hash. */
static inline void *hashed_at(const struct hashed *h, const struct hashed_kind *kind, u64 hash)
{
	return (u8 *)kind->table + (hash >> (64 - h->log)) * kind->size;
}

/* Makes room for so many more entries. Others may move. */
void hashed_expect(struct hashed *h, const struct hashed_kind *kind, u32 n);
/* Puts an entry in its place. Returns it there. */
void *hashed_put(struct hashed *h, const struct hashed_kind *kind, const void *entry);
/* Lists all entries. Returns how many those are; to: where, or NULL. */
u32 hashed_list(const struct hashed *h, const struct hashed_kind *kind, void *to);

#endif
