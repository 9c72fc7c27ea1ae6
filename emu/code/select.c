// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Selection of a trace: from a program address along the likely path, as far as a trace may go.
 * translate.c tells the policy; select.h the result.
 */
#include "emu/code/select.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"
#include "emu/count/vector.h"

#define UNROLL 40 /* a loop is repeated while the trace stays below */
#define JOIN   6  /* from this length on, a trace ends where another begins */

struct selection sel;

/* ---- fetching: a window on the program's code (under the cache lock) ---- */

static struct {
	u64 start, end;
	struct map map;
	bool as_is; /* do not write-protect what is read */
	u8 bytes[512];
} window;

/* Up to 15 bytes at pc. Returns how many there are, 0 when none may be executed. */
static unsigned fetch(u64 pc, const u8 **bytes)
{
	u64 n;

	if (pc < window.start || pc + 15 > window.end) {
		if (pc < window.start || pc >= window.end || window.end < window.map.end) {
			if (!maps_find(pc, &window.map)) {
				window.end = window.start = 0;
				return 0;
			}
			n = window.map.end - pc;
			if (n > sizeof(window.bytes))
				n = sizeof(window.bytes);
			if (!window.as_is && !window.map.shared)
				for (u64 page = PAGE_DOWN(pc); page < pc + n; page += PAGE_SIZE)
					pages_protect(page);
			if (copy_from_user(window.bytes, pc, n)) {
				/* a page of it is not there: the one of pc alone */
				n = PAGE_UP(pc + 1) - pc < n ? PAGE_UP(pc + 1) - pc : n;
				if (copy_from_user(window.bytes, pc, n)) {
					window.end = window.start = 0;
					return 0;
				}
				window.map.end = pc + n;
			}
			window.start = pc;
			window.end = pc + n;
		}
	}
	*bytes = window.bytes + (pc - window.start);
	return window.end - pc > 15 ? 15 : (unsigned)(window.end - pc);
}

void select_refresh(bool as_is)
{
	window.start = window.end = 0;
	window.as_is = as_is;
}

bool select_in_shared(void)
{
	return window.map.shared;
}

/* What stands behind an exit says that the flags are dead there: is this to be relied on? */
static bool rely_on(u64 pc)
{
	u64 page = PAGE_DOWN(pc);

	for (unsigned i = 0; i < sel.n_relies; i++)
		if (sel.relies[i] == page)
			return true;
	if (pages_hot(pc) || sel.n_relies == ARRAY_SIZE(sel.relies))
		return false;
	sel.relies[sel.n_relies++] = page;
	return true;
}

/* Is every status flag overwritten before it is read, from pc on, by code in its page? A quick
 * look, "no" when unsure. */
static bool flags_dead_at(u64 pc)
{
	u64 first = pc, page = PAGE_DOWN(pc);
	u16 left = FL_ALL;

	for (int i = 0; i < 6; i++) {
		struct insn in;
		const u8 *b;
		unsigned n = fetch(pc, &b);

		if (!n || window.map.shared || insn_decode(b, n, &in) < 0)
			return false;
		if (PAGE_DOWN(pc) != page || PAGE_DOWN(pc + in.len - 1) != page)
			return false;
		if (in.fl_read & left)
			return false;
		if (in.kind == K_JMP || in.kind == K_CALL)
			pc += (u64)in.imm;
		else if (in.kind != K_PLAIN)
			return false;
		left &= (u16)~in.fl_write;
		if (!left)
			return rely_on(first);
		pc += in.len;
	}
	return false;
}

static u16 live_at(u64 pc)
{
	struct trace *tr = cache_find(pc);

	return tr && tr->flags & TR_OWN && rely_on(pc) ? 0 : FL_ALL;
}

/* ---- selection ---- */

