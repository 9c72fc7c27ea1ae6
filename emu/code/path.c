// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See path.h. */
#include "emu/code/path.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/heat.h"
#include "emu/code/origin.h"
#include "emu/code/select.h"
#include "emu/code/spend.h"
#include "emu/count/count.h"
#include "emu/count/log.h"
#include "emu/count/vector.h"

static u32 number(const struct trace *tr)
{
	return (u32)(tr - cache.traces);
}

/* Where control goes behind the exit; 0: nobody knows. */
static u64 target(const struct exit *x)
{
	return x->kind == X_DIRECT || x->kind == X_ENTRY ? exit_target(x) : 0;
}

/* Does anybody ask how often the exit is taken? A virtual clock goes by instructions, and the
 * program itself may read the counts. */
static bool is_wanted(const struct exit *x)
{
	return !engine.sampled || engine.reads || x->asks ||
	       cache.traces[x->trace].flags & TR_COUNTED || heat_wants() ||
	       (engine.clock && engine.sampled != 1u << EMU_INSTRUCTIONS);
}

/*
 * With samples there are many traces that run once. And rustc has 1.4 million exits: when few
 * counters are left, exits that count the same have one together, if only their sum is asked
 * for.
 */
static bool may_share(const struct exit *x)
{
	if (engine.sampled && cache.traces[x->trace].flags & TR_ALONE)
		return true;
	return (count_are_few() || heat_hastily()) && !log_is_exact() && !x->asks && !heat_wants();
}

/* of: NULL, or the exit that counts the instructions */
static void counter(struct exit *x, const struct exit *of)
{
	struct emu_log_exit *r;

	if (!is_wanted(x)) {
		x->id = EXIT_UNCOUNTED;
		return;
	}
	if (may_share(x)) {
		x->id = count_shared_id(x->vec);
		return;
	}
	x->id = count_exit_id(x->vec);
	if (!log_is_exact())
		return;
	r = log_begin(EMU_LOG_EXIT, sizeof(*r));
	r->id = x->id;
	r->trace = x->trace;
	r->target = target(x);
	r->n = x->n;
	r->last = x->last;
	r->only_target = of != NULL;
	r->of = of ? of->id : 0;
	log_commit();
}

void path_counter(struct exit *x)
{
	counter(x, NULL);
}

void path_counter_of_target(struct exit *x, const struct exit *of)
{
	counter(x, of);
}

void path_mostly(const struct exit *x, u64 to)
{
	struct emu_log_mostly *r = log_begin(EMU_LOG_MOSTLY, sizeof(*r));

	r->id = x->id;
	r->target = to;
	log_commit();
}

void path_many(const struct exit *x)
{
	struct emu_log_many *r = log_begin(EMU_LOG_MANY, sizeof(*r));

	r->id = x->id;
	log_commit();
}

void path_went_to(struct thread *t, const struct exit *x, u64 to)
{
	count_passage(t, (struct emu_passage){
				 .where = x->id,
				 .target = to,
				 .weight = 1,
				 .last = x->last,
				 .kind = EMU_PASSAGE_TARGET,
			 });
}

static void passage(struct thread *t, const struct exit *x, int weight)
{
	const struct trace *tr = &cache.traces[x->trace];
	bool alone = tr->flags & TR_ALONE;

	count_passage(t, (struct emu_passage){
				 .where = alone ? trace_pc(tr) : number(tr),
				 .target = target(x),
				 .weight = weight,
				 .n = alone ? 0 : x->n,
				 .last = x->last,
				 .kind = alone ? EMU_PASSAGE_ALONE : EMU_PASSAGE_TRACE,
				 .vec = x->vec,
			 });
}

void path_add(struct thread *t, const struct exit *x)
{
	passage(t, x, 1);
}

void path_sub(struct thread *t, const struct exit *x)
{
	passage(t, x, -1);
}

