// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See notes.h. */
#include "core/machine/notes.h"
#include "core/machine/access.h"

#define NOTE_KINDS 4
#define PLACES	   ((1u << FILTER_BITS) - 1)

/* Where accesses of one kind are looked up. */
struct looked_up {
	const struct filter *filter;
	const u64 *entry;
	u64 outside;
	u8 line_bits;
};

/*
 * The sum of a note, the entry of its line, its bytes less 1 and 1 is, if the entry is of this
 * line, line_size + offset + bytes - 1 and the note's upper bits; and its kind has been added to
 * bits 14 and 15, which the place in the table has compared. The lower bits are less than twice
 * line_size if the access ends in the line, and they are not if it ends in the next one. If the
 * entry is of another line, they differ from that below bit 48. An entry that is stopped makes bits
 * from 54 on differ.
 */
#define OUTSIDE(line_bits) ((u64)0x3fc0ffffffff0000 | (0x3fff & ~(((u64)2 << (line_bits)) - 1)))

static inline u64 sum_of(u64 note, u64 entry)
{
	return note + entry + (note >> NOTE_SIZE) + 1;
}

static inline bool passes(const struct looked_up *k, u64 note)
{
	u32 place = (u32)(note >> k->line_bits) & PLACES;

	if (sum_of(note, k->entry[place]) & k->outside)
		return false;
	if (k->filter->times)
		k->filter->times[place] = ++*k->filter->now;
	return true;
}

static u64 address_of(u64 note)
{
	return (u64)((s64)(note << (64 - NOTE_SIZE)) >> (64 - NOTE_SIZE));
}

/* One that does not pass. */
static void tell(struct machine_state *s, u64 note)
{
	const enum note_kind kind = (enum note_kind)(note >> NOTE_KIND);
	u64 address = address_of(note);
	u32 size = (u32)(note >> NOTE_SIZE & (NOTE_BYTES - 1)) + 1;

	if (!note)
		return;
	if (kind == NOTE_FETCH)
		pmc_machine_fetch(s, address, size);
	else
		pmc_machine_data(s, address, size, kind == NOTE_WRITE ? ACCESS_WRITE : ACCESS_READ,
				 kind != NOTE_READ, 0);
}

static void look_up_all(const struct machine_state *s, struct looked_up *all)
{
	u32 i;

	all[NOTE_READ].filter = &s->loads;
	all[NOTE_WRITE].filter = s->stores_like_loads ? &s->loads : &s->stores;
	all[NOTE_MODIFY].filter = all[NOTE_WRITE].filter;
	all[NOTE_FETCH].filter = &s->fetches;
	for (i = 0; i < NOTE_KINDS; i++) {
		all[i].entry = all[i].filter->entry;
		all[i].line_bits = i == NOTE_FETCH ? s->fetch_bits : s->load_bits;
		all[i].outside = OUTSIDE(all[i].line_bits);
	}
}

/* Returns the first note that does not pass. It is no part of tell()'s stack. */
static __attribute__((noinline)) const u64 *first_told(const struct machine_state *s, const u64 *at,
						       const u64 *end)
{
	struct looked_up all[NOTE_KINDS];

	look_up_all(s, all);
	while (at < end && passes(&all[*at >> NOTE_KIND], *at))
		at++;
	return at;
}

void pmc_machine_by_notes(struct machine_state *s)
{
	s->fetches.turn = 64u - s->fetch_bits;
}

void pmc_machine_notes(struct machine_state *s, u64 *notes, u32 n)
{
	const u64 *at, *end = notes + n;

	for (at = first_told(s, notes, end); at < end; at = first_told(s, at + 1, end))
		tell(s, *at);
	memset(notes, 0, n * sizeof(*notes));
}