static u8 classify(const struct insn *in)
{
	u8 c = 0;

	if (in->flags & I_LOAD)
		c |= IC_LOAD;
	if (in->flags & I_STORE)
		c |= IC_STORE;
	switch (in->kind) {
	case K_JMP:
		return c | IC_BRANCH(EMU_JUMP_DIRECT);
	case K_CALL:
		return c | IC_BRANCH(EMU_CALL_DIRECT);
	case K_JMP_IND:
		return c | IC_BRANCH(EMU_JUMP_INDIRECT);
	case K_CALL_IND:
		return c | IC_BRANCH(EMU_CALL_INDIRECT);
	case K_RET:
		return c | IC_BRANCH(EMU_RETURNS);
	case K_SYSCALL:
		return c | IC_BRANCH(EMU_SYSCALLS);
	case K_INT:
		return in->op == 0xcd && in->imm == 0x80 ? c | IC_BRANCH(EMU_SYSCALLS) : c;
	default:
		return c;
	}
}

static bool is_special(const struct insn *in)
{
	unsigned sreg = in->modrm >> 3 & 7;

	switch (in->kind) {
	case K_SYSCALL:
	case K_CPUID:
	case K_XBEGIN:
	case K_GSBASE:
	case K_FAR:
	case K_INVALID:
		return true;
	case K_RDRAND:
	case K_RDSEED:
		return engine.deterministic;
	case K_INT:
		return in->op != 0xcd || in->imm == 3 || in->imm == 0x80;
	case K_MOV_TO_SREG:
		return sreg == 5;
	case K_POP_FSGS:
		return in->op == 0xa9;
	case K_LOAD_FARPTR:
		return in->op == 0xb5;
	default:
		return (in->flags & I_SEG_GS) && (in->flags & I_IMPLICIT_MEM);
	}
}

bool select_joins(u64 pc, unsigned n)
{
	return n >= JOIN && cache_find(pc);
}

bool select_trace(u64 head, u64 pc, struct budget *bud, bool one, bool checked)
{
	bool can_grow = !one && !checked && threads_count == 1;
	u64 page = 0;

	sel.n = sel.n_relies = 0;
	sel.open = true;
	for (;;) {
		struct step *s = &sel.s[sel.n];
		struct insn *in = &s->in;
		const u8 *b;
		unsigned avail = fetch(pc, &b);
		u64 target;
		s64 dpc = (s64)(pc - head);

		sel.next = pc;
		if (sel.n && (dpc != (s32)dpc || select_joins(pc, bud->insns)))
			return true;
		if (PAGE_DOWN(pc + 14) != page) {
			/* code that must be compared at each entry is entered by itself */
			page = PAGE_DOWN(pc + 14);
			if (sel.n && !checked &&
			    (pages_hot(pc) || pages_hot(pc + 14) || (avail && window.map.shared)))
				return true;
		}
		if (!avail || insn_decode(b, avail, in) < 0)
			return sel.n != 0; /* the fault is for when control gets here */
		memcpy(s->bytes, b, in->len);
		s->pc = pc;
		s->cls = classify(in);
		s->role = R_PLAIN;
		sel.n++;
		bud->insns++;
		pc += in->len;
		sel.next = pc;
		target = pc + (u64)in->imm;
		if (is_special(in)) {
			s->role = R_SPECIAL;
			sel.open = false;
			return true;
		}
		switch (in->kind) {
		case K_POPF: /* what follows may have to run alone: trap.c */
			return true;
		case K_JCC:
		case K_LOOP:
		case K_JRCXZ:
			bud->cond++;
			if (in->kind == K_JCC && target == head && !checked) {
				s->role = R_SIDE_INV;
				s->cls |= IC_BRANCH(EMU_COND_TAKEN);
				sel.next = pc = target;
				if (bud->insns * 2 > UNROLL)
					return true;
				break;
			}
			if (in->kind == K_JCC && can_grow && target >= s->pc &&
			    bud->insns < MAX_INSNS - 1 && bud->cond < MAX_COND - 1) {
				s->role = R_OPEN;
				s->cls |= IC_BRANCH(EMU_COND_NOT);
				sel.open = false;
				return true;
			}
			s->role = R_SIDE;
			s->cls |= IC_BRANCH(EMU_COND_NOT);
			if (target < s->pc)
				return true;
			break;
		case K_JMP:
			s->role = R_FOLLOW_JMP;
			bud->jumps++;
			sel.next = pc = target;
			if (target == head && bud->insns * 2 > UNROLL)
				return true;
			break;
		case K_CALL:
			s->role = R_CALL;
			bud->calls++;
			if (bud->depth < MAX_FOLLOW)
				bud->rets[bud->depth++] = pc;
			s->ret = pc;
			sel.next = pc = target;
			break;
		case K_RET:
			if (!bud->depth || checked || one) {
				s->role = R_RET;
				sel.open = false;
				return true;
			}
			s->role = R_RET_CHECK;
			bud->returns++;
			s->ret = sel.next = pc = bud->rets[--bud->depth];
			break;
		case K_JMP_IND:
			s->role = R_JMP_IND;
			sel.open = false;
			return true;
		case K_CALL_IND:
			s->role = R_CALL_IND;
			s->ret = pc;
			sel.open = false;
			return true;
		default:
			break;
		}
		if (one || bud->insns == MAX_INSNS || bud->cond == MAX_COND ||
		    bud->jumps == MAX_FOLLOW || bud->calls == MAX_FOLLOW ||
		    bud->returns == MAX_FOLLOW)
			return true;
		if (checked && (s->role != R_PLAIN || (s->in.flags & I_STORE)))
			return true;
	}
}

