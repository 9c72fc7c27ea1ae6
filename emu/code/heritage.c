// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See heritage.h. */
#include "emu/code/heritage.h"

/* Takes n things of that size at *p, which stays aligned. */
static void *cut(u8 **p, u64 n, u64 size)
{
	void *start = *p;

	*p += (n * size + 15) & ~15ull;
	return start;
}

struct heritage_parts heritage_parts(const struct heritage *h, void *at)
{
	struct heritage_parts p;
	u8 *next = at;

	cut(&next, 1, sizeof(*h));
	p.hot = cut(&next, h->n_hot, 1);
	p.cold = cut(&next, h->n_cold, 1);
	p.traces = cut(&next, h->n_traces, sizeof(*p.traces));
	p.exits = cut(&next, h->n_exits, sizeof(*p.exits));
	p.irecs = cut(&next, h->n_irecs, sizeof(*p.irecs));
	p.vectors = cut(&next, h->n_vectors, sizeof(*p.vectors));
	p.moves = cut(&next, h->n_moves, sizeof(*p.moves));
	p.pages = cut(&next, h->n_pages, sizeof(*p.pages));
	p.text = cut(&next, h->text_size, 1);
	p.size = (u64)(next - (u8 *)at);
	return p;
}
