// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Translation of one trace: select, look at the flags, emit.
 *
 * A trace is a superblock: one entry, many exits. Selection follows direct jumps and calls, a loop
 * back to the trace's own head (so small loops are unrolled), and a return whose call is in the
 * trace and which is then checked. At a forward conditional branch the trace stops for now: the way
 * that is executed first becomes its continuation (translate_grow), written over its end. While the
 * process has other threads, which may be there, the continuation is written behind the end, and
 * the jump that leaves is led there. Where threads must know how long a trace is, or models are
 * asked, the trace goes on behind the branch then.
 *
 * Each passage through a trace adds 1 to exactly one counter, that of the exit it took. For the
 * exit at the end, the addition is at a point behind the last side exit where the status flags are
 * dead. Otherwise it is in front of the target: in a piece of code of its own (link_exit), or right
 * before a body that was translated because of this exit. At an indirect end RCX is in a spill slot
 * anyway, and LEA adds.
 */
#include "emu/code/translate.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/branch.h"
#include "emu/code/calls.h"
#include "emu/code/cache.h"
#include "emu/code/check.h"
#include "emu/code/confine.h"
#include "emu/code/emit.h"
#include "emu/code/fetch.h"
#include "emu/code/guess.h"
#include "emu/code/heat.h"
#include "emu/code/index.h"
#include "emu/code/link.h"
#include "emu/code/maps.h"
#include "emu/code/moves.h"
#include "emu/code/operand.h"
#include "emu/code/pages.h"
#include "emu/code/pair.h"
#include "emu/code/path.h"
#include "emu/code/scratch.h"
#include "emu/code/select.h"
#include "emu/code/spend.h"
#include "emu/code/target.h"
#include "emu/count/log.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"

/* The newest trace, while its end is a branch that nobody has passed yet. */
FORKED static struct {
	struct trace *tr; /* NULL: nothing can grow */
	u8 *at;		  /* where the branch is written */
	u8 *end;	  /* cache.hot behind it: once that has moved, the trace cannot grow */
	u8 cc;
	u32 taken, fall; /* its exits */
	u64 vec;	 /* what the trace counts before the branch */
	struct budget budget;
	struct checked checked; /* so far: check.h */
} growing;

/* Notes that the trace was made from these pages, unless that was just done. */
static void add_page(struct trace *tr, u64 first, u64 last, u64 *seen)
{
	for (u64 page = PAGE_DOWN(first); page <= PAGE_DOWN(last); page += PAGE_SIZE) {
		if (page == seen[0] || page == seen[1] || page == seen[2])
			continue;
		seen[2] = seen[1];
		seen[1] = seen[0];
		seen[0] = page;
		pages_add(tr, page);
	}
}

/* Is the code at pc in a page that is compared instead of protected? */
static bool is_hot(u64 pc)
{
	return pages_hot(pc) || pages_hot(pc + INSN_MAX - 1);
}

static u32 hash_bytes(const u8 *b, u64 n)
{
	u64 h = n, w;

	for (; n >= 8; n -= 8, b += 8) {
		memcpy(&w, b, 8);
		h = (h ^ w) * 0x9e3779b97f4a7c15ull;
		h ^= h >> 32;
	}
	for (w = 0; n; n--)
		w = w << 8 | *b++;
	h = (h ^ w) * 0x9e3779b97f4a7c15ull;
	return (u32)(h >> 32);
}

bool translate_still_true(const struct trace *tr)
{
	u8 b[MAX_INSNS * INSN_MAX];

	if (copy_from_user(b, trace_pc(tr), tr->source_len))
		return false;
	return hash_bytes(b, tr->source_len) == tr->source_hash;
}

/* The trace ends here for now: both ways of the branch leave. */
static u8 *emit_open(u8 *p, const struct emission *e, const struct step *s,
		     const struct budget *bud)
{
	u64 next = s->pc + s->in.len;

	growing.tr = e->tr;
	growing.at = p;
	growing.cc = s->in.cc;
	growing.vec = e->vec - class_vec(s->cls);
	growing.budget = *bud;
	growing.taken = exit_create_taken(e, next + (u64)s->in.imm, s->cls);
	growing.fall = exit_create(e, X_DIRECT, next, s->cls);
	p = emit_jcc_exit(p, s->in.cc, growing.taken, true);
	return emit_jmp_exit(p, growing.fall, true);
}

