/* SPDX-License-Identifier: BSD-2-Clause */
/* See space.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/objects.h"
#include "lib/backends/emulated/profile/space.h"

void space_deinit(struct space *s)
{
	free(s->mapping);
	free(s->instruction);
	free(s->piece);
	free(s->way);
	memset(s, 0, sizeof(*s));
}

static void *copy(const void *from, size_t n, size_t size, size_t *max, int *err)
{
	void *to;

	*max = n;
	if (!n)
		return NULL;
	to = malloc(n * size);
	if (to)
		memcpy(to, from, n * size);
	else
		*err = -ENOMEM;
	return to;
}

void space_copy(struct space *to, const struct space *from)
{
	*to = *from;
	to->mapping = copy(from->mapping, from->n_mappings, sizeof(*to->mapping), &to->max_mappings,
			   &to->err);
	to->instruction = copy(from->instruction, from->n_instructions, sizeof(*to->instruction),
			       &to->max_instructions, &to->err);
	to->piece = copy(from->piece, from->n_pieces, sizeof(*to->piece), &to->max_pieces,
			 &to->err);
	to->way = copy(from->way, from->n_ways, sizeof(*to->way), &to->max_ways, &to->err);
}

/* Makes room for n elements. */
static bool reserve(struct space *s, void **array, size_t *max, size_t n, size_t size)
{
	size_t room = *max ? *max : 256;
	void *p;

	if (n <= *max)
		return true;
	while (room < n)
		room *= 2;
	p = realloc(*array, room * size);
	if (!p) {
		s->err = -ENOMEM;
		return false;
	}
	*array = p;
	*max = room;
	return true;
}

