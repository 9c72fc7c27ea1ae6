/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists a function: what the profile says of each address, and between these the instructions that
 * did not run. Bytes are the file's, or those that the profile kept of code without a file.
 */
#include "cli/code/listing.h"

#include "cli/profile/functions.h"
#include "cli/profile/subject.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST	  15	     /* bytes of an instruction */
#define MOST_ROWS (4u << 20) /* of one function */

/* ---- What ran ---- */

static struct listed *add(struct listing *listing, uint64_t address)
{
	struct listed *row;

	if (listing->n == listing->room) {
		size_t room = listing->room ? 2 * listing->room : 256;

		row = realloc(listing->row, room * sizeof(*row));
		if (!row)
			return NULL;
		listing->row = row;
		listing->room = room;
	}
	row = &listing->row[listing->n++];
	*row = (struct listed){ .address = address };
	return row;
}

/* Sums up the places of the function by address; they are sorted by it. */
static int take_places(struct listing *listing, const struct listing_of *of)
{
	struct pmc_place place;
	struct listed *row;
	struct spot spot;
	size_t i;
	int passes;

	for (i = of->first; i < of->last; i++) {
		if (pmc_profile_place_at(of->subject->profile, i, &place))
			break;
		passes = subject_spot(of->subject, place.object, place.address, place.thread,
				      &spot);
		if (passes < 0)
			return passes;
		if (!passes || spot.function != of->function)
			continue;
		row = listing->n ? &listing->row[listing->n - 1] : NULL;
		if (!row || row->address != place.address)
			row = add(listing, place.address);
		if (!row)
			return -ENOMEM;
		row->length = place.length;
		row->flags = place.flags;
		row->count += place.counts[of->event];
		row->executions += place.executions;
		row->taken += place.taken;
		listing->count += place.counts[of->event];
	}
	return 0;
}

/* ---- What is there ---- */

static size_t code_at(const struct listing_of *of, unsigned object, uint64_t address,
		      uint8_t *bytes)
{
	struct functions *f = &of->subject->functions;
	int index = functions_object(f, object);
	size_t n = pmc_profile_code(of->subject->profile, object, address, bytes, LONGEST);

	if (!n && index >= 0)
		n = pmc_symbols_code(f->symbols, index, address, bytes, LONGEST);
	return n;
}

/* Fills in the text and the length of a row. `next`: where the next place is. */
static int disassemble(struct listing *listing, const struct listing_of *of, struct listed *row,
		       uint64_t next)
{
	unsigned object = of->subject->functions.function[of->function].object;
	struct pmc_instruction in;
	uint8_t bytes[LONGEST];
	size_t n = code_at(of, object, row->address, bytes);
	int error = pmc_disassemble(bytes, n, row->address, of->intel, &in);

	listing->no_code |= !n && row->executions + row->count;
	if (error == -ENOSYS)
		listing->no_disassembler = true;
	/* Bytes that did not run may be data; what ran behind them is certain. */
	if (!error && !row->count && !row->executions && row->address + in.length > next)
		error = -EINVAL;
	if (!error) {
		row->length = in.length;
		row->target = in.target;
		row->text = strdup(in.text);
		return row->text ? 0 : -ENOMEM;
	}
	if (row->length)
		return 0;
	/* Without instructions or bytes, go to what is known next. */
	row->length = 1;
	if (next > row->address && (error == -ENOSYS || !n) && next - row->address <= UINT32_MAX)
		row->length = next - row->address;
	return 0;
}

/* Lists all from the function's start to its end. */
static int fill(struct listing *listing, const struct listing_of *of)
{
	const struct function *f = &of->subject->functions.function[of->function];
	struct listing ran = *listing;
	uint64_t at, end = f->end;
	size_t k = 0;
	int error = 0;

	listing->row = NULL;
	listing->n = listing->room = 0;
	at = f->start;
	if (!f->name || end <= at) {
		at = ran.n ? ran.row[0].address : 0;
		end = at;
	}
	/* It ends nobody knows where, at most where another one begins: go to what ran last. */
	if (f->nameless && ran.n)
		end = ran.row[ran.n - 1].address;
	while (!error && (at < end || k < ran.n) && listing->n < MOST_ROWS) {
		uint64_t next = k < ran.n ? ran.row[k].address : end;
		struct listed *row;

		if (!f->name || at > next)
			at = next;
		row = add(listing, at);
		if (!row) {
			error = -ENOMEM;
			break;
		}
		if (k < ran.n && at == next) {
			*row = ran.row[k++];
			next = k < ran.n ? ran.row[k].address : end;
		}
		error = disassemble(listing, of, row, next);
		at = row->length ? at + row->length : next;
		/* A gap without bytes is no row. */
		if (!row->text && !row->count && !row->executions)
			listing->n--;
		/* What ran begins inside of this: code that jumps into an instruction. */
		if (k < ran.n && at > ran.row[k].address)
			at = ran.row[k].address;
	}
	free(ran.row);
	return error;
}

int listing_init(struct listing *listing, const struct listing_of *of)
{
	struct listing l = { 0 };
	int error = take_places(&l, of);

	if (!error)
		error = fill(&l, of);
	if (error)
		listing_deinit(&l);
	else
		*listing = l;
	return error;
}

void listing_deinit(struct listing *listing)
{
	size_t i;

	for (i = 0; i < listing->n; i++)
		free(listing->row[i].text);
	free(listing->row);
	memset(listing, 0, sizeof(*listing));
}

size_t listing_find(const struct listing *listing, uint64_t address)
{
	size_t low = 0, high = listing->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (listing->row[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < listing->n && listing->row[low].address == address ? low : SIZE_MAX;
}