static u8 *emit_step(u8 *p, const struct emission *e, const struct step *s, struct irec *r,
		     const struct budget *bud)
{
	u8 *end;

	switch ((enum role)s->role) {
	case R_PLAIN:
		end = emit_plain(p, s, &r->spill);
		if (end)
			return end;
		/* There are too few scratch registers: the engine says so when it is executed. */
		r->spill = SP_NONE;
		return emit_special(p, e, s);
	case R_SIDE:
	case R_SIDE_INV:
		return emit_side(p, e, s);
	case R_OPEN:
		return emit_open(p, e, s, bud);
	case R_FOLLOW_JMP:
		return p;
	case R_CALL:
		return pair_emit_call(p, e, s);
	case R_RET_CHECK:
		return emit_ret_check(p, e, s, r);
	case R_JMP_CHECK:
	case R_CALL_CHECK:
		return emit_slot(p, e, s, r);
	case R_RET:
		return emit_return(p, e, s, r);
	case R_JMP_IND:
	case R_CALL_IND:
		return emit_indirect(p, e, s, r);
	case R_SPECIAL:
		return emit_special(p, e, s);
	}
	return p;
}

/*
 * Creates the exit at the end, and decides where its counter is added: before the step that is
 * returned (sel.n: behind the last), or nowhere in the trace (-1). At an indirect end the jump
 * itself can add.
 */
static int create_end(struct emission *e)
{
	const struct step *last = &sel.s[sel.n - 1];
	bool indirect = !sel.open && last->role != R_SPECIAL && last->role != R_OPEN;
	struct trace *tr = e->tr;
	struct emission end = *e;
	struct exit *x;
	int at = -1;

	for (unsigned i = 0; i < sel.n; i++)
		end.vec += class_vec(sel.s[i].cls);
	end.n += sel.n;
	if (sel.open) {
		if (!e->one)
			at = select_count_place(trace_pc(tr), true);
		e->end_exit = exit_create(&end, X_DIRECT, sel.next, last->cls);
		cache.exits[e->end_exit].call = engine.tree && last->role == R_CALL &&
						last->ret != sel.next;
	} else if (indirect) {
		at = select_count_place(trace_pc(tr), false);
		e->end_exit = exit_create(&end, X_INDIRECT, last->pc, last->cls);
		cache.exits[e->end_exit].asks = last->asks;
	}
	if (at < 0 && !indirect)
		return -1;

	x = &cache.exits[e->end_exit];
	path_counter(x);
	x->counted = 1;
	tr->count_at = (u16)(tr->n_irec + (at >= 0 ? (unsigned)at : sel.n - 1));
	if (at >= 0 && at < (int)sel.n && spend_looks(x))
		tr->look = tr->count_at;
	/* A signal may find another thread in the trace's beginning: count_at first. */
	__atomic_store_n(&tr->count_exit, e->end_exit, __ATOMIC_RELEASE);
	if (at < 0)
		e->end_counts = true;
	return at;
}

/* The way on behind a selection that no branch ends. */
static u8 *emit_open_end(u8 *p, u32 exit, bool counts, bool one)
{
	p = scratch_restore(p, SCRATCH_ALL);
	if (counts)
		p = emit_count(p, exit, false);
	return emit_jmp_exit(p, exit, !one);
}

/* The record of the selection's ith step, which is emitted at p. */
static struct irec *begin_record(const struct trace *tr, unsigned i, const u8 *p)
{
	struct irec *r = &cache.irecs[tr->irec + tr->n_irec + i];

	*r = (struct irec){
		.dpc = (s32)(sel.s[i].pc - trace_pc(tr)),
		.off = (u16)(p - trace_body(tr)),
		.cls = sel.s[i].cls,
		.spill = SP_NONE,
	};
	return r;
}

