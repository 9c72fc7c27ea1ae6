// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Selection of a trace: from a program address along the likely path, as far as a trace may go.
 * translate.c explains the policy, select.h the result.
 */
#include "emu/code/select.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/fetch.h"
#include "emu/code/guess.h"
#include "emu/code/heat.h"
#include "emu/code/index.h"
#include "emu/code/maps.h"
#include "emu/code/operand.h"
#include "emu/code/pages.h"
#include "emu/code/redo.h"
#include "emu/code/slot.h"
#include "emu/count/log.h"
#include "emu/count/vector.h"
#include "emu/machine/machine.h"

#define UNROLL	    40 /* a loop is repeated while the trace stays shorter */
#define JOIN	    6  /* from this length on, a trace ends where another begins … */
#define JOIN_LARGE  1  /* … in a large program, whose hot code is too much already */
#define FLAGS_AHEAD 6  /* how many instructions are searched for one that writes the flags */

#define OP_INT	    0xcd
#define INT_BREAK   3	 /* INT 3 in two bytes */
#define INT_SYSCALL 0x80 /* a 32-bit system call */
#define OP_RDTSCP   0x01 /* RDTSC is another one */
#define OP_POP_GS   0xa9
#define OP_LGS	    0xb5
#define SREG_GS	    5

struct selection sel;

/* How many jumps may run alone because they are unbound. A program that never binds them has others
 * then. */
FORKED static u32 unbound_left = 1u << 16;

/* Other processes may begin with the trace, where another mapping might have other code
 * (emu/heritage/heritage.h). A hot trace is made anew in each of them anyway, as a rule. */
static bool may_rely_on(u64 pc)
{
	return PAGE_DOWN(pc) == PAGE_DOWN(sel.head) || heat_is_hot(sel.head) ||
	       maps_has_both(sel.head, pc);
}

/* The code behind an exit shows that the flags are dead there. May the trace rely on it? */
static bool rely_on(u64 pc)
{
	u64 page = PAGE_DOWN(pc);

	for (unsigned i = 0; i < sel.n_relies; i++)
		if (sel.relies[i] == page)
			return true;
	if (pages_hot(pc) || sel.n_relies == ARRAY_SIZE(sel.relies) || !may_rely_on(pc))
		return false;
	sel.relies[sel.n_relies++] = page;
	return true;
}

/* Does the code from pc on, in its page, overwrite every status flag before reading it? Looks a few
 * instructions ahead, and says no when unsure. */
static bool flags_dead_at(u64 pc)
{
	u64 first = pc, page = PAGE_DOWN(pc);
	u16 left = FL_ALL;

	for (int i = 0; i < FLAGS_AHEAD; i++) {
		struct insn in;
		const u8 *b;
		unsigned n = fetch_code(pc, &b);

		if (!n || fetch_is_shared() || insn_decode_readable(b, n, &in) < 0)
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

/* The flags that are alive at pc, where the trace leaves to. */
static u16 live_at(u64 pc)
{
	struct trace *tr = index_find(pc, sel.model);

	return tr && tr->flags & TR_OWN && rely_on(pc) ? 0 : FL_ALL;
}

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
		return in->op == OP_INT && in->imm == INT_SYSCALL ? c | IC_BRANCH(EMU_SYSCALLS) : c;
	default:
		return c;
	}
}

/* Must the engine carry it out? */
static bool is_special(const struct insn *in)
{
	unsigned sreg = in->modrm >> 3 & 7;

	switch (in->kind) {
	case K_SYSCALL:
	case K_CPUID:
	case K_XBEGIN:
	case K_GSBASE:
	case K_FPU_ENV:
	case K_FAR:
	case K_INVALID:
		return true;
	case K_RDRAND:
	case K_RDSEED:
		return engine.deterministic;
	case K_RDTSC:
		return engine.clock || (in->op == OP_RDTSCP && machine_cpus());
	case K_RDPID:
		return machine_cpus();
	case K_XGETBV:
	case K_XSAVE:
		return machine_level();
	case K_INT:
		return in->op != OP_INT || in->imm == INT_BREAK || in->imm == INT_SYSCALL;
	case K_MOV_TO_SREG:
		return sreg == SREG_GS;
	case K_POP_FSGS:
		return in->op == OP_POP_GS;
	case K_LOAD_FARPTR:
		return in->op == OP_LGS;
	default:
		return (in->flags & I_SEG_GS) && (in->flags & I_IMPLICIT_MEM);
	}
}

