/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See walk.h. An instruction of a trace was executed as often as the trace was left behind it. So
 * the passages are added at the instruction that they end with, and summed up from the trace's end
 * to its beginning.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/space.h"
#include "lib/backends/emulated/profile/walk.h"
#include "lib/profile/build/builder.h"

void walks_deinit(struct walks *w)
{
	free(w->ends);
	free(w->marked);
	free(w->traces);
	memset(w, 0, sizeof(*w));
}

static void *grown(void *array, size_t size, size_t from, size_t to)
{
	u8 *p = realloc(array, to * size);

	if (p)
		memset(p + from * size, 0, (to - from) * size);
	return p;
}

static bool reserve(struct walks *w, const struct space *s)
{
	void *p;

	if (w->max_instructions < s->n_instructions) {
		p = grown(w->ends, sizeof(*w->ends), w->max_instructions, s->max_instructions);
		if (!p)
			goto failed;
		w->ends = p;
		w->max_instructions = s->max_instructions;
	}
	if (w->max_pieces < s->n_pieces) {
		p = grown(w->marked, sizeof(*w->marked), w->max_pieces, s->max_pieces);
		if (!p)
			goto failed;
		w->marked = p;
		p = realloc(w->traces, s->max_pieces * sizeof(*w->traces));
		if (!p)
			goto failed;
		w->traces = p;
		w->max_pieces = s->max_pieces;
	}
	return true;
failed:
	w->err = -ENOMEM;
	return false;
}

/* What an instruction that counts as a class is, in the words of pmc/profile.h. */
static unsigned flags_of(u8 cls)
{
	unsigned flags = (cls & EMU_CLASS_LOAD ? PMC_PLACE_LOAD : 0) |
			 (cls & EMU_CLASS_STORE ? PMC_PLACE_STORE : 0);

	if (!(cls >> 2))
		return flags;
	switch (EMU_CLASS_SIGNAL(cls)) {
	case EMU_COND_TAKEN:
	case EMU_COND_NOT:
		return flags | PMC_PLACE_COND;
	case EMU_JUMP_DIRECT:
		return flags | PMC_PLACE_JUMP;
	case EMU_JUMP_INDIRECT:
		return flags | PMC_PLACE_JUMP | PMC_PLACE_INDIRECT;
	case EMU_CALL_DIRECT:
		return flags | PMC_PLACE_CALL;
	case EMU_CALL_INDIRECT:
		return flags | PMC_PLACE_CALL | PMC_PLACE_INDIRECT;
	case EMU_RETURNS:
		return flags | PMC_PLACE_RETURN;
	default:
		return flags | PMC_PLACE_SYSCALL;
	}
}

static bool is_taken(u8 cls)
{
	return cls >> 2 && EMU_CLASS_SIGNAL(cls) == EMU_COND_TAKEN;
}

/* Does control leave the straight line behind it? Then *kind says how. */
static bool branches(u8 cls, enum pmc_edge_kind *kind)
{
	if (!(cls >> 2))
		return false;
	switch (EMU_CLASS_SIGNAL(cls)) {
	case EMU_COND_TAKEN:
	case EMU_JUMP_DIRECT:
	case EMU_JUMP_INDIRECT:
		*kind = PMC_EDGE_JUMP;
		return true;
	case EMU_CALL_DIRECT:
	case EMU_CALL_INDIRECT:
		*kind = PMC_EDGE_CALL;
		return true;
	case EMU_RETURNS:
		*kind = PMC_EDGE_RETURN;
		return true;
	default:
		return false;
	}
}

static void count(struct builder *b, unsigned thread, const struct instruction *in, u8 cls, u64 n)
{
	builder_place(b, thread, in->object, in->address, in->length, flags_of(cls), n,
		      is_taken(cls) ? n : 0);
}

/* to_object UINT_MAX: the target is unknown. */
static void count_edge(struct builder *b, unsigned thread, const struct instruction *in, u8 cls,
		       unsigned to_object, u64 to, u64 n)
{
	struct pmc_edge edge = {
		.thread = thread,
		.from_object = in->object,
		.to_object = to_object,
		.from = in->address,
		.to = to,
		.count = n,
	};

	if (branches(cls, &edge.kind))
		builder_edge(b, &edge);
}

static void count_edge_to(struct builder *b, unsigned thread, const struct space *s,
			  const struct instruction *in, u8 cls, u64 target, u64 position, u64 n)
{
	unsigned object = UINT_MAX;
	u64 address = 0;

	if (target)
		space_find_target(s, target, position, &object, &address);
	count_edge(b, thread, in, cls, object, address, n);
}

void walks_add(struct walks *w, const struct space *s, const struct way *way, u64 n,
	       struct builder *b, unsigned thread)
{
	const struct piece *p;
	const struct instruction *in;
	u32 last;

	if (w->err || !reserve(w, s))
		return;
	if (way->trace >= s->n_pieces || !way->n || way->n > s->piece[way->trace].n) {
		w->err = -EPROTO;
		return;
	}
	p = &s->piece[way->trace];
	last = p->first + way->n - 1u;
	in = &s->instruction[last];
	if (way->only_target) {
		count_edge(b, thread, in, way->last, UINT_MAX, 0, -n);
		count_edge_to(b, thread, s, in, way->last, way->target, way->at, n);
		return;
	}
	count(b, thread, in, way->last, n);
	count_edge_to(b, thread, s, in, way->last, way->target, way->at, n);
	w->ends[last] += n;
	if (!w->marked[way->trace]) {
		w->marked[way->trace] = 1;
		w->traces[w->n++] = way->trace;
	}
}

void walks_spread(struct walks *w, const struct space *s, struct builder *b, unsigned thread)
{
	while (w->n) {
		u32 trace = w->traces[--w->n], i;
		const struct piece *p = &s->piece[trace];
		u64 through = 0;

		w->marked[trace] = 0;
		for (i = p->first + p->n; i-- > p->first;) {
			const struct instruction *in = &s->instruction[i];

			if (through) {
				count(b, thread, in, in->cls, through);
				count_edge(b, thread, in, in->cls, in[1].object, in[1].address,
					   through);
			}
			through += w->ends[i];
			w->ends[i] = 0;
		}
	}
}

void walks_alone(const struct space *s, u64 pc, u64 position, unsigned length, u8 cls, u64 target,
		 u64 n, struct builder *b, unsigned thread)
{
	struct instruction in = { .object = s->unknown, .address = pc, .length = (u8)length };

	space_find(s, pc, position, &in.object, &in.address);
	count(b, thread, &in, cls, n);
	count_edge_to(b, thread, s, &in, cls, target, position, n);
}