/* Emits what was selected at p, the end of tr so far. vec: what the trace counts before it. */
static void emit_selected(struct trace *tr, u8 *p, u64 vec, bool one, const struct budget *bud)
{
	struct emission e = {
		.tr = tr,
		.vec = vec,
		.n = tr->n_irec,
		.one = one,
		.end_exit = EXIT_NONE,
	};
	struct checked checked = tr->n_irec ? growing.checked : CHECKED_NOTHING;
	u64 seen[3] = { 1, 1, 1 };
	int count_at;

	growing.tr = NULL;
	if (sel.model)
		scratch_begin();
	for (unsigned i = 0; i < sel.n; i++)
		tr->flags |= sel.s[i].judged ? TR_COUNTED : 0;
	count_at = create_end(&e);
	for (unsigned i = 0; i < sel.n; i++) {
		const struct step *s = &sel.s[i];
		struct irec *r = begin_record(tr, i, p);

		e.vec += class_vec(s->cls);
		e.n++;
		if (!one)
			add_page(tr, s->pc, s->pc + s->in.len - 1, seen);
		if (engine.bursts && !one && !i && !tr->n_irec) {
			p = spend_emit_check(p, s, tr);
			tr->check = (u8)(p - trace_body(tr));
		}
		if ((int)i == count_at)
			p = emit_count(p, e.end_exit, false);
		if (sel.model) {
			r->names = scratch_names();
			r->out = scratch_out();
			if (!i && !tr->n_irec)
				p = check_emit_begin(p, s);
			p = check_emit(p, s, &checked);
			r->out |= (u8)(scratch_out() << 4);
		}
		p = emit_step(p, &e, s, r, bud);
		if (sel.model)
			scratch_forget(s->in.regs);
	}
	for (unsigned i = 0; i < sel.n_relies && !one; i++)
		add_page(tr, sel.relies[i], sel.relies[i], seen);
	if (sel.open)
		p = emit_open_end(p, e.end_exit, count_at == (int)sel.n, one);
	if (log_is_on())
		path_log(tr, tr->n_irec);
	if (engine.sampled)
		tr->most += spend_most();
	/* The same: the records first. */
	__atomic_store_n(&tr->n_irec, tr->n_irec + sel.n, __ATOMIC_RELEASE);
	cache.n_irecs += sel.n;
	tr->end = (u32)(p - cache.start);
	cache.hot = p;
	growing.end = cache.hot;
	growing.checked = checked;
}

/* Writes the code in front of the body. Returns where the exit that asked for the trace must jump,
 * or NULL if no exit asked for it. */
static u8 *emit_front(struct trace *tr, enum translate_how how, u32 first)
{
	struct exit *x;
	u8 *entry = cache.hot;

	if (how == FROM_INDIRECT)
		link_indirect(tr);
	if (how == FROM_SITE)
		target_enter(first, tr);
	if (how != FROM_EXIT)
		return NULL;
	x = &cache.exits[first];
	if (!x->counted) {
		if (x->id == EXIT_NONE)
			path_counter(x);
		cache.hot = emit_count(entry, first, tr->flags & TR_FLAGS);
	}
	if (x->call)
		cache.hot = calls_emit_call(cache.hot, first, tr);
	x->to = (u32)(tr - cache.traces) + 1;
	x->next = EXIT_NONE;
	tr->incoming = first;
	return entry;
}

/* Remembers the program's bytes, for translate_still_true(). */
static void hash_source(struct trace *tr)
{
	const struct step *last = &sel.s[sel.n - 1];
	u8 b[MAX_INSNS * INSN_MAX];

	tr->source_len = (u32)(last->pc + last->in.len - trace_pc(tr));
	if (!copy_from_user(b, trace_pc(tr), tr->source_len))
		tr->source_hash = hash_bytes(b, tr->source_len);
}

static struct budget first_budget(u64 pc, bool model, enum translate_how how, u32 first)
{
	struct budget bud = { .overlaps = true };

	if (how == PIECE) {
		bud.piece = true;
		bud.insns = first < MAX_INSNS ? MAX_INSNS - first : 0;
	} else if (how != ONE_SHOT) {
		bud.overlaps = (!model || guess_may_ask()) && heat_is_hot(pc);
	}
	return bud;
}

