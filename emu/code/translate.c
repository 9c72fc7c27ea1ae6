// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Translation of one trace: select, look at the flags, emit.
 *
 * A trace is a superblock: one entry, many exits. Selection follows direct jumps and calls, a loop
 * back to the trace's own head (small loops are unrolled so), and a return whose call is in the
 * trace, which is then checked. At a forward conditional branch the trace stops for now: the way
 * that is executed first becomes its continuation (translate_grow), written over its end. That
 * needs that no other thread is around; with several threads the branch is taken to fall through.
 *
 * Each passage through a trace adds 1 to exactly one counter, that of the exit it took.
 *
 * Where the addition stands: for the exit at the end, at a point after the last side exit where the
 * status flags are dead; else in front of the target (link_exit, or right before a body that was
 * translated because of this exit). At an indirect end RCX is in a spill slot anyway and LEA adds.
 */
#include "emu/code/translate.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/link.h"
#include "emu/code/maps.h"
#include "emu/code/operand.h"
#include "emu/code/pages.h"
#include "emu/code/select.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"

/* The newest trace, while its end is a branch that nobody has passed yet. */
static struct {
	struct trace *tr; /* NULL: nothing can grow */
	u8 *at;		  /* where the branch is */
	u8 *end;	  /* cache.hot behind it: when that has moved, it is too late */
	u8 cc;
	u32 taken, fall; /* its exits */
	u64 vec;	 /* of the trace before the branch */
	struct budget budget;
} growing;

/* ---- emission ---- */

static u32 new_exit(struct trace *tr, enum exit_kind kind, u64 target, u64 vec)
{
	u32 i = cache.n_exits++;

	cache.exits[i] = (struct exit){
		.target = target,
		.vec = vec,
		.trace = (u32)(tr - cache.traces),
		.id = EXIT_NONE,
		.next = EXIT_NONE,
		.kind = (u8)kind,
	};
	return i;
}

/* Count exit id (EXIT_NONE: not here) while RCX is in its spill slot; the flags stay. */
static u8 *emit_count_rcx(u8 *p, u32 id)
{
	if (id == EXIT_NONE)
		return p;
	p = emit_reload(p, RCX, T_COUNT + id * 8);
	BYTES(0x48, 0x8d, 0x49, 0x01); /* lea rcx, [rcx+1] */
	return emit_spill(p, RCX, T_COUNT + id * 8);
}

/*
 * RCX (spilled) holds the target: off through the table; alone: to the engine in any case. Exit x
 * is left behind as the place it came from, for a target that is not canonical faults there.
 */
static u8 *emit_indirect_jump(u8 *p, u32 x, bool alone)
{
	BYTES(0x65, 0xc7, 0x04, 0x25); /* mov dword gs:[FROM], x */
	WORD(T_FROM);
	WORD(x);
	p = emit_spill(p, RCX, T_TARGET);
	if (alone)
		return emit_jmp(p, cache.tramp_miss);
	BYTES(0x0f, 0xb7, 0xc9);       /* movzx ecx, cx */
	BYTES(0x65, 0xff, 0x24, 0xcd); /* jmp gs:[rcx*8+IND] */
	WORD(T_IND);
	return p;
}

/* jcc rel32 to a new stub of exit x */
static u8 *emit_jcc_exit(u8 *p, u8 cc, u32 x, bool linkable)
{
	u8 *stub = link_stub(x);

	p = emit_align_rel32(p, 2);
	BYTES(0x0f, 0x80 | cc);
	if (linkable)
		cache.exits[x].patch = (u32)(p - cache.start);
	REL32(stub);
	return p;
}

static u8 *emit_side(u8 *p, struct trace *tr, const struct step *s, u64 vec, bool linkable)
{
	u64 target = s->pc + s->in.len + (u64)s->in.imm;
	u64 taken = vec - vector_unit[EMU_COND_NOT] + vector_unit[EMU_COND_TAKEN];
	u32 x;

	if (s->role == R_SIDE_INV) {
		x = new_exit(tr, X_DIRECT, s->pc + s->in.len,
			     vec - vector_unit[EMU_COND_TAKEN] + vector_unit[EMU_COND_NOT]);
		return emit_jcc_exit(p, s->in.cc ^ 1, x, linkable);
	}
	x = new_exit(tr, X_DIRECT, target, taken);
	if (s->in.kind == K_JCC)
		return emit_jcc_exit(p, s->in.cc, x, linkable);
	/* LOOPcc, JrCXZ have rel8 only: over a jump */
	for (unsigned i = 0; i < s->in.n_prefix; i++)
		if (s->bytes[i] == 0x67)
			*p++ = 0x67;
	BYTES(s->in.op, 2, 0xeb, 0);
	{
		u8 *after = p;

		p = emit_align_rel32(p, 1);
		/* the branch must reach the jump behind the padding: NOPs are passed through */
		*p++ = 0xe9;
		if (linkable)
			cache.exits[x].patch = (u32)(p - cache.start);
		{
			u8 *stub = link_stub(x);

			REL32(stub);
		}
		after[-1] = (u8)(p - after);
	}
	return p;
}

