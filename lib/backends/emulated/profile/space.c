/* SPDX-License-Identifier: BSD-2-Clause */
/* See space.h. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/objects.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/sites.h"
#include "lib/profile/model/huge.h"

/* Arrays of traces change places; what they hold is counted anew. */
#define SWAP(array)                                       \
	do {                                              \
		void *swap = s->array;                    \
		size_t max = s->max_##array##s;           \
		s->array = with->array;                   \
		s->max_##array##s = with->max_##array##s; \
		with->array = swap;                       \
		with->max_##array##s = max;               \
	} while (0)
static void swap_traces(struct space *s, struct space *with)
{
	SWAP(instruction);
	SWAP(range);
	SWAP(piece);
	SWAP(way);
	SWAP(apart);
	SWAP(through);
}
#undef SWAP

static void begin_with(struct space *s, const struct space *heritage)
{
	s->n_instructions = heritage->n_instructions;
	s->n_ranges = heritage->n_ranges;
	s->n_pieces = heritage->n_pieces;
	s->n_ways = heritage->n_ways;
	s->n_aparts = heritage->n_aparts;
	s->n_throughs = heritage->n_throughs;
	s->edges = heritage->edges;
}

/* What stands behind the lent traces is forgotten with their numbers. */
static void give_back(struct space *s)
{
	struct space *to = s->lender;
	size_t i;

	s->lender = NULL;
	to->spoiled = s->spoiled || s->err;
	if (to->spoiled)
		return;
	for (i = s->n_changeds; i--;)
		s->way[s->changed[i].id] = s->changed[i].was;
	swap_traces(to, s);
	to->lent = false;
}

void space_deinit(struct space *s)
{
	if (s->lender)
		give_back(s);
	free(s->changed);
	free(s->mapping);
	free(s->instruction);
	free(s->range);
	free(s->piece);
	free(s->way);
	free(s->apart);
	free(s->through);
	free(s->early);
	free(s->waiting);
	unwind_deinit(&s->unwind);
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
	to->range = copy(from->range, from->n_ranges, sizeof(*to->range), &to->max_ranges,
			 &to->err);
	to->piece = copy(from->piece, from->n_pieces, sizeof(*to->piece), &to->max_pieces,
			 &to->err);
	to->way = copy(from->way, from->n_ways, sizeof(*to->way), &to->max_ways, &to->err);
	to->apart = copy(from->apart, from->n_aparts, sizeof(*to->apart), &to->max_aparts,
			 &to->err);
	to->through = copy(from->through, from->n_throughs, sizeof(*to->through), &to->max_throughs,
			   &to->err);
	to->early = copy(from->early, from->n_earlys, sizeof(*to->early), &to->max_earlys,
			 &to->err);
	to->lender = NULL;
	to->changed = NULL;
	to->n_changeds = to->max_changeds = 0;
	/* They are of the parent's threads. */
	to->waiting = NULL;
	memset(&to->unwind, 0, sizeof(to->unwind));
	unwind_copy(&to->unwind, &from->unwind);
	if (to->unwind.failed)
		to->err = -ENOMEM;
	to->n_waitings = to->max_waitings = 0;
}

/* Makes room for n elements. */
static bool reserve(struct space *s, void *array, size_t *max, size_t n, size_t size)
{
	int err = vector_reserve(array, max, n, size);

	if (err)
		s->err = err;
	return !err;
}

static bool reserve_huge(struct space *s, void *array, size_t *max, size_t used, size_t n,
			 size_t size)
{
	int err = huge_reserve(array, max, used, n, size);

	if (err)
		s->err = err;
	return !err;
}