#define RESERVE(s, array, n) \
	reserve(s, (void **)&(s)->array, &(s)->max_##array##s, n, sizeof(*(s)->array))

/* ---- Mappings ---- */

/* Memory without a file stays one object, until some of its addresses are used again. */
static int anonymous(struct space *s, u64 start, u64 end, struct objects *objects)
{
	size_t i;

	if (!s->has_anonymous)
		goto create;
	for (i = 0; i < s->n_mappings; i++) {
		const struct mapping *m = &s->mapping[i];

		if (m->object == s->anonymous && m->start < end && start < m->end)
			goto create;
	}
	return (int)s->anonymous;
create:
	return objects_anonymous(objects, s->process);
}

static void read_map(struct space *s, const struct emu_log_map *r, u64 position,
		     struct objects *objects)
{
	struct mapping m = { .start = r->start, .end = r->end, .at = position };
	u64 address = r->start;
	bool named;
	int object;

	if (r->name_size > r->head.size - sizeof(*r)) {
		s->err = -EPROTO;
		return;
	}
	s->err = objects_file(objects, (const char *)(r + 1), r->name_size, r->offset, &m.object,
			      &address, &named);
	if (s->err || !RESERVE(s, mapping, s->n_mappings + 1))
		return;
	if (!named) {
		object = anonymous(s, r->start, r->end, objects);
		if (object < 0) {
			s->err = object;
			return;
		}
		m.object = s->anonymous = (unsigned)object;
		s->has_anonymous = true;
	}
	m.anonymous = !named;
	m.bias = r->start - address;
	s->mapping[s->n_mappings++] = m;
}

static bool lies_in(const struct mapping *m, u64 pc, unsigned *object, u64 *address)
{
	if (pc < m->start || pc >= m->end)
		return false;
	*object = m->object;
	*address = pc - m->bias;
	return true;
}

bool space_find(const struct space *s, u64 pc, u64 position, unsigned *object, u64 *address)
{
	size_t i;

	for (i = s->n_mappings; i--;)
		if (s->mapping[i].at <= position && lies_in(&s->mapping[i], pc, object, address))
			return true;
	return false;
}

bool space_find_target(const struct space *s, u64 pc, u64 position, unsigned *object, u64 *address)
{
	size_t i;

	if (space_find(s, pc, position, object, address))
		return true;
	for (i = 0; i < s->n_mappings; i++)
		if (s->mapping[i].at > position && lies_in(&s->mapping[i], pc, object, address))
			return true;
	return false;
}

/* ---- Traces and exits ---- */

static void place_instruction(struct space *s, struct instruction *in, u64 pc)
{
	const struct mapping *m;

	/* Code is translated in one mapping after another. */
	if (s->n_mappings && s->last_mapping < s->n_mappings) {
		m = &s->mapping[s->last_mapping];
		if (s->last_count == s->n_mappings && lies_in(m, pc, &in->object, &in->address))
			return;
	}
	for (size_t i = s->n_mappings; i--;)
		if (lies_in(&s->mapping[i], pc, &in->object, &in->address)) {
			s->last_mapping = i;
			s->last_count = s->n_mappings;
			return;
		}
	in->object = s->unknown;
	in->address = pc;
}

/*
 * A new trace, or the newest one, which grows. Traces of single instructions have numbers, too, but
 * no records.
 */
static struct piece *find_piece(struct space *s, const struct emu_log_trace *r)
{
	struct piece *piece;

	if (r->first) {
		piece = r->trace < s->n_pieces ? &s->piece[r->trace] : NULL;
		if (piece && piece->n == r->first && piece->first + piece->n == s->n_instructions)
			return piece;
	} else if (r->trace >= s->n_pieces && r->trace - s->n_pieces < EMU_MAX_EXITS) {
		if (!RESERVE(s, piece, r->trace + 1ul))
			return NULL;
		while (s->n_pieces <= r->trace)
			s->piece[s->n_pieces++] = (struct piece){ .first = (u32)s->n_instructions };
		return &s->piece[r->trace];
	}
	s->err = -EPROTO;
	return NULL;
}

static void read_trace(struct space *s, const struct emu_log_trace *r)
{
	const u16 *p = (const u16 *)(r + 1);
	const u16 *end = (const u16 *)((const u8 *)r + r->head.size);
	struct piece *piece;
	u64 pc = r->pc;
	unsigned i;

	piece = find_piece(s, r);
	if (!piece || !RESERVE(s, instruction, s->n_instructions + r->n))
		return;
	if (r->first)
		s->instruction[piece->first + piece->n - 1].cls = r->last;
	for (i = 0; i < r->n && p < end; i++) {
		struct instruction *in = &s->instruction[s->n_instructions];
		u16 word = *p++;

		if (word & EMU_LOG_FAR) {
			if (end - p < 2)
				break;
			pc += (u64)(s64)(s32)((u32)p[0] | (u32)p[1] << 16);
			p += 2;
		}
		in->length = word & EMU_LOG_LENGTH;
		in->cls = (u8)((word & EMU_LOG_COUNTED) >> 4);
		place_instruction(s, in, pc);
		pc += in->length;
		s->n_instructions++;
		piece->n++;
	}
	if (i < r->n)
		s->err = -EPROTO;
}

static void read_exit(struct space *s, const struct emu_log_exit *r, u64 position)
{
	if (r->id > s->n_ways) {
		s->err = -EPROTO;
		return;
	}
	if (!RESERVE(s, way, r->id + 1ul))
		return;
	s->way[r->id] = (struct way){
		.target = r->target,
		.at = position,
		.trace = r->trace,
		.n = r->n,
		.last = r->last,
		.only_target = r->only_target,
	};
	if (s->n_ways <= r->id)
		s->n_ways = r->id + 1ul;
}

void space_read(struct space *s, const struct emu_log_head *record, u64 position,
		struct objects *objects)
{
	if (s->err)
		return;
	switch (record->kind) {
	case EMU_LOG_MAP:
		read_map(s, (const struct emu_log_map *)record, position, objects);
		break;
	case EMU_LOG_TRACE:
		read_trace(s, (const struct emu_log_trace *)record);
		break;
	case EMU_LOG_EXIT:
		read_exit(s, (const struct emu_log_exit *)record, position);
		break;
	case EMU_LOG_RESET:
		s->n_instructions = s->n_pieces = s->n_ways = 0;
		break;
	default:
		break;
	}
}
