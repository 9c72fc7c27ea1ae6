/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps answers, and finds them. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/model/huge.h"
#include "lib/symbols/cache/answers.h"
#include "pmc/profile.h"

/* So many new answers are kept at most. */
#define MOST_FRESH ((size_t)1 << 20)

static bool suits(const struct answer *a, uint64_t address, size_t n)
{
	return address >= a->piece.start && address < a->piece.end && n <= a->asked;
}

/* The known answer for the address, or the one before it. There must be one. */
static size_t find_known(const struct answers *answers, uint64_t address)
{
	size_t low = 0, high = answers->n_known;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (answers->known[middle].piece.start <= address)
			low = middle;
		else
			high = middle;
	}
	return low;
}

const struct answer *answers_find(struct answers *answers, uint64_t address, size_t n)
{
	size_t i = answers->last_known;

	if (answers->n_fresh && suits(&answers->fresh[answers->last_fresh], address, n))
		return &answers->fresh[answers->last_fresh];
	if (!answers->n_known)
		return NULL;
	/* Addresses mostly ascend. */
	if (!suits(&answers->known[i], address, n)) {
		if (i + 1 < answers->n_known && suits(&answers->known[i + 1], address, n))
			i++;
		else
			i = find_known(answers, address);
		answers->last_known = i;
	}
	return suits(&answers->known[i], address, n) ? &answers->known[i] : NULL;
}

uint64_t answers_next_known(const struct answers *answers, uint64_t address)
{
	size_t i;

	if (!answers->n_known)
		return UINT64_MAX;
	i = find_known(answers, address);
	i += answers->known[i].piece.start <= address;
	return i < answers->n_known ? answers->known[i].piece.start : UINT64_MAX;
}

/* The slot of the fresh answer that starts here, or an empty one. */
static uint32_t *slot_of(const struct answers *answers, uint64_t start)
{
	size_t i = (start * 0x9e3779b97f4a7c15u >> 32) & (answers->slots - 1);

	while (answers->slot[i] && answers->fresh[answers->slot[i] - 1].piece.start != start)
		i = (i + 1) & (answers->slots - 1);
	return &answers->slot[i];
}

/* Makes room for one answer more. */
static bool grow(struct answers *answers)
{
	size_t room = answers->room ? 2 * answers->room : 16, i;
	void *fresh = realloc(answers->fresh, room * sizeof(*answers->fresh));

	if (!fresh)
		return false;
	answers->fresh = fresh;
	free(answers->slot);
	answers->slots = 0;
	answers->slot = calloc(2 * room, sizeof(*answers->slot));
	if (!answers->slot)
		return false;
	answers->slots = 2 * room;
	answers->room = room;
	for (i = 0; i < answers->n_fresh; i++)
		*slot_of(answers, answers->fresh[i].piece.start) = i + 1;
	return true;
}

static bool add_lines(struct answers *answers, const struct pmc_line *lines, size_t n)
{
	if (vector_reserve(&answers->lines, &answers->room_lines, answers->n_lines + n,
			   sizeof(*lines)))
		return false;
	if (n)
		memcpy(answers->lines + answers->n_lines, lines, n * sizeof(*lines));
	answers->n_lines += n;
	return true;
}

/* Forgets what is fresh. */
static void forget(struct answers *answers)
{
	answers->n_fresh = answers->last_fresh = 0;
	answers->n_lines = answers->n_known_lines;
	if (answers->slots)
		memset(answers->slot, 0, answers->slots * sizeof(*answers->slot));
}

const struct answer *answers_add(struct answers *answers, const struct answer *answer,
				 const struct pmc_line *lines)
{
	struct answer *to;
	uint32_t *slot;

	if (!answers->keep || answers->n_fresh == MOST_FRESH)
		forget(answers);
	if (answers->n_fresh == answers->room && !grow(answers))
		return NULL;
	slot = slot_of(answers, answer->piece.start);
	/* One for the same piece has been there before the last one, or had fewer lines. */
	to = &answers->fresh[*slot ? *slot - 1 : answers->n_fresh];
	if (!*slot || to->asked < answer->asked || to->piece.end != answer->piece.end) {
		uint32_t first = answers->n_lines;

		if (!add_lines(answers, lines, answer->n))
			return NULL;
		*to = *answer;
		to->first = first;
	}
	if (!*slot)
		*slot = ++answers->n_fresh;
	answers->last_fresh = *slot - 1;
	return to;
}

/* ---- Many at once ---- */

bool answers_merge_begin(struct answers_merge *merge, struct answers *to, size_t most)
{
	size_t room = 0;

	*merge = (struct answers_merge){ .to = to };
	if (to->n_fresh)
		return false;
	if (to->lines ? vector_reserve(&to->lines, &to->room_lines, to->n_lines + most,
				       sizeof(*to->lines)) :
			huge_expect(&to->lines, &to->room_lines, most, sizeof(*to->lines)))
		return false;
	return !huge_expect(&merge->all, &room, to->n_known + most, sizeof(*merge->all));
}

/* Takes the known ones that begin before this address. */
static void take_known(struct answers_merge *merge, uint64_t before)
{
	const struct answers *to = merge->to;

	while (merge->taken < to->n_known && to->known[merge->taken].piece.start < before) {
		merge->reached = to->known[merge->taken].piece.end;
		merge->all[merge->n++] = to->known[merge->taken++];
	}
}

void answers_merge_put(struct answers_merge *merge, const struct answer *answer,
		       const struct pmc_line *line)
{
	struct answers *to = merge->to;
	struct answer *kept;

	take_known(merge, answer->piece.start);
	if (answer->piece.start < merge->reached || answer->piece.end <= answer->piece.start ||
	    (merge->taken < to->n_known && answer->piece.end > to->known[merge->taken].piece.start))
		return;
	kept = &merge->all[merge->n++];
	*kept = *answer;
	kept->first = to->n_lines;
	if (answer->n)
		to->lines[to->n_lines++] = *line;
	merge->reached = answer->piece.end;
	to->has_new = true;
}

void answers_merge_end(struct answers_merge *merge)
{
	struct answers *to = merge->to;

	take_known(merge, UINT64_MAX);
	free(to->known);
	to->known = merge->all;
	to->n_known = merge->n;
	to->n_known_lines = to->n_lines;
	to->last_known = 0;
}

void answers_deinit(struct answers *answers)
{
	free(answers->known);
	free(answers->fresh);
	free(answers->slot);
	free(answers->lines);
	memset(answers, 0, sizeof(*answers));
}