static bool is_side_exit(const struct step *s)
{
	return s->role == R_SIDE || s->role == R_SIDE_INV || s->role == R_RET_CHECK ||
	       s->role == R_OPEN;
}

/* Backwards over the steps: which flags are alive before each. */
void select_flags(u64 head)
{
	u16 live = sel.open && sel.next != head ? live_at(sel.next) : FL_ALL;

	for (unsigned i = sel.n; i-- > 0;) {
		struct step *s = &sel.s[i];

		switch (s->role) {
		case R_OPEN:
			live = FL_ALL;
			break;
		case R_SIDE:
			live |= live_at(s->pc + s->in.len + (u64)s->in.imm);
			break;
		case R_SIDE_INV:
			live |= live_at(s->pc + s->in.len);
			break;
		case R_PLAIN:
		case R_FOLLOW_JMP:
		case R_CALL:
			break;
		default:
			live = FL_ALL;
		}
		live = (u16)((live & ~s->in.fl_write) | s->in.fl_read);
		s->live = live;
	}
}

bool select_owns_flags(void)
{
	u64 page = PAGE_DOWN(sel.s[0].pc);
	u16 left = FL_ALL;

	for (unsigned i = 0; i < sel.n && left; i++) {
		const struct step *s = &sel.s[i];

		if (s->role != R_PLAIN && s->role != R_FOLLOW_JMP && s->role != R_CALL)
			return false;
		if (s->in.fl_read & left || PAGE_DOWN(s->pc) != page ||
		    PAGE_DOWN(s->pc + s->in.len - 1) != page)
			return false;
		left &= (u16)~s->in.fl_write;
	}
	return !left;
}

int select_count_place(u64 head, bool end_too)
{
	int last = -1;

	for (unsigned i = 0; i < sel.n; i++)
		if (is_side_exit(&sel.s[i]))
			last = (int)i;
	for (int i = (int)sel.n - 1; i > last; i--)
		if (!sel.s[i].live)
			return i;
	if (!end_too)
		return -1;
	/* a part by which a trace grows does not begin with the trace's first instruction */
	if (sel.next == head && sel.s[0].pc == head ?
		    !sel.s[0].live :
		    (!live_at(sel.next) || flags_dead_at(sel.next)))
		return (int)sel.n;
	return -1;
}