/* Is the trace long enough, and does another one begin here? Better go over to it than repeat
 * it. */
static bool joins(u64 pc, const struct budget *bud)
{
	return !bud->overlaps && bud->insns >= (cache.pairs ? JOIN_LARGE : JOIN) &&
	       index_find(pc, sel.model);
}

/* A selection under way. */
struct selector {
	u64 pc;	  /* where the selection is */
	u64 page; /* the last one that was looked at */
	struct budget *bud;
	bool checked, can_grow, can_return, can_guess;
};

/* Must the trace end before the instruction at c->pc, of which avail bytes can be read? */
static bool ends_before(struct selector *c, unsigned avail)
{
	u64 last = c->pc + INSN_MAX - 1;
	s64 dpc = (s64)(c->pc - sel.head);

	if (sel.n && (dpc != (s32)dpc || joins(c->pc, c->bud)))
		return true;
	if (PAGE_DOWN(last) == c->page)
		return false;
	/* Code that must be compared at each entry gets traces of its own. */
	c->page = PAGE_DOWN(last);
	return sel.n && !c->checked &&
	       (pages_hot(c->pc) || pages_hot(last) || (avail && fetch_is_shared()));
}

static void go_on_at(struct selector *c, u64 pc)
{
	sel.next = c->pc = pc;
}

/* Where the way of a piece goes on; 0: nobody knows. */
static u64 along(void)
{
	return sel.along.known ? cache_pc(&cache.traces[sel.along.trace], sel.along.at) : 0;
}

/* The instruction at pc is selected: the way goes on behind it, in its trace or the next one. */
static void along_step(u64 pc)
{
	const struct trace *tr = &cache.traces[sel.along.trace];
	const struct exit *x;

	if (!sel.along.known || along() != pc) {
		sel.along.known = false;
		return;
	}
	if (++sel.along.at < tr->n_irec)
		return;
	x = tr->count_exit == EXIT_NONE ? NULL : &cache.exits[tr->count_exit];
	sel.along.known = x && x->kind == X_DIRECT && x->to;
	if (sel.along.known)
		sel.along = (struct along){ .known = true, .trace = x->to - 1 };
}

static bool was_at(u64 pc)
{
	for (unsigned i = 0; i < sel.n; i++)
		if (sel.s[i].pc == pc)
			return true;
	return false;
}

/*
 * Is the branch taken (1), or not (0)? -1: nobody knows. Only hot traces ask. They follow a branch
 * backward, too, where that is no loop within the trace: an interpreter's loop goes on behind each
 * of its instructions then, and each has a jump to the next one of its own. A piece goes its way.
 */
static int select_way(const struct selector *c, const struct step *s, u64 target)
{
	if (c->bud->piece && along() == c->pc)
		return 0;
	if (s->in.kind != K_JCC || !c->bud->overlaps)
		return -1;
	if (c->checked)
		return c->bud->piece && along() == target ? 1 : -1;
	return target >= s->pc || !was_at(target) ? heat_way(s->pc) : -1;
}

static bool select_cond(struct selector *c, struct step *s, u64 target)
{
	struct budget *bud = c->bud;
	int way;

	bud->cond++;
	if (s->in.kind == K_JCC && target == sel.head && !c->checked) {
		s->role = R_SIDE_INV;
		s->cls |= IC_BRANCH(EMU_COND_TAKEN);
		go_on_at(c, target);
		return bud->insns * 2 > UNROLL;
	}
	way = select_way(c, s, target);
	if (way > 0) {
		s->role = R_SIDE_INV;
		s->cls |= IC_BRANCH(EMU_COND_TAKEN);
		go_on_at(c, target);
		return false;
	}
	s->cls |= IC_BRANCH(EMU_COND_NOT);
	if (s->in.kind == K_JCC && way < 0 && c->can_grow && target >= s->pc &&
	    bud->insns < MAX_INSNS - 1 && bud->cond < MAX_COND - 1) {
		s->role = R_OPEN;
		sel.open = false;
		return true;
	}
	s->role = R_SIDE;
	return target < s->pc && way; /* not behind a loop, unless it is seldom repeated */
}

static bool select_jump(struct selector *c, struct step *s, u64 target)
{
	s->role = R_FOLLOW_JMP;
	c->bud->jumps++;
	go_on_at(c, target);
	return target == sel.head && c->bud->insns * 2 > UNROLL;
}

