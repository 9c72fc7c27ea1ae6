// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See redo.h. Searched is the last instruction that writes the flags. It must write all of them,
 * from registers that nothing has changed since, or that can be computed backward: of ADD the sum
 * and one addend are left. What lies between must be known to write no flags: an instruction that
 * may write some, as a shift by CL, ends the search. A logic instruction gives the flags that TEST
 * of its result gives. (AF, which is undefined then, is 0 after both on all processors.)
 */
#include "emu/code/redo.h"

#include "emu/base/cpu.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/code/emit.h"
#include "emu/code/select.h"
#include "emu/decode/decode.h"
#include "emu/model/model.h"

#define WORD_SIZE 8	    /* of PUSH and POP */
#define MAX_MOVE  (1 << 29) /* of RSP: a displacement has room for the sum of two */

/* What lies between the step and the writer of the flags. */
struct between {
	u32 written; /* registers: bit n */
	s32 moved;   /* what was added to RSP, if only the stack's instructions have changed it */
};

/* A register that an instruction of bytes may name: AH to BH belong to the first four. */
static u32 byte_register(unsigned reg)
{
	return 1u << reg | 1u << (reg & 3);
}

static u32 written_rm(const struct insn *in)
{
	return in->flags & I_MEM ? 0 : 1u << modrm_rm(in);
}

/* Does the instruction push or pop a register or a constant of 64 bits? */
static bool moves_stack(const struct insn *in, struct between *b)
{
	u8 op = in->op;

	if (in->map != MAP_1 || in->flags & I_OPSIZE16)
		return false;
	if ((op & 0xf8) == 0x50 || op == 0x68 || op == 0x6a) {
		b->moved -= WORD_SIZE;
		return true;
	}
	if ((op & 0xf8) == 0x58) {
		b->moved += WORD_SIZE;
		b->written |= 1u << ((op & 7) | (in->rex & 1) << 3);
		return true;
	}
	return false;
}

/* An instruction of the first map that writes no flag. False: nobody knows that. */
static bool spares_flags(const struct insn *in, struct between *b)
{
	u8 op = in->op;

	switch (op) {
	case 0x88: /* MOV */
		b->written |= in->flags & I_MEM ? 0 : byte_register(modrm_rm(in));
		return true;
	case 0x89:
		b->written |= written_rm(in);
		return true;
	case 0x8a:
		b->written |= byte_register(modrm_reg(in));
		return true;
	case 0x63: /* MOVSXD */
	case 0x8b:
	case 0x8d: /* LEA */
		b->written |= 1u << modrm_reg(in);
		return true;
	case 0xc6:
	case 0xc7:
		b->written |= in->flags & I_MEM ? 0 : in->regs;
		return in->kind == K_PLAIN && !(in->modrm & 0x38);
	case 0x90: /* NOP */
		return !in->regs;
	case 0x98: /* CDQE */
	case 0x99: /* CQO */
		b->written |= in->regs;
		return true;
	}
	if ((op & 0xf0) == 0xb0) { /* MOV reg, imm */
		b->written |= in->regs;
		return true;
	}
	return false;
}

/* The same of the second map, without VEX. */
static bool spares_flags_0f(const struct insn *in, struct between *b)
{
	switch (in->op) {
	case 0x10: /* MOVUPS and its like */
	case 0x11:
	case 0x28:
	case 0x29:
	case 0x57: /* XORPS */
	case 0x6f: /* MOVDQA */
	case 0x7f:
	case 0xd6: /* MOVQ */
	case 0xef: /* PXOR */
	case 0x1f: /* NOP */
		return true;
	case 0x1e: /* ENDBR64, RDSSP */
		b->written |= in->regs;
		return true;
	case 0xb6: /* MOVZX */
	case 0xb7:
	case 0xbe: /* MOVSX */
	case 0xbf:
		b->written |= 1u << modrm_reg(in);
		return true;
	}
	if ((in->op & 0xf0) == 0x40) { /* CMOVcc */
		b->written |= 1u << modrm_reg(in);
		return true;
	}
	if ((in->op & 0xf0) == 0x90) { /* SETcc */
		b->written |= in->flags & I_MEM ? 0 : byte_register(modrm_rm(in));
		return true;
	}
	return false;
}