#define RESERVE(s, array, n)           \
	((n) <= (s)->max_##array##s || \
	 reserve(s, &(s)->array, &(s)->max_##array##s, n, sizeof(*(s)->array)))
/* The same of what becomes large. */
#define RESERVE_HUGE(s, array, n)                                                         \
	((n) <= (s)->max_##array##s || reserve_huge(s, &(s)->array, &(s)->max_##array##s, \
						    (s)->n_##array##s, n, sizeof(*(s)->array)))

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

/* For walks through the stack. */
static void note_file(struct space *s, const struct emu_log_map *r)
{
	struct unwind_map map = { .start = r->start,
				  .end = r->end,
				  .offset = r->offset,
				  .path = strndup((const char *)(r + 1), r->name_size) };

	if (map.path)
		unwind_map(&s->unwind, &map);
	if (!map.path || s->unwind.failed)
		s->err = -ENOMEM;
	free(map.path);
}

static void read_map(struct space *s, const struct emu_log_map *r, u64 position,
		     struct objects *objects)
{
	struct mapping m = { .start = r->start, .end = r->end, .at = position };
	u64 address = r->start;
	bool named;
	int object;
	size_t i;

	if (r->name_size > r->head.size - sizeof(*r)) {
		s->err = -EPROTO;
		return;
	}
	s->err = objects_file(objects, (const char *)(r + 1), r->name_size, r->offset, &m.object,
			      &address, &named);
	if (s->err || !RESERVE(s, mapping, s->n_mappings + 1))
		return;
	if (!named && s->is_heritage) {
		m.object = s->unknown;
	} else if (!named) {
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
	for (i = 0; i < s->n_mappings; i++)
		if (s->mapping[i].start < m.end && m.start < s->mapping[i].end)
			s->mapping[i].covered = true;
	s->mapping[s->n_mappings++] = m;
	if (s->unwind.libdw)
		note_file(s, r);
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

static const struct mapping *search_now(struct space *s, u64 pc)
{
	size_t i;

	for (i = s->n_mappings; i--;)
		if (pc >= s->mapping[i].start && pc < s->mapping[i].end) {
			s->last_mapping = i;
			return &s->mapping[i];
		}
	return NULL;
}

/* The mapping that a pc lies in now; NULL: nobody knows. Most lie in that of the pc before. */
static inline const struct mapping *find_now(struct space *s, u64 pc)
{
	const struct mapping *m = &s->mapping[s->last_mapping];

	if (s->last_mapping < s->n_mappings && !m->covered && pc >= m->start && pc < m->end)
		return m;
	return search_now(s, pc);
}

/* ---- Heritages ---- */

void space_begin_heritage(struct space *s, const struct space *like)
{
	*s = (struct space){
		.builder = like->builder,
		.sites = like->sites,
		.counts = like->counts,
		.unknown = like->unknown,
		.is_heritage = true,
	};
}

static void settle(const struct space *s, struct apart *a)
{
	a->object = UINT_MAX;
	if (a->target && !space_find_target(s, a->target, a->at, &a->object, &a->target))
		a->target = 0;
	a->settled = true;
}

void space_end_heritage(struct space *s)
{
	size_t i;

	for (i = 0; i < s->n_aparts; i++)
		if (!s->apart[i].settled)
			settle(s, &s->apart[i]);
	/* Entries of indirect branches are not inherited, and so nothing counts there. */
	for (i = 0; i < s->n_ways; i++)
		if (s->way[i].apart && s->apart[s->way[i].apart - 1].only_target)
			s->way[i] = (struct way){ 0 };
	free(s->mapping);
	s->mapping = NULL;
	s->n_mappings = s->max_mappings = 0;
}

void space_expect(struct space *s, size_t ranges, size_t pieces, size_t ways, size_t aparts,
		  size_t throughs)
{
#define EXPECT(array, n)                                                                     \
	do {                                                                                 \
		if (!s->err &&                                                               \
		    huge_expect(&s->array, &s->max_##array##s, (n) + 64, sizeof(*s->array))) \
			s->err = -ENOMEM;                                                    \
	} while (0)
	/* What the recording adds is little. */
	EXPECT(range, ranges);
	EXPECT(piece, pieces + pieces / 16);
	EXPECT(way, ways + ways / 16);
	EXPECT(apart, aparts + aparts / 2);
	EXPECT(through, throughs + throughs / 2);
#undef EXPECT
}

void space_inherit(struct space *s, const struct space *from)
{
	if (s->n_pieces || s->n_ways || s->n_earlys) {
		s->err = s->err ? s->err : -EPROTO;
		return;
	}
	if (!RESERVE_HUGE(s, instruction, from->n_instructions) ||
	    !RESERVE_HUGE(s, range, from->n_ranges) || !RESERVE_HUGE(s, piece, from->n_pieces) ||
	    !RESERVE_HUGE(s, way, from->n_ways) || !RESERVE(s, apart, from->n_aparts) ||
	    !RESERVE(s, through, from->n_throughs))
		return;
#define TAKE(array)                                                                             \
	(s->n_##array##s = from->n_##array##s,                                                  \
	 s->n_##array##s ? memcpy(s->array, from->array, s->n_##array##s * sizeof(*s->array)) : \
			   NULL)
	TAKE(instruction);
	TAKE(range);
	TAKE(piece);
	TAKE(way);
	TAKE(apart);
	TAKE(through);
#undef TAKE
	s->edges = from->edges;
}

void space_inherit_whole(struct space *s, struct space *from)
{
	if (s->n_pieces || s->n_ways || s->n_earlys) {
		s->err = s->err ? s->err : -EPROTO;
		return;
	}
	swap_traces(s, from);
	begin_with(s, from);
}

void space_borrow(struct space *s, struct space *from)
{
	space_inherit_whole(s, from);
	if (s->err)
		return;
	s->lender = from;
	from->lent = true;
}

/* An exit is about to change. */
static void note_change(struct space *s, u32 id)
{
	if (s->lender && id < s->lender->n_ways && RESERVE(s, changed, s->n_changeds + 1))
		s->changed[s->n_changeds++] = (struct changed){ s->way[id], id };
}

/* ---- Instructions ---- */

/* What an instruction that counts as a class is, in the words of pmc/profile.h. */
static unsigned flags_of(u8 cls)
{
#define BRANCH(signal) [(signal)-EMU_COND_TAKEN + 1]
	static const u8 branch[] = {
		0,
		BRANCH(EMU_COND_TAKEN) = PMC_PLACE_COND,
		BRANCH(EMU_COND_NOT) = PMC_PLACE_COND,
		BRANCH(EMU_JUMP_DIRECT) = PMC_PLACE_JUMP,
		BRANCH(EMU_JUMP_INDIRECT) = PMC_PLACE_JUMP | PMC_PLACE_INDIRECT,
		BRANCH(EMU_CALL_DIRECT) = PMC_PLACE_CALL,
		BRANCH(EMU_CALL_INDIRECT) = PMC_PLACE_CALL | PMC_PLACE_INDIRECT,
		BRANCH(EMU_RETURNS) = PMC_PLACE_RETURN,
	};
	_Static_assert(EMU_CLASS_LOAD == PMC_PLACE_LOAD && EMU_CLASS_STORE == PMC_PLACE_STORE,
		       "the lowest bits are the same");
	unsigned memory = cls & (EMU_CLASS_LOAD | EMU_CLASS_STORE), kind = cls >> 2;

	return memory | (kind < sizeof(branch) ? branch[kind] : PMC_PLACE_SYSCALL);
}

bool space_goes(u8 cls)
{
	return cls >> 2 && EMU_CLASS_SIGNAL(cls) != EMU_COND_NOT &&
	       EMU_CLASS_SIGNAL(cls) != EMU_SYSCALLS;
}

u32 space_taken(u8 cls)
{
	return cls >> 2 && EMU_CLASS_SIGNAL(cls) == EMU_COND_TAKEN ? SPACE_TAKEN : 0;
}

inline u32 space_site(struct space *s, unsigned object, u64 address, unsigned length, u8 cls)
{
	u32 site = sites_find(s->sites, object, address, length, flags_of(cls));

	if (!site)
		s->err = -ENOMEM;
	return site;
}

/* The site of an instruction of a trace, when it counts as the class. */
static u32 site_as(struct space *s, u32 instruction, u8 cls)
{
	u32 site = space_at(s, instruction) & SPACE_SITE;

	if (s->sites->all[site].flags != flags_of(cls))
		site = space_site(s, sites_object(s->sites, site), sites_address(s->sites, site),
				  s->sites->all[site].length, cls);
	return site;
}

/* Is it the number of the last instruction's edge, whose trace begins with `first`? Then it becomes
 * part of that. */
static bool is_edge(struct space *s, size_t first, u32 number)
{
	u32 *last = &s->instruction[s->n_instructions - 1], index = number - s->edges;

	if (number < s->edges || s->n_instructions == first || index >= s->n_throughs ||
	    s->through[index].site != *last)
		return false;
	*last = SPACE_APART | index;
	return true;
}

/* Puts the instructions that a range counts behind the others, for which there is room. */
static void spread(struct space *s, size_t first, u32 range)
{
	const struct site *all = s->sites->all;
	u32 end = space_range_end(range), number = space_range_first(range);

	while (number < end) {
		bool conditional = all[number].flags & PMC_PLACE_COND;

		if (!all[number].length && is_edge(s, first, number)) {
			number++;
			continue;
		}
		s->instruction[s->n_instructions++] =
			number | (conditional && number + 1 < end ? SPACE_TAKEN : 0);
		number += conditional ? 2 : 1;
	}
}

bool space_instructions(struct space *s, u32 trace)
{
	struct piece *piece = &s->piece[trace];
	size_t first = s->n_instructions;
	u32 i;

	if (piece->first != SPACE_RANGES)
		return true;
	s->spoiled |= s->lender && trace < s->lender->n_pieces;
	if (!RESERVE_HUGE(s, instruction, first + (size_t)piece->ranges * COUNTS_BLOCK))
		return false;
	for (i = 0; i < piece->ranges; i++)
		spread(s, first, s->range[piece->range + i]);
	piece->first = (u32)first;
	return s->n_instructions - first == piece->n;
}

u32 space_end(struct space *s, u32 trace, unsigned n, u8 cls)
{
	if (trace >= s->n_pieces || !n || n > s->piece[trace].n || !space_instructions(s, trace))
		return 0;
	return site_as(s, s->piece[trace].first + n - 1, cls) | space_taken(cls);
}

/* The instruction counts as the class on the way through the trace, to the one behind it. */
static void go_on(struct space *s, u32 instruction, u8 cls)
{
	u32 site = site_as(s, instruction, cls), next;

	if (!site)
		return;
	next = space_at(s, instruction + 1) & SPACE_SITE;
	s->instruction[instruction] = site | space_taken(cls);
	if (!space_goes(cls) || builder_follows(s->builder, site, sites_object(s->sites, next),
						sites_address(s->sites, next)))
		return;
	if (!RESERVE(s, through, s->n_throughs + 1))
		return;
	s->through[s->n_throughs] = (struct through){
		.site = site | space_taken(cls),
		.branch = builder_branch(s->builder, site, sites_object(s->sites, next),
					 sites_address(s->sites, next)),
	};
	s->instruction[instruction] = SPACE_APART | (u32)s->n_throughs++;
}

/* ---- Traces ---- */

/* Moves the instructions of a trace behind all others, if they are not there. False: there is no
 * memory, or there are other instructions than the trace has. */
static bool go_last(struct space *s, u32 trace)
{
	struct piece *piece = &s->piece[trace];

	if (!space_instructions(s, trace))
		return false;
	if (piece->first + piece->n == s->n_instructions)
		return true;
	if (!RESERVE_HUGE(s, instruction, s->n_instructions + piece->n))
		return false;
	memcpy(s->instruction + s->n_instructions, s->instruction + piece->first,
	       piece->n * sizeof(*s->instruction));
	piece->first = (u32)s->n_instructions;
	s->n_instructions += piece->n;
	return true;
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
		s->spoiled |= s->lender && r->trace < s->lender->n_pieces;
		if (piece && piece->n == r->first && go_last(s, r->trace))
			return piece;
	} else if (r->trace >= s->n_pieces && r->trace - s->n_pieces < EMU_MAX_EXITS) {
		if (!RESERVE_HUGE(s, piece, r->trace + 1ul))
			return NULL;
		while (s->n_pieces <= r->trace)
			s->piece[s->n_pieces++] = (struct piece){ .first = (u32)s->n_instructions };
		return &s->piece[r->trace];
	}
	s->err = -EPROTO;
	return NULL;
}

/* Where instructions lie, one behind the other. */
struct reading {
	const struct mapping *m;
	unsigned object;
	u64 bias;
};

static void enter(struct space *s, struct reading *r, u64 pc)
{
	r->m = find_now(s, pc);
	r->object = r->m ? r->m->object : s->unknown;
	r->bias = r->m ? r->m->bias : 0;
}

static inline bool is_inside(const struct reading *r, u64 pc)
{
	return r->m && !r->m->covered && pc >= r->m->start && pc < r->m->end;
}

/* Adds the instructions of a record, for which there is room. Returns how many it has. */
static unsigned read_words(struct space *s, const struct emu_log_trace *r, struct piece *piece)
{
	const u16 *p = (const u16 *)(r + 1);
	const u16 *end = (const u16 *)((const u8 *)r + r->head.size);
	u32 *to = s->instruction + s->n_instructions, n = piece->n, i;
	struct reading at = { 0 };
	u64 pc = r->pc;
	u8 cls = r->last;

	for (i = 0; i < r->n && p < end; i++) {
		u16 word = *p++;
		u8 next = (u8)((word & EMU_LOG_COUNTED) >> 4);

		if (word & EMU_LOG_FAR) {
			if (end - p < 2)
				break;
			pc += (u64)(s64)(s32)((u32)p[0] | (u32)p[1] << 16);
			p += 2;
		}
		if (!is_inside(&at, pc))
			enter(s, &at, pc);
		to[i] = sites_find(s->sites, at.object, pc - at.bias, word & EMU_LOG_LENGTH,
				   flags_of(next));
		if (!to[i]) {
			s->err = -ENOMEM;
			break;
		}
		/* Only now it is known where the one before it goes, and what the last one of an
		 * earlier record counts as. */
		if (n + i && (cls >> 2 || !i))
			go_on(s, (u32)s->n_instructions + i - 1, cls);
		cls = next;
		pc += word & EMU_LOG_LENGTH;
	}
	s->n_instructions += i;
	piece->n += i;
	return i;
}

static void read_trace(struct space *s, const struct emu_log_trace *r)
{
	struct piece *piece = find_piece(s, r);

	if (!piece || !RESERVE_HUGE(s, instruction, s->n_instructions + r->n))
		return;
	if (read_words(s, r, piece) < r->n && !s->err)
		s->err = -EPROTO;
}

/* ---- Exits ---- */

bool space_follows(struct space *s, u32 site, u8 cls, u64 target, u64 position)
{
	const struct mapping *m;

	if (!space_goes(cls))
		return true;
	if (!target)
		return builder_follows(s->builder, site, UINT_MAX, 0);
	/* Mappings have changed since, or the target has none yet. */
	if (s->n_mappings && s->mapping[s->n_mappings - 1].at > position)
		return false;
	m = find_now(s, target);
	return m && builder_follows(s->builder, site, m->object, target - m->bias);
}

/* False: the log has not said yet which instructions the trace has. */
static bool resolve(struct space *s, const struct early *e)
{
	struct way way = { .trace = e->trace, .end = e->n - 1u };

	way.site = space_end(s, e->trace, e->n, e->last);
	if (!way.site)
		return false;
	way.indirect = !!(s->sites->all[way.site & SPACE_SITE].flags & PMC_PLACE_INDIRECT);
	if (e->only_target || !space_follows(s, way.site & SPACE_SITE, e->last, e->target, e->at)) {
		if (!RESERVE(s, apart, s->n_aparts + 1))
			return true;
		s->apart[s->n_aparts++] = (struct apart){
			.target = e->target,
			.at = e->at,
			.of = e->of,
			.only_target = e->only_target,
		};
		way.apart = (u32)s->n_aparts;
	}
	s->way[e->id] = way;
	return true;
}

/* Exits whose trace the log describes behind them. */
static void resolve_early(struct space *s)
{
	size_t n = 0, i;

	for (i = 0; i < s->n_earlys; i++)
		if (!resolve(s, &s->early[i]))
			s->early[n++] = s->early[i];
	s->n_earlys = n;
}

static void read_exit(struct space *s, const struct emu_log_exit *r, u64 position)
{
	const struct early e = {
		.target = r->target,
		.at = position,
		.id = r->id,
		.trace = r->trace,
		.n = r->n,
		.last = r->last,
		.only_target = r->only_target,
		.of = r->of,
	};

	if (r->id > s->n_ways || (r->only_target && r->of >= s->n_ways)) {
		s->err = -EPROTO;
		return;
	}
	if (!RESERVE_HUGE(s, way, r->id + 1ul))
		return;
	note_change(s, r->id);
	s->way[r->id] = (struct way){ 0 };
	if (s->n_ways <= r->id)
		s->n_ways = r->id + 1ul;
	if (!resolve(s, &e) && RESERVE(s, early, s->n_earlys + 1))
		s->early[s->n_earlys++] = e;
}

static void read_many(struct space *s, const struct emu_log_many *r)
{
	if (r->id < s->n_ways && s->way[r->id].site)
		builder_forget(s->builder, s->way[r->id].site & SPACE_SITE);
	else
		s->err = -EPROTO;
}

void space_mostly(struct space *s, const struct emu_log_mostly *r, u64 position)
{
	if (r->id >= s->n_ways || !s->way[r->id].site || s->way[r->id].apart) {
		s->err = -EPROTO;
		return;
	}
	if (!RESERVE(s, apart, s->n_aparts + 1))
		return;
	note_change(s, r->id);
	s->apart[s->n_aparts++] = (struct apart){ .target = r->target, .at = position };
	s->way[r->id].apart = (u32)s->n_aparts;
}

void space_wait(struct space *s, u32 id, unsigned thread, u64 n)
{
	if (RESERVE(s, waiting, s->n_waitings + 1))
		s->waiting[s->n_waitings++] = (struct waiting){ id, thread, n };
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
		if (s->n_earlys)
			resolve_early(s);
		break;
	case EMU_LOG_EXIT:
		read_exit(s, (const struct emu_log_exit *)record, position);
		break;
	case EMU_LOG_MANY:
		read_many(s, (const struct emu_log_many *)record);
		break;
	case EMU_LOG_RESET:
		s->spoiled = true;
		s->n_instructions = s->n_pieces = s->n_ways = s->n_aparts = s->n_throughs =
			s->n_earlys = s->n_waitings = 0;
		break;
	default:
		break;
	}
}