/* The jump over a jump to `cold` when RCX is 0. */
static u8 *emit_jrcxz_else(u8 *p, const u8 *cold)
{
	BYTES(0xe3, 0x05);
	return emit_jmp(p, cold);
}

/*
 * RET that should go to s->ret: compare without touching the flags, on a miss leave by the table
 * (cold). The stack pointer moves only when it is a hit.
 */
static u8 *emit_ret_check(u8 *p, struct trace *tr, const struct step *s, u64 vec)
{
	u32 x = new_exit(tr, X_INDIRECT, s->pc, vec), id, imm = (u16)s->in.imm;
	u8 *cold, *q;

	cache.exits[x].id = id = count_exit_id(vec);
	cold = cache.cold -= 96;
	q = emit_count_rcx(cold, id);
	*q++ = 0x59; /* pop rcx */
	if (s->in.imm_size) {
		const u8 lea[] = { 0x48, 0x8d, 0xa4, 0x24 }; /* lea rsp, [rsp+imm] */

		memcpy(q, lea, 4);
		memcpy(q + 4, &imm, 4);
		q += 8;
	}
	emit_indirect_jump(q, x, false);

	p = emit_spill(p, RCX, T_SPILL0);
	if (s->ret < 0x80000000u) {
		BYTES(0x48, 0x8b, 0x0c, 0x24); /* mov rcx, [rsp] */
		BYTES(0x48, 0x8d, 0x89);       /* lea rcx, [rcx-ret] */
		WORD(-s->ret);
		p = emit_jrcxz_else(p, cold);
	} else {
		BYTES(0x8b, 0x0c, 0x24); /* mov ecx, [rsp] */
		BYTES(0x8d, 0x89);	 /* lea ecx, [rcx-low] */
		WORD(-(u32)s->ret);
		p = emit_jrcxz_else(p, cold);
		BYTES(0x8b, 0x4c, 0x24, 0x04); /* mov ecx, [rsp+4] */
		BYTES(0x8d, 0x89);	       /* lea ecx, [rcx-high] */
		WORD(-(u32)(s->ret >> 32));
		p = emit_jrcxz_else(p, cold);
	}
	p = emit_reload(p, RCX, T_SPILL0);
	if (s->in.imm_size) {
		BYTES(0x48, 0x8d, 0xa4, 0x24); /* lea rsp, [rsp+8+imm] */
		WORD(8 + imm);
	} else {
		BYTES(0x48, 0x8d, 0x64, 0x24, 0x08); /* lea rsp, [rsp+8] */
	}
	return p;
}

static u8 *emit_special(u8 *p, struct trace *tr, const struct step *s, u64 vec)
{
	u32 x = new_exit(tr, X_SPECIAL, s->pc, vec);

	BYTES(0x65, 0xc7, 0x04, 0x25);
	WORD(T_EXIT);
	WORD(x);
	return emit_jmp(p, cache.tramp_exit);
}

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
	u8 b[MAX_INSNS * 15];

	if (copy_from_user(b, tr->pc, tr->source_len))
		return false;
	return hash_bytes(b, tr->source_len) == tr->source_hash;
}

/* Both ways of the branch leave for now. */
static u8 *emit_open(u8 *p, struct trace *tr, const struct step *s, u64 vec,
		     const struct budget *bud)
{
	u8 *stub;

	growing.tr = tr;
	growing.at = p;
	growing.cc = s->in.cc;
	growing.vec = vec - class_vec(s->cls);
	growing.budget = *bud;
	growing.taken = new_exit(tr, X_DIRECT, s->pc + s->in.len + (u64)s->in.imm,
				 vec - vector_unit[EMU_COND_NOT] + vector_unit[EMU_COND_TAKEN]);
	growing.fall = new_exit(tr, X_DIRECT, s->pc + s->in.len, vec);
	p = emit_jcc_exit(p, s->in.cc, growing.taken, true);
	stub = link_stub(growing.fall);
	p = emit_align_rel32(p, 1);
	*p++ = 0xe9;
	cache.exits[growing.fall].patch = (u32)(p - cache.start);
	REL32(stub);
	return p;
}