/* Passes over a step that writes no flags, backward. False: it may write some. */
static bool pass(const struct step *s, struct between *b)
{
	switch ((enum role)s->role) {
	case R_FOLLOW_JMP:
	case R_JMP_CHECK:
		return true;
	case R_SIDE:
	case R_SIDE_INV:
		return s->in.kind == K_JCC;
	case R_CALL:
	case R_CALL_CHECK:
		b->moved -= WORD_SIZE;
		return true;
	case R_RET_CHECK:
		b->moved += WORD_SIZE + (s32)(s->in.imm_size ? (u16)s->in.imm : 0);
		return true;
	case R_PLAIN:
		break;
	default:
		return false;
	}
	if (s->in.kind != K_PLAIN || s->in.flags & (I_VEX | I_EVEX | I_LOCK | I_REP))
		return false;
	if (moves_stack(&s->in, b))
		return true;
	return s->in.map == MAP_1  ? spares_flags(&s->in, b) :
	       s->in.map == MAP_0F ? spares_flags_0f(&s->in, b) :
				     false;
}

enum redo_kind {
	REDO_NOT,
	REDO_COPY,  /* CMP and TEST: executed once more */
	REDO_SAME,  /* XOR or SUB of a register and itself */
	REDO_STACK, /* ADD or SUB of RSP and a constant */
	REDO_IMM,   /* … of another register */
	REDO_REG,   /* … of two registers */
	REDO_LOGIC, /* AND, OR, XOR */
};

/* What the writer of the flags does: all are of the first map, and none has an operand in
 * memory. */
struct writer {
	u8 kind;  /* enum redo_kind */
	u8 minus; /* it subtracts */
	u8 dest, source;
	s32 imm;
};

#define ARITH_ADD 0
#define ARITH_OR  1
#define ARITH_AND 4
#define ARITH_SUB 5
#define ARITH_XOR 6
#define ARITH_CMP 7

/* One of the eight operations of opcodes below 40h and of 80h to 83h. */
static u8 kind_of(unsigned operation, bool imm, bool same)
{
	switch (operation) {
	case ARITH_CMP:
		return REDO_COPY;
	case ARITH_XOR:
		return same ? REDO_SAME : REDO_LOGIC;
	case ARITH_SUB:
		if (same)
			return REDO_SAME;
		return imm ? REDO_IMM : REDO_REG;
	case ARITH_ADD:
		if (same)
			return REDO_NOT; /* the highest bit is lost */
		return imm ? REDO_IMM : REDO_REG;
	case ARITH_OR:
	case ARITH_AND:
		return REDO_LOGIC;
	default:
		return REDO_NOT;
	}
}

static struct writer two_registers(const struct insn *in)
{
	bool swapped = in->op & 2;
	unsigned reg = modrm_reg(in), rm = modrm_rm(in);

	return (struct writer){
		.kind = kind_of(in->op >> 3, false, reg == rm),
		.minus = in->op >> 3 == ARITH_SUB,
		.dest = (u8)(swapped ? reg : rm),
		.source = (u8)(swapped ? rm : reg),
	};
}

static struct writer constant(const struct insn *in, unsigned operation, unsigned dest)
{
	struct writer w = {
		.kind = kind_of(operation, true, false),
		.minus = operation == ARITH_SUB,
		.dest = (u8)dest,
		.source = (u8)dest,
		.imm = (s32)in->imm,
	};

	if (w.kind == REDO_IMM && dest == RSP)
		w.kind = in->rex & 8 ? REDO_STACK : REDO_NOT;
	return w;
}

static struct writer understand(const struct insn *in)
{
	const struct writer none = { .kind = REDO_NOT }, copy = { .kind = REDO_COPY };
	u8 op = in->op, field = in->modrm >> 3 & 7;
	bool bytes = !(op & 1);
	struct writer w = none;

	if (in->map != MAP_1 || in->fl_write != FL_ALL || in->kind != K_PLAIN ||
	    in->flags & (I_MEM | I_LOCK | I_VEX | I_EVEX))
		return none;
	if (op == 0x84 || op == 0x85 || op == 0xa8 || op == 0xa9)
		return copy; /* TEST */
	if (op == 0xf6 || op == 0xf7)
		return field < 2 ? copy : none;
	if (op < 0x40 && (op & 7) < 4)
		w = two_registers(in);
	else if (op < 0x40 && (op & 7) < 6)
		w = constant(in, op >> 3, RAX);
	else if ((op & 0xfc) == 0x80)
		w = constant(in, field, modrm_rm(in));
	if ((bytes || in->flags & I_OPSIZE16) && w.kind != REDO_COPY && w.kind != REDO_SAME)
		return none;
	return w;
}