void path_begun(struct thread *t, const struct trace *tr, u32 n)
{
	if (!n)
		return;
	count_passage(t, (struct emu_passage){
				 .where = number(tr),
				 .target = cache_pc(tr, n),
				 .weight = 1,
				 .n = (u16)n,
				 .last = cache.irecs[tr->irec + n - 1].cls,
				 .vec = trace_prefix(tr, n),
			 });
}

bool path_spent(struct thread *t, u32 exit)
{
	const struct exit *x = &cache.exits[exit];
	const struct trace *tr = &cache.traces[x->trace];

	if (!spend_has_looked(exit)) {
		t->cpu.rip = exit_target(x);
		return false;
	}
	t->cpu.rip = cache_pc(tr, tr->look);
	path_sub(t, x);
	path_begun(t, tr, tr->look);
	return true;
}

void path_not_grown(struct thread *t)
{
	if (t->grown != EXIT_NONE)
		path_add(t, &cache.exits[t->grown]);
	t->grown = EXIT_NONE;
	if (t->spent != EXIT_NONE)
		path_spent(t, t->spent);
	t->spent = EXIT_NONE;
}

/* How many bytes of code, from step i on, lie one behind the other in memory without a file. */
static u32 anonymous(unsigned i, unsigned *end)
{
	u64 pc = sel.s[i].pc;
	u32 n = 0;

	*end = i;
	while (*end < sel.n && sel.s[*end].pc == pc + n && origin_is_anonymous(sel.s[*end].pc))
		n += sel.s[(*end)++].in.len;
	return n;
}

/* The log keeps such code, which nobody can look up later. */
static void log_code(void)
{
	unsigned end;

	for (unsigned i = 0; i < sel.n; i = end) {
		u32 n = anonymous(i, &end);
		struct emu_log_code *r;
		u8 *to;

		if (!n) {
			end = i + 1;
			continue;
		}
		r = log_begin(EMU_LOG_CODE, (u32)(sizeof(*r) + (n + 7) / 8 * 8));
		r->pc = sel.s[i].pc;
		r->n = n;
		to = (u8 *)(r + 1);
		for (; i < end; i++) {
			memcpy(to, sel.s[i].bytes, sel.s[i].in.len);
			to += sel.s[i].in.len;
		}
		log_commit();
	}
}

static u16 *put_step(u16 *to, const struct step *s, u64 expected)
{
	u32 distance = (u32)(s->pc - expected);

	*to++ = (u16)(s->in.len | s->cls << 4 | (distance ? EMU_LOG_FAR : 0));
	if (distance) {
		*to++ = (u16)distance;
		*to++ = (u16)(distance >> 16);
	}
	return to;
}

void path_log(const struct trace *tr, u32 first)
{
	u64 expected = sel.s[0].pc;
	struct origin origin = { 0 };
	bool anonymous = false;
	struct emu_log_trace *r;
	u32 size = 0;
	u16 *to;

	for (unsigned i = 0; i < sel.n; i++) {
		if (sel.s[i].pc < origin.start || sel.s[i].pc >= origin.end) {
			origin = origin_log(sel.s[i].pc);
			anonymous |= origin.anonymous;
		}
		size += sel.s[i].pc == expected ? 2 : 6;
		expected = sel.s[i].pc + sel.s[i].in.len;
	}
	/* Each passage tells of the one instruction of such a trace, unless it has a counter. */
	if (tr->flags & TR_ALONE && tr->count_exit == EXIT_NONE)
		return;
	if (anonymous)
		log_code();
	if (!log_is_exact())
		return;
	r = log_begin(EMU_LOG_TRACE, (u32)(sizeof(*r) + (size + 7) / 8 * 8));
	r->trace = number(tr);
	r->first = (u16)first;
	r->n = (u16)sel.n;
	r->last = first ? cache.irecs[tr->irec + first - 1].cls : 0;
	r->pc = expected = sel.s[0].pc;
	to = (u16 *)(r + 1);
	for (unsigned i = 0; i < sel.n; i++) {
		to = put_step(to, &sel.s[i], expected);
		expected = sel.s[i].pc + sel.s[i].in.len;
	}
	log_commit();
}