/* Emit what was selected at p, the end of tr so far; vec: the trace before it. */
static void emit_selected(struct trace *tr, u8 *p, u64 vec, bool one, const struct budget *bud)
{
	const struct step *last = &sel.s[sel.n - 1];
	bool indirect = !sel.open && last->role != R_SPECIAL && last->role != R_OPEN;
	u64 seen[3] = { 1, 1, 1 };
	int count_at = -1;
	u32 end_exit = EXIT_NONE, id = EXIT_NONE;

	growing.tr = NULL;
	if (sel.open)
		count_at = one ? -1 : select_count_place(tr->pc, true);
	else if (indirect)
		count_at = select_count_place(tr->pc, false);
	if (sel.open || indirect)
		end_exit = sel.open ? new_exit(tr, X_DIRECT, sel.next, 0) :
				      new_exit(tr, X_INDIRECT, last->pc, 0);
	if (count_at >= 0 || indirect) {
		u64 total = vec;

		for (unsigned i = 0; i < sel.n; i++)
			total += class_vec(sel.s[i].cls);
		cache.exits[end_exit].vec = total;
		cache.exits[end_exit].id = count_exit_id(total);
		cache.exits[end_exit].counted = 1;
		tr->count_exit = end_exit;
		tr->count_at = (u16)(tr->n_irec + (count_at >= 0 ? (unsigned)count_at : sel.n - 1));
		if (count_at < 0)
			id = cache.exits[end_exit].id; /* added by the jump itself */
	}

	for (unsigned i = 0; i < sel.n; i++) {
		struct step *s = &sel.s[i];
		struct irec *r = &cache.irecs[tr->irec + tr->n_irec + i];
		u8 *next;

		r->dpc = (s32)(s->pc - tr->pc);
		r->off = (u16)(p - tr->body);
		r->cls = s->cls;
		r->spill = SP_NONE;
		vec += class_vec(s->cls);
		if (!one)
			add_page(tr, s->pc, s->pc + s->in.len - 1, seen);
		if ((int)i == count_at)
			p = emit_count(p, cache.exits[end_exit].id, false);
		switch (s->role) {
		case R_PLAIN:
			next = emit_plain(p, s, &r->spill);
			if (!next) {
				/* no scratch registers: the engine says so when it is executed */
				r->spill = SP_NONE;
				next = emit_special(p, tr, s, vec);
			}
			p = next;
			break;
		case R_SIDE:
		case R_SIDE_INV:
			p = emit_side(p, tr, s, vec, !one);
			break;
		case R_OPEN:
			p = emit_open(p, tr, s, vec, bud);
			break;
		case R_FOLLOW_JMP:
			break;
		case R_CALL:
			p = emit_push(p, s->ret);
			break;
		case R_RET_CHECK:
			r->spill = SP_RCX;
			p = emit_ret_check(p, tr, s, vec);
			break;
		case R_RET:
			r->spill = SP_RCX;
			p = emit_spill(p, RCX, T_SPILL0);
			p = emit_count_rcx(p, id);
			*p++ = 0x59; /* pop rcx */
			if (s->in.imm_size) {
				BYTES(0x48, 0x8d, 0xa4, 0x24); /* lea rsp, [rsp+imm] */
				WORD((u16)s->in.imm);
			}
			p = emit_indirect_jump(p, end_exit, one);
			break;
		case R_JMP_IND:
		case R_CALL_IND:
			r->spill = SP_RCX;
			p = emit_spill(p, RCX, T_SPILL0);
			p = emit_count_rcx(p, id);
			if (id != EXIT_NONE && s->in.regs >> RCX & 1)
				p = emit_reload(p, RCX, T_SPILL0);
			if (s->in.flags & I_SEG_GS)
				r->spill = SP_RCX_RDX;
			next = emit_load_target(p, s);
			if (!next) {
				next = emit_reload(p, RCX, T_SPILL0);
				next = emit_special(next, tr, s, vec);
			} else {
				if (s->role == R_CALL_IND)
					next = emit_push(next, s->ret);
				next = emit_indirect_jump(next, end_exit, one);
			}
			p = next;
			break;
		case R_SPECIAL:
			p = emit_special(p, tr, s, vec);
			break;
		}
	}
	for (unsigned i = 0; i < sel.n_relies && !one; i++)
		add_page(tr, sel.relies[i], sel.relies[i], seen);
	if (sel.open) {
		struct exit *x = &cache.exits[end_exit];
		u8 *stub;

		if (count_at == (int)sel.n)
			p = emit_count(p, x->id, false);
		x->vec = vec;
		stub = link_stub(end_exit);
		p = emit_align_rel32(p, 1);
		*p++ = 0xe9;
		if (!one)
			x->patch = (u32)(p - cache.start);
		REL32(stub);
	}
	tr->n_irec += sel.n;
	cache.n_irecs += sel.n;
	tr->end = p;
	cache.hot = p;
	growing.end = cache.hot;
}

