/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Finding the names whose spelling is nearest to a wrong one. */
#include "core/base/nearest.h"
#include "core/base/text.h"

#define LONGEST 48 /* longer names are compared by their beginning */

static char fold(char c)
{
	return c == '_' || c == '.' ? '-' : text_lower(c);
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Optimal string alignment distance, three rows of its matrix at a time. */
static unsigned distance(const char *a, size_t na, const char *b, size_t nb)
{
	u8 row[3][LONGEST + 1];
	u8 *before = row[0], *last = row[1], *now = row[2], *spare;
	size_t i, j;

	na = na > LONGEST ? LONGEST : na;
	nb = nb > LONGEST ? LONGEST : nb;
	for (j = 0; j <= nb; j++) {
		last[j] = (u8)j;
		before[j] = 0;
	}
	for (i = 1; i <= na; i++) {
		now[0] = (u8)i;
		for (j = 1; j <= nb; j++) {
			bool same = fold(a[i - 1]) == fold(b[j - 1]);
			unsigned d = last[j - 1] + (same ? 0u : 1u);

			d = least(d, last[j] + 1u);
			d = least(d, now[j - 1] + 1u);
			if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) &&
			    fold(a[i - 2]) == fold(b[j - 1]))
				d = least(d, before[j - 2] + 1u);
			now[j] = (u8)d;
		}
		spare = before;
		before = last;
		last = now;
		now = spare;
	}
	return last[nb];
}

static bool begins_with(const char *name, const char *wrong, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!name[i] || fold(name[i]) != fold(wrong[i]))
			return false;
	return true;
}

void pmc_nearest_init(struct nearest *near, const char *wrong, size_t len)
{
	memset(near, 0, sizeof(*near));
	near->wrong = wrong;
	near->len = len;
}

void pmc_nearest_offer(struct nearest *near, const char *name)
{
	size_t len = text_length(name);
	unsigned d, limit, i, at;

	/* A third of the letters may be wrong, and at least one. */
	limit = (unsigned)(near->len < 6 ? 1 + near->len / 3 : near->len / 3 + 1);
	if (near->len == 0 || near->len > LONGEST)
		return;
	if (near->len >= 3 && begins_with(name, near->wrong, near->len)) {
		d = 1;
	} else {
		if (len > near->len + limit || near->len > len + limit)
			return;
		d = distance(near->wrong, near->len, name, len);
		if (d > limit || d >= near->len)
			return;
	}
	for (i = 0; i < near->n; i++)
		if (text_length(near->name[i]) == len && !memcmp(near->name[i], name, len))
			return;
	for (at = near->n; at > 0 && near->distance[at - 1] > d; at--)
		;
	if (at == NEAREST_MAX)
		return;
	if (near->n < NEAREST_MAX)
		near->n++;
	for (i = near->n - 1; i > at; i--) {
		near->name[i] = near->name[i - 1];
		near->distance[i] = near->distance[i - 1];
	}
	near->name[at] = name;
	near->distance[at] = d;
}

void pmc_nearest_add(const struct nearest *near, struct diag *d, const char *otherwise)
{
	unsigned i;

	if (!near->n) {
		pmc_diag_add(d, otherwise);
		return;
	}
	pmc_diag_add(d, "; did you mean ");
	for (i = 0; i < near->n; i++) {
		if (i)
			pmc_diag_add(d, i + 1 == near->n ? " or " : ", ");
		pmc_diag_add_quoted(d, near->name[i], text_length(near->name[i]));
	}
	pmc_diag_add(d, "?");
}