/* Do the operands that are needed still have their values? */
static bool is_left(const struct insn *in, const struct writer *w, const struct between *b)
{
	u32 operands = 1u << w->dest | 1u << w->source;
	u32 written = b->written | (b->moved ? 1u << RSP : 0);

	switch ((enum redo_kind)w->kind) {
	case REDO_COPY:
		return !(in->regs & (b->written | 1u << RSP));
	case REDO_SAME:
		return true;
	case REDO_STACK:
		return !(b->written & 1u << RSP) && w->imm < MAX_MOVE && w->imm > -MAX_MOVE;
	case REDO_IMM:
	case REDO_REG:
		return !(operands & (written | 1u << RSP));
	case REDO_LOGIC:
		return !(1u << w->dest & (written | 1u << RSP));
	default:
		return false;
	}
}

bool redo_find(struct step *s)
{
	struct between b = { .written = 0 };
	u32 at = (u32)(s - sel.s);
	struct writer w;

	s->redo = 0;
	if (sel.model && model_facts.branches) /* a note needs RCX */
		return false;
	while (at-- > 0) {
		const struct step *before = &sel.s[at];

		if (pass(before, &b))
			continue;
		w = understand(&before->in);
		if (before->role != R_PLAIN || !is_left(&before->in, &w, &b))
			return false;
		s->redo = (u8)(at + 1);
		s->moved = b.moved;
		return true;
	}
	return false;
}

/* test dest, dest */
static u8 *emit_test(u8 *p, unsigned dest, u8 wide)
{
	BYTES(0x40 | wide | (dest >> 3) << 2 | dest >> 3, 0x85,
	      0xc0 | (dest & 7) << 3 | (dest & 7));
	return p;
}

/* add or sub rcx, imm */
static u8 *emit_constant(u8 *p, bool minus, s32 imm, u8 wide)
{
	BYTES(0x40 | wide, 0x81, minus ? 0xe9 : 0xc1);
	WORD(imm);
	return p;
}

/* add or sub rcx, source. The program's RCX is in its spill slot. */
static u8 *emit_register(u8 *p, bool minus, unsigned source, u8 wide)
{
	if (source == RCX) {
		BYTES(0x65, 0x40 | wide, minus ? 0x2b : 0x03, 0x0c, 0x25); /* rcx, gs:[SPILL0] */
		WORD(T_SPILL0);
		return p;
	}
	BYTES(0x40 | wide | (source >> 3) << 2, minus ? 0x29 : 0x01, 0xc1 | (source & 7) << 3);
	return p;
}

/* mov rcx, dest */
static u8 *emit_result(u8 *p, unsigned dest)
{
	if (dest == RCX)
		return emit_reload(p, RCX, T_SPILL0);
	BYTES(0x48 | (dest >> 3) << 2, 0x89, 0xc1 | (dest & 7) << 3);
	return p;
}

u8 *redo_emit(u8 *p, const struct step *s, u32 pushed)
{
	const struct step *writer;
	struct writer w;
	u8 wide;

	if (!s->redo)
		return p;
	writer = &sel.s[s->redo - 1];
	w = understand(&writer->in);
	wide = writer->in.rex & 8;
	switch ((enum redo_kind)w.kind) {
	case REDO_COPY:
		p = emit_reload(p, RCX, T_SPILL0);
		memcpy(p, writer->bytes, sizeof(writer->bytes));
		return p + writer->in.len;
	case REDO_SAME:
		BYTES(w.minus ? 0x29 : 0x31, 0xc9); /* sub or xor ecx, ecx */
		return p;
	case REDO_STACK:
		BYTES(0x48, 0x8d, 0x8c, 0x24); /* lea rcx, [rsp+before] */
		WORD((u32)pushed - (u32)s->moved - (w.minus ? -(u32)w.imm : (u32)w.imm));
		return emit_constant(p, w.minus, w.imm, wide);
	case REDO_IMM:
		p = emit_constant(emit_result(p, w.dest), !w.minus, w.imm, wide);
		return emit_constant(p, w.minus, w.imm, wide);
	case REDO_REG:
		p = emit_register(emit_result(p, w.dest), !w.minus, w.source, wide);
		return emit_register(p, w.minus, w.source, wide);
	case REDO_LOGIC:
		return emit_test(emit_reload(p, RCX, T_SPILL0), w.dest, wide);
	case REDO_NOT:
		break;
	}
	return p;
}