struct trace *translate(u64 pc, enum translate_how how, u32 first)
{
	struct trace *tr = &cache.traces[cache.n_traces];
	bool one = how == ONE_SHOT, checked;
	struct budget bud = { 0 };
	u8 *p, *entry = NULL;
	struct map m;

	growing.tr = NULL;
	select_refresh(one);
	if (!maps_find(pc, &m))
		return NULL;
	checked = m.shared || pages_hot(pc) || pages_hot(pc + 14);
	if (!select_trace(pc, pc, &bud, one, checked))
		return NULL;
	select_flags(pc);

	*tr = (struct trace){
		.pc = pc,
		.irec = cache.n_irecs,
		.incoming = EXIT_NONE,
		.count_exit = EXIT_NONE,
		.flags = (u8)((sel.s[0].live ? TR_FLAGS : 0) | (one ? TR_DEAD : 0) |
			      (checked		   ? TR_CHECKED :
			       select_owns_flags() ? TR_OWN :
						     0)),
	};

	/* what stands before the body */
	p = cache.hot;
	if (how == FROM_EXIT && !checked) {
		struct exit *x = &cache.exits[first];

		entry = p;
		if (!x->counted) {
			if (x->id == EXIT_NONE)
				x->id = count_exit_id(x->vec);
			p = emit_count(p, x->id, sel.s[0].live);
		}
		x->to = (u32)(tr - cache.traces) + 1;
		x->next = EXIT_NONE;
		tr->incoming = first;
		tr->body = p;
	} else if (how == FROM_INDIRECT && !checked) {
		link_indirect(tr);
		p = cache.hot;
	}
	tr->body = p;
	emit_selected(tr, p, 0, one, &bud);
	if (checked && !one) {
		const struct step *l = &sel.s[sel.n - 1];
		u8 b[MAX_INSNS * 15];

		tr->source_len = (u32)(l->pc + l->in.len - pc);
		if (!copy_from_user(b, pc, tr->source_len))
			tr->source_hash = hash_bytes(b, tr->source_len);
	}
	__atomic_store_n(&cache.n_traces, cache.n_traces + 1, __ATOMIC_RELEASE);
	if (!one)
		cache_insert(tr);
	/* not before all of it is there: other threads go that way without a lock */
	if (entry)
		link_patch(&cache.exits[first], entry);
	return tr;
}

u8 *translate_grow(u32 exit)
{
	struct trace *tr = growing.tr;
	struct irec *branch;
	struct budget bud = growing.budget;
	bool taken = exit == growing.taken;
	u64 pc = cache.exits[exit].target, vec;
	u8 *p;

	if (!tr || (!taken && exit != growing.fall) || threads_count != 1 ||
	    growing.end != cache.hot || (tr->flags & TR_DEAD))
		return NULL;
	if (cache_find(pc))
		return NULL;
	select_refresh(false);
	if (pages_hot(pc) || pages_hot(pc + 14) || !select_trace(tr->pc, pc, &bud, false, false) ||
	    select_in_shared())
		return NULL;
	select_flags(tr->pc);
	branch = &cache.irecs[tr->irec + tr->n_irec - 1];
	branch->cls = (u8)((branch->cls & 3) | IC_BRANCH(taken ? EMU_COND_TAKEN : EMU_COND_NOT));
	vec = growing.vec + class_vec(branch->cls);
	cache.exits[exit].patch = 0;
	p = emit_jcc_exit(growing.at, taken ? growing.cc ^ 1 : growing.cc,
			  taken ? growing.fall : growing.taken, true);
	exit = (u32)(p - tr->body);
	emit_selected(tr, p, vec, false, &bud);
	return tr->body + exit;
}
