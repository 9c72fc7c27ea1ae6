// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Translation of one trace: select, look at the flags, emit.
 *
 * A trace is a superblock: one entry, many exits. Selection follows direct jumps and calls, a loop
 * back to the trace's own head (small loops are unrolled so), and a return whose call is in the
 * trace, which is then checked. At a forward conditional branch the trace stops for now: the way
 * that is executed first becomes its continuation (translate_grow), written over its end. That needs
 * that no other thread is around; with several threads the branch is taken to fall through.
 *
 * Each passage through a trace adds 1 to exactly one counter, that of the exit it took.
 *
 * Where the addition stands: for the exit at the end, at a point after the last side exit where the
 * status flags are dead; else in front of the target (cache_link, or right before a body that was
 * translated because of this exit). At an indirect end RCX is in a spill slot anyway and LEA adds.
 */
#include "emu/cache.h"
#include "emu/decode.h"
#include "emu/emit.h"
#include <linux/mman.h>

#define MAX_INSNS  64
#define MAX_COND   24
#define MAX_FOLLOW 12 /* jumps, calls, returns each */
#define UNROLL	   40 /* a loop is repeated while the trace stays below */
#define JOIN	   6  /* from this length on, a trace ends where another begins */

enum role {
	R_PLAIN,
	R_SIDE,	      /* conditional branch: taken leaves, the trace goes on behind it */
	R_SIDE_INV,   /* ... not taken leaves, the trace goes on at its target */
	R_OPEN,	      /* ... the trace ends here for now, and goes on the way that is taken first */
	R_FOLLOW_JMP, /* nothing to emit */
	R_CALL,	      /* pushes its return address; the trace goes on at (or ends before) the target */
	R_RET_CHECK,  /* a return that should go to step.ret */
	R_RET,
	R_JMP_IND,
	R_CALL_IND,
	R_SPECIAL, /* the engine carries it out */
};

struct step {
	struct insn in;
	u64 pc, ret;
	u16 live; /* status flags alive before it */
	u8 role, cls;
	u8 bytes[16];
};

static const u64 unit[EMU_NSIGNALS] = {
#define UNIT(signal, shift, bits) [signal] = 1ull << (shift),
	EMU_VECTOR_FIELDS(UNIT)
#undef UNIT
};

/* ---- fetching: a window on the program's code (under the cache lock) ---- */