struct trace *translate(u64 pc, bool model, enum translate_how how, u32 first)
{
	struct trace *tr = &cache.traces[cache.n_traces];
	bool one = how == ONE_SHOT || how == PIECE, checked;
	u8 flags = 0, *entry = NULL;
	struct budget bud;
	struct map m;

	growing.tr = NULL;
	sel.model = model;
	do { /* Once more, when it turns out that a page cannot be protected. */
		bud = first_budget(pc, model, how, first);
		fetch_reset(one);
		if (!one && !maps_find(pc, &m))
			return NULL;
		checked = !one && ((m.shared && !confine_try(pc)) || is_hot(pc));
		if (!select_trace(pc, pc, &bud, how == ONE_SHOT, checked || how == PIECE))
			return NULL;
		if (one)
			select_flags_alive();
		else
			select_flags(pc);
	} while (fetch_found_hot());

	if (sel.once) {
		one = true;
		how = ONE_SHOT;
	}
	if (sel.s[0].live)
		flags |= TR_FLAGS;
	if (model)
		flags |= TR_MODEL;
	if (one)
		flags |= TR_DEAD | TR_ALONE;
	if (checked)
		flags |= TR_CHECKED;
	else if (!one && select_owns_flags())
		flags |= TR_OWN;
	*tr = (struct trace){
		.begins = cache_keep(pc),
		.irec = cache.n_irecs,
		.incoming = EXIT_NONE,
		.count_exit = EXIT_NONE,
		.look = NO_LOOK,
		.flags = flags,
	};
	moves_of(tr);
	if (!checked)
		entry = emit_front(tr, how, first);
	tr->body = (u32)(cache.hot - cache.start);
	emit_selected(tr, cache.hot, 0, one, &bud);
	if (checked && !one)
		hash_source(tr);
	__atomic_store_n(&cache.n_traces, cache.n_traces + 1, __ATOMIC_RELEASE);
	if (!one)
		index_insert(tr);
	/* Only now that all of it is there: other threads go that way without a lock. */
	if (entry)
		link_patch(&cache.exits[first], entry);
	return tr;
}

/* Writes the branch again, so that only the other way leaves. Returns where the trace goes on. */
static u8 *rewrite_branch(u32 exit)
{
	bool taken = exit == growing.taken;

	cache.exits[exit].patch = 0;
	return emit_jcc_exit(growing.at, taken ? growing.cc ^ 1 : growing.cc,
			     taken ? growing.fall : growing.taken, true);
}

/* Leads the way that is no exit any more to the rest of its trace, which is complete. */
static void lead_on(u32 exit, const u8 *to)
{
	link_patch(&cache.exits[exit], to);
	cache.exits[exit].patch = 0;
}

u8 *translate_grow(u32 exit)
{
	struct trace *tr = growing.tr;
	struct budget bud = growing.budget;
	bool taken = exit == growing.taken, alone = threads_count == 1;
	u64 pc = exit_target(&cache.exits[exit]), vec;
	struct irec *branch;
	u8 *p;

	if (!tr || (!taken && exit != growing.fall) || growing.end != cache.hot ||
	    (tr->flags & TR_DEAD) || cache.exits[exit].to)
		return NULL;
	sel.model = tr->flags & TR_MODEL;
	if (!select_may_grow() || (!bud.overlaps && index_find(pc, sel.model)))
		return NULL;
	fetch_reset(false);
	if (is_hot(pc) || !select_trace(trace_pc(tr), pc, &bud, false, false) || fetch_is_shared())
		return NULL;
	select_flags(trace_pc(tr));
	if (fetch_found_hot())
		return NULL;

	moves_of(tr);
	branch = &cache.irecs[tr->irec + tr->n_irec - 1];
	branch->cls &= IC_MEMORY;
	branch->cls |= IC_BRANCH(taken ? EMU_COND_TAKEN : EMU_COND_NOT);
	vec = growing.vec + class_vec(branch->cls);
	p = alone ? rewrite_branch(exit) : cache.hot;
	emit_selected(tr, p, vec, false, &bud);
	if (!alone)
		lead_on(exit, p);
	return p;
}