/* A call to the target. With a call tree and in pairs the trace ends there (pair.h). */
static bool select_call(struct selector *c, struct step *s, u64 target)
{
	struct budget *bud = c->bud;

	bud->calls++;
	if (bud->depth < MAX_FOLLOW)
		bud->rets[bud->depth++] = c->pc;
	s->ret = c->pc;
	go_on_at(c, target);
	if (bud->piece && along() == target)
		return false;
	return cache.pairs || (engine.tree && s->ret != target);
}

static bool select_end(struct step *s, enum role role)
{
	s->role = (u8)role;
	sel.open = false;
	return true;
}

/* Does the branch have a place that it most likely leads to? */
static bool select_guess(const struct selector *c, struct step *s, u64 *to)
{
	enum guess guess = c->can_guess ? guess_find(sel.head, s->pc, to) : GUESS_MANY;

	s->asks = guess != GUESS_MANY && !guess_is_settled(sel.head, s->pc);
	s->judged = guess == GUESS_KNOWN && guess_is_judged(sel.head, s->pc);
	c->bud->overlaps |= guess == GUESS_KNOWN;
	return guess == GUESS_KNOWN;
}

/* A return without its call. */
static bool select_lone_return(struct selector *c, struct step *s)
{
	if (c->bud->piece && along()) {
		s->role = R_RET_CHECK;
		c->bud->returns++;
		s->ret = along();
		go_on_at(c, s->ret);
		return false;
	}
	if (cache.pairs || !select_guess(c, s, &s->ret))
		return select_end(s, R_RET);
	s->role = R_RET_CHECK;
	c->bud->returns++;
	go_on_at(c, s->ret);
	return !slot_stays_inside(s, s->ret);
}

static bool select_return(struct selector *c, struct step *s)
{
	if (!c->bud->depth || !c->can_return || engine.tree)
		return select_lone_return(c, s);
	s->role = R_RET_CHECK;
	c->bud->returns++;
	s->ret = c->bud->rets[--c->bud->depth];
	go_on_at(c, s->ret);
	return false;
}

/* The step leads to the dynamic linker, which will make it lead elsewhere: it runs alone. */
static bool select_unbound(struct selector *c, struct step *s)
{
	unbound_left--;
	if (c->bud->insns == 1) {
		sel.once = true;
		return select_end(s, R_JMP_IND);
	}
	sel.n--;
	c->bud->insns--;
	sel.next = s->pc;
	return true;
}

/*
 * Does the slot keep its address as long as the trace lives? Hot traces only: those that others
 * inherit go by no memory but code.
 */
static bool select_constant(const struct step *s)
{
	return heat_is_hot(sel.head) && slot_stays(s) && rely_on(riprel_target(s));
}

/* A piece's indirect jump or call goes its way. */
static bool select_along(struct selector *c, struct step *s, bool call)
{
	s->to = along();
	c->bud->jumps++;
	s->role = call ? R_CALL_CHECK : R_JMP_CHECK;
	if (call)
		return select_call(c, s, s->to);
	go_on_at(c, s->to);
	return false;
}

static bool select_indirect(struct selector *c, struct step *s)
{
	bool call = s->in.kind == K_CALL_IND, leads, constant, outside;

	s->ret = c->pc;
	c->bud->indirect++;
	if (c->bud->piece && along() && !(s->in.flags & I_SEG_GS))
		return select_along(c, s, call);
	leads = c->can_guess && slot_leads(s, &s->to);
	if (!leads && (s->in.flags & I_SEG_GS || !select_guess(c, s, &s->to)))
		return select_end(s, call ? R_CALL_IND : R_JMP_IND);
	if (leads && !call && unbound_left && slot_is_unbound(s->to))
		return select_unbound(c, s);
	c->bud->jumps++;
	constant = leads && select_constant(s);
	outside = !constant && !slot_stays_inside(s, s->to);
	if (call) {
		s->role = constant ? R_CALL : R_CALL_CHECK;
		return select_call(c, s, s->to) || outside;
	}
	s->role = constant ? R_FOLLOW_JMP : R_JMP_CHECK;
	go_on_at(c, s->to);
	return outside;
}