static struct {
	u64 start, end;
	struct map map;
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
			if (copy_from_user(window.bytes, pc, n)) {
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

/* Is every status flag overwritten before it is read, from pc on? A quick look, "no" when unsure. */
static bool flags_dead_at(u64 pc)
{
	u16 left = FL_ALL;

	for (int i = 0; i < 6; i++) {
		struct insn in;
		const u8 *b;
		unsigned n = fetch(pc, &b);

		if (!n || insn_decode(b, n, &in) < 0)
			return false;
		if (in.fl_read & left)
			return false;
		if (in.kind == K_JMP || in.kind == K_CALL)
			pc += (u64)in.imm;
		else if (in.kind != K_PLAIN)
			return false;
		left &= (u16)~in.fl_write;
		if (!left)
			return true;
		pc += in.len;
	}
	return false;
}

static u16 live_at(u64 pc)
{
	struct trace *tr = cache_find(pc);

	return tr && !(tr->flags & TR_FLAGS) ? 0 : FL_ALL;
}

/* ---- selection ---- */

static struct {
	struct step s[MAX_INSNS];
	unsigned n;
	u64 next; /* where the trace goes on when it does not end in an indirect jump */
	bool open; /* it ends in a direct exit to next */
} sel;

/* What has gone into the trace so far: selection is bounded by it, also when the trace grows. */
struct budget {
	unsigned insns, cond, jumps, calls, returns, depth;
	u64 rets[MAX_FOLLOW];
};

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
		return in->imm == 0x80 && in->op == 0xcd;
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

/* Long enough, and another trace begins here: better to go over than to repeat it. */
static bool joins_trace(u64 pc, unsigned n)
{
	return n >= JOIN && cache_find(pc);
}

static bool select_trace(u64 head, u64 pc, struct budget *bud, bool one, bool checked)
{
	bool can_grow = !one && !checked && threads_count == 1;
	u64 page = 0;

	sel.n = 0;
	sel.open = true;
	for (;;) {
		struct step *s = &sel.s[sel.n];
		struct insn *in = &s->in;
		const u8 *b;
		unsigned avail = fetch(pc, &b);
		u64 target;
		s64 dpc = (s64)(pc - head);

		sel.next = pc;
		if (sel.n && (dpc != (s32)dpc || joins_trace(pc, bud->insns)))
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
static void flow_flags(u64 head)
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

static u64 *literal(u64 value)
{
	cache.cold = (u8 *)((u64)(cache.cold - 8) & ~7ull);
	*(u64 *)cache.cold = value;
	return (u64 *)cache.cold;
}

/* A register below 8 that the instruction does not mention and that can stand as a plain base. */
static int free_register(const struct insn *in)
{
	static const u8 choice[] = {RAX, RCX, RDX, RSI, RDI, RBX};

	for (unsigned i = 0; i < ARRAY_SIZE(choice); i++)
		if (!(in->regs >> choice[i] & 1))
			return choice[i];
	return -1;
}

static int free_pair(const struct insn *in)
{
	static const u8 choice[] = {RSI, RAX, RDX};

	for (unsigned i = 0; i < ARRAY_SIZE(choice); i++)
		if (!(in->regs >> choice[i] & 3))
			return choice[i];
	return -1;
}

/* Clear the B (and X) extension of the prefix that the copy at p carries at offset off. */
static void clear_rex_bx(u8 *insn, const struct insn *in, unsigned off, bool x)
{
	if (in->flags & I_EVEX) {
		insn[off + 1] |= x ? 0x60 : 0x20;
		if (x)
			insn[off + 2] |= 0; /* V' belongs to vvvv or VSIB, not here */
	} else if (in->flags & I_VEX) {
		if (insn[off] != 0xc5)
			insn[off + 1] |= x ? 0x60 : 0x20;
	} else if ((insn[off] & 0xf0) == 0x40) {
		insn[off] &= (u8)~(x ? 3 : 1);
	}
}

/* Copy the instruction with another ModRM (and SIB), without its own displacement, without the
 * prefixes in drop. */
static u8 *copy_with_operand(u8 *p, const struct step *s, u8 modrm, int sib, bool x, u8 drop1, u8 drop2)
{
	const struct insn *in = &s->in;
	u8 *start = p;
	unsigned dropped = 0;

	for (unsigned i = 0; i < in->n_prefix; i++) {
		if (s->bytes[i] == drop1 || s->bytes[i] == drop2)
			dropped++;
		else
			*p++ = s->bytes[i];
	}
	for (unsigned i = in->n_prefix; i < in->modrm_off; i++)
		*p++ = s->bytes[i];
	clear_rex_bx(start, in, in->op_off - dropped, x);
	*p++ = modrm;
	if (sib >= 0)
		*p++ = (u8)sib;
	/* what follows ModRM, SIB and displacement: an immediate, or 3DNow!'s opcode */
	for (unsigned i = in->disp_size ? in->disp_off + in->disp_size
					: in->modrm_off + 1u + ((in->modrm & 7) == 4);
	     i < in->len; i++)
		*p++ = s->bytes[i];
	return p;
}

/* A memory operand by way of GS, which is ours: base and address in two scratch registers. */
static u8 *emit_gs(u8 *p, const struct step *s, u8 *spill)
{
	const struct insn *in = &s->in;
	int a = free_pair(in);
	unsigned i;

	if (a < 0)
		return NULL;
	*spill = (u8)(SP_PAIR | a);
	p = emit_spill(p, (unsigned)a, T_SPILL2);
	p = emit_spill(p, (unsigned)a + 1, T_SPILL3);
	if (in->flags & I_RIPREL) {
		u64 target = s->pc + in->len + (u64)(s64) * (const s32 *)(s->bytes + in->disp_off);

		BYTES(0x48, 0xb8 + a); /* movabs a, target */
		memcpy(p, &target, 8);
		p += 8;
	} else {
		/* lea a, [the same operand] */
		if (in->flags & I_ADDR32)
			*p++ = 0x67;
		BYTES(0x48 | (in->rex & 3), 0x8d, (in->modrm & 0xc7) | a << 3);
		for (i = in->modrm_off + 1u;
		     i < (in->disp_size ? in->disp_off + (unsigned)in->disp_size
					: in->modrm_off + 1u + ((in->modrm & 7) == 4));
		     i++)
			*p++ = s->bytes[i];
		if ((in->flags & I_EVEX) && in->disp_size == 1)
			return NULL; /* disp8 is scaled by the operand: not worth the table */
	}
	p = emit_reload(p, (unsigned)a + 1, T_GSBASE);
	p = copy_with_operand(p, s, (u8)((in->modrm & 0x38) | 4), (a + 1) << 3 | a, true, 0x65, 0x67);
	p = emit_reload(p, (unsigned)a, T_SPILL2);
	return emit_reload(p, (unsigned)a + 1, T_SPILL3);
}

static u8 *emit_riprel(u8 *p, const struct step *s, u8 *spill)
{
	const struct insn *in = &s->in;
	s32 disp;
	u64 target;
	s64 rel;
	int r;

	memcpy(&disp, s->bytes + in->disp_off, 4);
	target = s->pc + in->len + (u64)(s64)disp;
	if (in->flags & I_ADDR32)
		target = (u32)target;
	rel = (s64)(target - ((u64)p + in->len));
	if (rel == (s32)rel && !(in->flags & I_ADDR32)) {
		memcpy(p, s->bytes, in->len);
		disp = (s32)rel;
		memcpy(p + in->disp_off, &disp, 4);
		return p + in->len;
	}
	if (target < 0x80000000u && in->len < 15) {
		/* as an absolute address: one SIB byte more */
		u8 *at = p + in->modrm_off;

		disp = (s32)target;
		memcpy(p, s->bytes, in->modrm_off);
		clear_rex_bx(p, in, in->op_off, true);
		at[0] = (u8)((in->modrm & 0x38) | 4);
		at[1] = 0x25;
		memcpy(at + 2, &disp, 4);
		memcpy(at + 6, s->bytes + in->disp_off + 4, in->len - in->disp_off - 4u);
		return p + in->len + 1;
	}
	r = free_register(in);
	if (r < 0)
		return NULL;
	*spill = (u8)(SP_ONE | r);
	p = emit_spill(p, (unsigned)r, T_SPILL2);
	BYTES(0x48, 0xb8 + r); /* movabs r, target */
	memcpy(p, &target, 8);
	p += 8;
	p = copy_with_operand(p, s, (u8)((in->modrm & 0x38) | r), -1, false, 0x67, 0x67);
	return emit_reload(p, (unsigned)r, T_SPILL2);
}

static u8 *emit_plain(u8 *p, const struct step *s, u8 *spill)
{
	if (s->in.flags & I_SEG_GS)
		return emit_gs(p, s, spill);
	if (s->in.flags & I_RIPREL)
		return emit_riprel(p, s, spill);
	memcpy(p, s->bytes, 16);
	return p + s->in.len;
}

/* push the return address, in one store as CALL does it */
static u8 *emit_push(u8 *p, u64 ret)
{
	if (ret < 0x80000000u) {
		*p++ = 0x68;
		WORD(ret);
	} else {
		u64 *l = literal(ret);

		BYTES(0xff, 0x35); /* push qword [rip+l] */
		REL32(l);
	}
	return p;
}

/* RCX (spilled) holds the target: off through the table, counting exit id on the way. */
static u8 *emit_indirect_jump(u8 *p, u32 id)
{
	u32 off = T_COUNT + id * 8;

	p = emit_spill(p, RCX, T_TARGET);
	if (id != EXIT_NONE) {
		p = emit_reload(p, RCX, off);
		BYTES(0x48, 0x8d, 0x49, 0x01); /* lea rcx, [rcx+1] */
		p = emit_spill(p, RCX, off);
		p = emit_reload(p, RCX, T_TARGET);
	}
	BYTES(0x0f, 0xb7, 0xc9);       /* movzx ecx, cx */
	BYTES(0x65, 0xff, 0x24, 0xcd); /* jmp gs:[rcx*8+IND] */
	WORD(T_IND);
	return p;
}

/* mov rcx, the operand of an indirect jump or call (RCX itself is still the program's) */
static u8 *emit_load_target(u8 *p, const struct step *s)
{
	struct step load = *s;
	struct insn *in = &load.in;
	u8 spill;

	/* the operand as that of MOV RCX, r/m64: REX.W, 8B, the same ModRM with reg = 1 */
	if (!(in->flags & I_MEM)) {
		BYTES(0x48 | (in->rex & 1) << 2, 0x89, 0xc1 | (in->modrm & 7) << 3); /* mov rcx, r */
		return p;
	}
	load.bytes[0] = 0;
	{
		u8 *b = load.bytes;
		unsigned tail = in->len - in->modrm_off, n = 0;
		u8 rex = 0x48 | (in->rex & 3);

		for (unsigned i = 0; i < in->n_prefix; i++)
			if (s->bytes[i] == 0x64 || s->bytes[i] == 0x67 || s->bytes[i] == 0x65)
				b[n++] = s->bytes[i];
		in->n_prefix = (u8)n;
		in->op_off = (u8)n;
		b[n++] = rex;
		b[n++] = 0x8b;
		in->disp_off = (u8)(in->disp_off - in->modrm_off + n);
		in->modrm_off = (u8)n;
		in->modrm = (u8)((s->in.modrm & 0xc7) | RCX << 3);
		b[n++] = in->modrm;
		memcpy(b + n, s->bytes + s->in.modrm_off + 1, tail - 1);
		/* RIP-relative counts from the original's end: keep pc + len */
		load.pc += (u64)((s64)s->in.len - (s64)(n + tail - 1));
		in->len = (u8)(n + tail - 1);
		in->regs |= 1u << RCX;
	}
	if (in->flags & I_SEG_GS) {
		/* GS base + operand, with RDX as the second register */
		p = emit_spill(p, RDX, T_SPILL1);
		if (in->flags & I_RIPREL)
			return NULL;
		if (in->flags & I_ADDR32)
			*p++ = 0x67;
		BYTES(0x48 | (in->rex & 3), 0x8d); /* lea rcx, [operand] */
		memcpy(p, load.bytes + in->modrm_off, in->len - in->modrm_off);
		p += in->len - in->modrm_off;
		p = emit_reload(p, RDX, T_GSBASE);
		BYTES(0x48, 0x8b, 0x0c, 0x11); /* mov rcx, [rcx+rdx] */
		return emit_reload(p, RDX, T_SPILL1);
	}
	if (in->flags & I_RIPREL) {
		s32 disp;
		u64 target;
		s64 rel;

		memcpy(&disp, load.bytes + in->disp_off, 4);
		target = load.pc + in->len + (u64)(s64)disp;
		rel = (s64)(target - ((u64)p + 7));
		if (rel != (s32)rel || (in->flags & (I_ADDR32 | I_SEG_FS))) {
			if (in->flags & I_ADDR32)
				target = (u32)target;
			BYTES(0x48, 0xb9); /* movabs rcx, target */
			memcpy(p, &target, 8);
			p += 8;
			if (in->flags & I_SEG_FS)
				*p++ = 0x64;
			BYTES(0x48, 0x8b, 0x09); /* mov rcx, [rcx] */
			return p;
		}
	}
	return emit_plain(p, &load, &spill);
}

/* jcc rel32 to a new stub of exit x */
static u8 *emit_jcc_exit(u8 *p, u8 cc, u32 x, bool linkable)
{
	u8 *stub = cache_stub(x);

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
	u64 taken = vec - unit[EMU_COND_NOT] + unit[EMU_COND_TAKEN];
	u32 x;

	if (s->role == R_SIDE_INV) {
		x = new_exit(tr, X_DIRECT, s->pc + s->in.len,
			     vec - unit[EMU_COND_TAKEN] + unit[EMU_COND_NOT]);
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
			u8 *stub = cache_stub(x);

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
	u32 x = new_exit(tr, X_INDIRECT, 0, vec), id, imm = (u16)s->in.imm;
	u8 *cold, *q;

	cache.exits[x].id = id = count_exit_id(vec);
	q = cold = cache.cold -= 96;
	*q++ = 0x59; /* pop rcx */
	if (s->in.imm_size) {
		const u8 lea[] = {0x48, 0x8d, 0xa4, 0x24}; /* lea rsp, [rsp+imm] */

		memcpy(q, lea, 4);
		memcpy(q + 4, &imm, 4);
		q += 8;
	}
	emit_indirect_jump(q, id);

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

/* After which step may the counter of the end be added with the flags dead? -1: nowhere. */
static int count_place(u64 head, bool end_too)
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
	if (sel.next == head ? !sel.s[0].live : (!live_at(sel.next) || flags_dead_at(sel.next)))
		return (int)sel.n;
	return -1;
}

u64 class_vec(u8 cls)
{
	u64 v = unit[EMU_INSTRUCTIONS];

	if (cls & IC_LOAD)
		v += unit[EMU_LOADS];
	if (cls & IC_STORE)
		v += unit[EMU_STORES];
	if (cls >> 2)
		v += unit[IC_SIGNAL(cls)];
	return v;
}

u64 trace_prefix(const struct trace *tr, u32 n)
{
	u64 v = 0;

	for (u32 i = 0; i < n; i++)
		v += class_vec(cache.irecs[tr->irec + i].cls);
	return v;
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
	u32 h = 2166136261u;

	while (n--)
		h = (h ^ *b++) * 16777619u;
	return h;
}

bool translate_still_true(const struct trace *tr)
{
	u8 b[MAX_INSNS * 15];

	if (copy_from_user(b, tr->pc, tr->source_len))
		return false;
	return hash_bytes(b, tr->source_len) == tr->source_hash;
}

/* Both ways of the branch leave for now. */
static u8 *emit_open(u8 *p, struct trace *tr, const struct step *s, u64 vec, const struct budget *bud)
{
	u8 *stub;

	growing.tr = tr;
	growing.at = p;
	growing.cc = s->in.cc;
	growing.vec = vec - class_vec(s->cls);
	growing.budget = *bud;
	growing.taken = new_exit(tr, X_DIRECT, s->pc + s->in.len + (u64)s->in.imm,
				 vec - unit[EMU_COND_NOT] + unit[EMU_COND_TAKEN]);
	growing.fall = new_exit(tr, X_DIRECT, s->pc + s->in.len, vec);
	p = emit_jcc_exit(p, s->in.cc, growing.taken, true);
	stub = cache_stub(growing.fall);
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
	u64 seen[3] = {1, 1, 1};
	int count_at = -1;
	u32 end_exit = EXIT_NONE, id = EXIT_NONE;

	growing.tr = NULL;
	if (sel.open)
		count_at = one ? -1 : count_place(tr->pc, true);
	else if (indirect)
		count_at = count_place(tr->pc, false);
	if (sel.open || indirect)
		end_exit = new_exit(tr, sel.open ? X_DIRECT : X_INDIRECT, sel.next, 0);
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
			*p++ = 0x59; /* pop rcx */
			if (s->in.imm_size) {
				BYTES(0x48, 0x8d, 0xa4, 0x24); /* lea rsp, [rsp+imm] */
				WORD((u16)s->in.imm);
			}
			p = emit_indirect_jump(p, id);
			break;
		case R_JMP_IND:
		case R_CALL_IND:
			r->spill = SP_RCX;
			p = emit_spill(p, RCX, T_SPILL0);
			next = emit_load_target(p, s);
			if (!next) {
				next = emit_reload(p, RCX, T_SPILL0);
				next = emit_special(next, tr, s, vec);
			} else {
				if (s->role == R_CALL_IND)
					next = emit_push(next, s->ret);
				next = emit_indirect_jump(next, id);
			}
			p = next;
			break;
		case R_SPECIAL:
			p = emit_special(p, tr, s, vec);
			break;
		}
	}
	if (sel.open) {
		struct exit *x = &cache.exits[end_exit];
		u8 *stub;

		if (count_at == (int)sel.n)
			p = emit_count(p, x->id, false);
		x->vec = vec;
		stub = cache_stub(end_exit);
		p = emit_align_rel32(p, 1);
		*p++ = 0xe9;
		if (!one)
			x->patch = (u32)(p - cache.start);
		REL32(stub);
	}
	tr->n_irec += sel.n;
	cache.n_irecs += sel.n;
	tr->end = p;
	cache.hot = (u8 *)(((u64)p + 15) & ~15ull);
	growing.end = cache.hot;
}

struct trace *translate(u64 pc, enum translate_how how, u32 first)
{
	struct trace *tr = &cache.traces[cache.n_traces];
	bool one = how == ONE_SHOT, checked;
	struct budget bud = {0};
	u8 *p;
	struct map m;

	growing.tr = NULL;
	window.start = window.end = 0; /* memory may have changed since the last one */
	if (!maps_find(pc, &m))
		return NULL;
	checked = m.shared || pages_hot(pc);
	if (!select_trace(pc, pc, &bud, one, checked))
		return NULL;
	flow_flags(pc);

	*tr = (struct trace){
		.pc = pc,
		.irec = cache.n_irecs,
		.incoming = EXIT_NONE,
		.count_exit = EXIT_NONE,
		.flags = (u8)((sel.s[0].live ? TR_FLAGS : 0) | (one ? TR_DEAD | TR_ONESHOT : 0) |
			      (checked ? TR_CHECKED : 0)),
	};

	/* what stands before the body */
	p = cache.hot;
	if (how == FROM_EXIT && !checked) {
		struct exit *x = &cache.exits[first];
		u8 *entry = p;

		if (!x->counted) {
			if (x->id == EXIT_NONE)
				x->id = count_exit_id(x->vec);
			p = emit_count(p, x->id, sel.s[0].live);
		}
		x->to = (u32)(tr - cache.traces) + 1;
		x->next = EXIT_NONE;
		tr->incoming = first;
		tr->body = p;
		cache_patch(x, entry);
	} else if (how == FROM_INDIRECT && !checked) {
		cache_indirect(tr);
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
	if (joins_trace(pc, bud.insns))
		return NULL;
	window.start = window.end = 0;
	if (pages_hot(pc) || pages_hot(pc + 14) || !select_trace(tr->pc, pc, &bud, false, false) ||
	    window.map.shared)
		return NULL;
	flow_flags(tr->pc);
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
