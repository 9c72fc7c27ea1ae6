/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A filter of accesses that would change nothing: no cache, no TLB, no flag, no order of ways. A
 * host that translates code asks it before each access, inline:
 *
 *	line = address >> line_bits;
 *	if (address + filter.entry[line & filter.mask] > 2 * line_size - 1 - size)
 *		the model must see the access
 *
 * An access that passes is a hit everywhere and needs no call. Taking a line out of the filter is
 * always right, so the table is small and has no chains. An access that crosses lines never passes:
 * an entry is line_size - 1 less the address where a line with the place's bits begins, so that the
 * sum is that much and the offset in the line, or far from it.
 *
 * A host that knows a line when it makes its code can compare half an entry of a filter of code:
 * its entries are minus the line's number, rotated right by FILTER_BITS. Their lower halves differ
 * if lines below 2^FILTER_SURE do, since the place in the table tells the bits that are not there.
 * (Those of data are the same rotated left by line_bits.)
 *
 * Of a cache with LRU, every access changes the order of ways. So that its lines pass all the same,
 * a filter may have a time for each entry, which the host sets to the next one when the entry's
 * line passes; the cache asks for it when a way must make room. In such a filter a line whose page
 * must be seen first can stay: three bits of its entry are turned over, so that it does not pass,
 * and its time is still known.
 */
#ifndef PMC_CORE_MACHINE_FILTER_H
#define PMC_CORE_MACHINE_FILTER_H

#include "core/base/types.h"

/* In a filter of data only addresses could pass that no program can access, from 2^64 - 2^30 on; in
 * one of code no line below 2^FILTER_SURE. */
#define FILTER_NOTHING 0x40000000
#define FILTER_BITS    12 /* 2^12 entries */
#define FILTER_SURE    (32 + FILTER_BITS - 1)
/* Before entries are rotated. Of minus the number of a line from 1 to 2^FILTER_SURE - 1 all three
 * bits are set. A host that compares half an entry sees the lowest one, and one that adds an
 * address meets the middle one: no program has such addresses. */
#define FILTER_STOPPED ((u64)1 << 63 | (u64)1 << 52 | (u64)1 << FILTER_SURE)

struct filter {
	u64 *entry; /* minus the number of a line, rotated, or FILTER_NOTHING */
	u32 mask;
	u32 turn;   /* rotated right by so much: FILTER_BITS, or 64 - line_bits */
	u64 *times; /* when each entry's line passed last; NULL: the order does not matter */
	u64 *now;   /* the latest of all times, with `times` */
};

/* Of minus the number of a line. */
static inline u64 filter_turned_entry(u64 entry, u32 turn)
{
	return entry >> turn | entry << (-turn & 63);
}

static inline u64 filter_turned(u64 line, u32 turn)
{
	return filter_turned_entry(0 - line, turn);
}

static inline u64 filter_entry(const struct filter *f, u64 line)
{
	return filter_turned(line, f->turn);
}

static inline void filter_put(struct filter *f, u64 line)
{
	f->entry[(u32)line & f->mask] = filter_entry(f, line);
}

static inline bool filter_has(const struct filter *f, u64 line)
{
	return f->entry[(u32)line & f->mask] == filter_entry(f, line);
}

/* Can the line stay without passing? */
static inline bool filter_can_stop(u64 line)
{
	return line - 1 < ((u64)1 << FILTER_SURE) - 1;
}

/* Does it pass, or stay? */
static inline bool filter_knows(const struct filter *f, u64 line)
{
	u64 other = f->entry[(u32)line & f->mask] ^ filter_entry(f, line);

	return !other || other == filter_turned_entry(FILTER_STOPPED, f->turn);
}

/* Does an access to the line pass? For hosts: if so, it is noted. */
static inline bool filter_pass(const struct filter *f, u64 line)
{
	if (!filter_has(f, line))
		return false;
	if (f->times)
		f->times[(u32)line & f->mask] = ++*f->now;
	return true;
}

/* The line that an entry is of. */
static inline u64 filter_line(const struct filter *f, u64 entry)
{
	u64 minus = entry << f->turn | entry >> (-f->turn & 63);

	return 0 - (minus && !(minus >> 63) ? minus ^ FILTER_STOPPED : minus);
}

static inline void filter_drop(struct filter *f, u64 line)
{
	u64 *entry = &f->entry[(u32)line & f->mask];
	bool has = *entry == filter_entry(f, line);

	/* No jump could guess this. */
	*entry = has ? FILTER_NOTHING : *entry;
}

/* The line passes no more, nor does it stay. */
static inline void filter_forget(struct filter *f, u64 line)
{
	if (filter_knows(f, line))
		f->entry[(u32)line & f->mask] = FILTER_NOTHING;
}

/* The line stays, if it passes and can. */
static inline void filter_stop(struct filter *f, u64 line)
{
	if (filter_has(f, line) && filter_can_stop(line))
		f->entry[(u32)line & f->mask] ^= filter_turned_entry(FILTER_STOPPED, f->turn);
}

static inline void filter_clear(struct filter *f)
{
	u32 i;

	for (i = 0; i <= f->mask; i++)
		f->entry[i] = FILTER_NOTHING;
}

#endif