/* Gives the step its role, and moves on to where the trace goes on. True: the trace ends here. */
static bool select_step(struct selector *c, struct step *s)
{
	u64 target = c->pc + (u64)s->in.imm;

	s->role = R_PLAIN;
	s->asks = s->judged = false;
	sel.next = c->pc;
	if (is_special(&s->in))
		return select_end(s, R_SPECIAL);
	switch (s->in.kind) {
	case K_POPF: /* may set TF: what follows may have to run alone */
		return true;
	case K_JCC:
	case K_LOOP:
	case K_JRCXZ:
		return select_cond(c, s, target);
	case K_JMP:
		return select_jump(c, s, target);
	case K_CALL:
		s->role = R_CALL;
		return select_call(c, s, target);
	case K_RET:
		return select_return(c, s);
	case K_JMP_IND:
	case K_CALL_IND:
		return select_indirect(c, s);
	default:
		return false;
	}
}

static bool is_used_up(const struct budget *bud)
{
	return bud->insns == MAX_INSNS || bud->cond == MAX_COND || bud->jumps == MAX_FOLLOW ||
	       bud->calls == MAX_FOLLOW || bud->returns == MAX_FOLLOW ||
	       bud->indirect == MAX_INDIRECT;
}

bool select_may_grow(void)
{
	/* A thread that is near a sample has seen how long a trace is before it entered. */
	return threads_count == 1 || (!engine.due && !sel.model);
}

/*
 * Must code that may change end behind the step? It may write to code, its own included; and what
 * is compared is one stretch. But a write to what a trace was made from faults, and so a piece goes
 * on as long as it goes the way of one.
 */
static bool ends_stretch(const struct selector *c, const struct step *s)
{
	const struct budget *bud = c->bud;

	if (bud->piece && along() == c->pc)
		return false;
	if (bud->piece && (s->role == R_SIDE || s->role == R_FOLLOW_JMP))
		return s->in.flags & I_STORE;
	return s->role != R_PLAIN || (s->in.flags & I_STORE);
}

bool select_trace(u64 head, u64 pc, struct budget *bud, bool one, bool checked)
{
	struct selector c = {
		.pc = pc,
		.bud = bud,
		.checked = checked,
		.can_grow = !one && !checked && select_may_grow(),
		.can_return = !one && !checked,
		.can_guess = !one && !checked && (!sel.model || guess_may_ask()),
	};

	sel.head = head;
	sel.n = sel.n_relies = 0;
	sel.open = true;
	sel.once = false;
	for (;;) {
		struct step *s = &sel.s[sel.n];
		const u8 *b;
		unsigned avail = fetch_code(c.pc, &b);

		sel.next = c.pc;
		if (ends_before(&c, avail))
			return true;
		if (!avail || insn_decode_readable(b, avail, &s->in) < 0)
			return sel.n != 0;	       /* the fault comes when control gets here */
		memcpy(s->bytes, b, sizeof(s->bytes)); /* at once, and no less */
		s->pc = c.pc;
		s->cls = classify(&s->in);
		sel.n++;
		bud->insns++;
		along_step(s->pc);
		c.pc += s->in.len;
		if (select_step(&c, s) || one || is_used_up(bud))
			return sel.n != 0;
		if (checked && ends_stretch(&c, s))
			return true;
	}
}

static bool is_side_exit(const struct step *s)
{
	return s->role == R_SIDE || s->role == R_SIDE_INV || s->role == R_RET_CHECK ||
	       s->role == R_JMP_CHECK || s->role == R_CALL_CHECK || s->role == R_OPEN;
}

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
		case R_RET_CHECK:
		case R_JMP_CHECK:
		case R_CALL_CHECK:
			s->redo = 0;
			live = !live && redo_find(s) ? 0 : FL_ALL;
			break;
		default:
			live = FL_ALL;
		}
		live = (u16)((live & ~s->in.fl_write) | s->in.fl_read);
		s->live = live;
	}
}

void select_flags_alive(void)
{
	for (unsigned i = 0; i < sel.n; i++) {
		sel.s[i].live = FL_ALL;
		sel.s[i].redo = 0;
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
		if (s->in.kind == K_JMP_IND || s->in.kind == K_CALL_IND)
			return false; /* another page says where it leads */
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
	/* A part by which a trace grows does not begin with the trace's first instruction. */
	if (sel.next == head && sel.s[0].pc == head ?
		    !sel.s[0].live :
		    (!live_at(sel.next) || flags_dead_at(sel.next)))
		return (int)sel.n;
	return -1;
}
