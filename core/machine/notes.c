// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See notes.h. */
#include "core/machine/notes.h"
#include "core/machine/access.h"
#include "core/machine/light.h"

#define NOTE_KINDS 4
#define PLACES	   ((1u << FILTER_BITS) - 1)

_Static_assert(sizeof(struct noted_kind) == 1 << (NOTE_KIND - 56), "the upper byte of a note");

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

static inline bool passes(const struct machine_state *s, u64 note)
{
	const struct noted_kind *k = &s->noted[note >> NOTE_KIND];
	const struct filter *f = k->filter;
	u32 place = (u32)(note >> k->line_bits) & PLACES;

	if (sum_of(note, f->entry[place]) & k->outside)
		return false;
	if (f->times)
		f->times[place] = ++*f->now;
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

/* Returns the first note that does not pass. It is no part of tell()'s stack. */
static __attribute__((noinline)) const u64 *first_told(const struct machine_state *s, const u64 *at,
						       const u64 *end)
{
	while (at < end && passes(s, *at))
		at++;
	return at;
}

/* ---- Plain machines ---- */

/* Does a note pass? Its upper parts are loaded, not shifted, and its upper byte, whose lower bits
 * are 0, is 64 times its kind. */
static inline bool plain_passes(const struct machine_state *s, const u64 *at)
{
	const u8 *byte = (const u8 *)at;
	const u64 *entry = ((const struct noted_kind *)((const u8 *)s->noted + byte[7]))->entry;
	u64 sum = *at + *(const u16 *)(byte + 6) + 1;

	return !((sum + entry[(u32)*at >> PLAIN_BITS & PLACES]) & OUTSIDE(PLAIN_BITS));
}

static __attribute__((noinline)) bool whole_data(struct machine_state *s, u64 address,
						 enum access_kind kind)
{
	return quick_plain(s, false, address, kind);
}

static __attribute__((noinline)) bool whole_code(struct machine_state *s, u64 address)
{
	return quick_plain(s, true, address, ACCESS_FETCH);
}

/* An access to one line. Returns whether it missed. *came: is to be counted then. */
static inline __attribute__((always_inline)) bool
plain_line_of(struct machine_state *s, const struct plain *p, const bool code, const bool light,
	      u64 address, enum access_kind kind, u64 *came)
{
	bool missed;

	later_room(s);
	if (!light || !light_line(s, p, code, address, kind, &missed))
		return code ? whole_code(s, address) : whole_data(s, address, kind);
	*came += missed;
	return missed;
}

/* An access to two lines, each of which may pass. */
static inline __attribute__((always_inline)) bool
plain_lines(struct machine_state *s, const bool code, u64 address, enum access_kind kind)
{
	const u64 next = (address | ((1u << PLAIN_BITS) - 1)) + 1;
	const struct plain p = plain_of(s, code);
	bool missed = false;
	u64 came = 0;

	if (!plain_has(&p, address >> PLAIN_BITS))
		missed = plain_line_of(s, &p, code, s->light[code], address, kind, &came);
	if (!plain_has(&p, next >> PLAIN_BITS))
		missed |= plain_line_of(s, &p, code, s->light[code], next, kind, &came);
	plain_came(&p, came);
	return missed;
}

static __attribute__((noinline)) bool lines_of_data(struct machine_state *s, u64 address,
						    enum access_kind kind)
{
	return plain_lines(s, false, address, kind);
}

static __attribute__((noinline)) bool lines_of_code(struct machine_state *s, u64 address)
{
	return plain_lines(s, true, address, ACCESS_FETCH);
}

/* One that does not pass. */
static inline __attribute__((always_inline)) void plain_take(struct machine_state *s,
							     const struct plain *p, const bool code,
							     const bool light, u64 note,
							     enum access_kind kind, u64 *came)
{
	const u64 address = address_of(note), line = (u64)1 << PLAIN_BITS;
	bool missed;

	if ((address & (line - 1)) + (note >> NOTE_SIZE & (NOTE_BYTES - 1)) < line)
		missed = plain_line_of(s, p, code, light, address, kind, came);
	else
		missed = code ? lines_of_code(s, address) : lines_of_data(s, address, kind);
	p->counts->missed[kind] += missed;
}

/* The first note that does not pass. */
static inline __attribute__((always_inline)) const u64 *plain_first(const struct machine_state *s,
								    const u64 *at, const u64 *end)
{
	for (; end - at >= 4; at += 4) {
		if (!plain_passes(s, at))
			return at;
		if (!plain_passes(s, at + 1))
			return at + 1;
		if (!plain_passes(s, at + 2))
			return at + 2;
		if (!plain_passes(s, at + 3))
			return at + 3;
	}
	while (at < end && plain_passes(s, at))
		at++;
	return at;
}

/* Returns the first note that is to be told: a fetch, if only data are plain. All before it have
 * been taken in. It is no part of tell()'s stack. */
static __attribute__((noinline)) const u64 *plain_notes(struct machine_state *s, const u64 *at,
							const u64 *end)
{
	const struct plain data = plain_of(s, false), code = plain_of(s, true);
	const bool light_data = s->light[0], light_code = s->light[1], both = s->plain[1];
	u64 came[2] = { 0, 0 };

	for (at = plain_first(s, at, end); at < end; at = plain_first(s, at + 1, end)) {
		const u64 note = *at, kind = note >> NOTE_KIND;

		if (kind == NOTE_FETCH) {
			if (both)
				plain_take(s, &code, true, light_code, note, ACCESS_FETCH,
					   &came[1]);
			else if (!passes(s, note))
				break;
		} else if (note) {
			plain_take(s, &data, false, light_data, note,
				   kind == NOTE_WRITE ? ACCESS_WRITE : ACCESS_READ, &came[0]);
		}
	}
	plain_came(&data, came[0]);
	plain_came(&code, came[1]);
	return at;
}

/* ---- All ---- */

void pmc_machine_by_notes(struct machine_state *s)
{
	const struct filter *stores = s->stores_like_loads ? &s->loads : &s->stores;
	struct noted_kind *k;
	u32 kind;

	s->fetches.turn = 64u - s->fetch_bits;
	for (kind = 0; kind < NOTE_KINDS; kind++) {
		k = &s->noted[kind];
		k->filter = kind == NOTE_FETCH ? &s->fetches :
			    kind == NOTE_READ  ? &s->loads :
						 stores;
		k->entry = k->filter->entry;
		k->line_bits = kind == NOTE_FETCH ? s->fetch_bits : s->load_bits;
		k->outside = OUTSIDE(k->line_bits);
	}
	/* Where only data are plain, the filter of stores is not used, and no fetch passes it. */
	if (!s->plain[1])
		s->noted[NOTE_FETCH].entry = s->stores.entry;
}

void pmc_machine_notes(struct machine_state *s, u64 *notes, u32 n)
{
	const u64 *at, *end = notes + n;

	if (s->plain[0]) {
		for (at = plain_notes(s, notes, end); at < end; at = plain_notes(s, at + 1, end))
			tell(s, *at);
	} else {
		for (at = first_told(s, notes, end); at < end; at = first_told(s, at + 1, end))
			tell(s, *at);
	}
	memset(notes, 0, n * sizeof(*notes));
}
