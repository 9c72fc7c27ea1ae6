// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The accesses of an instruction: those besides ModRM by opcode, the size of the one of ModRM by
 * the tables of size.h. SDM volume 2, the instruction pages; 2.7.5 for what EVEX makes of a size.
 */
#include "emu/decode/access.h"
#include "emu/decode/fields.h"
#include "emu/decode/tables/size.h"

#define PREFIX_66 0x66
#define PREFIX_F2 0xf2
#define PREFIX_F3 0xf3
#define VEX2	  0xc5
#define EVEX_B	  0x10 /* in its last byte */

#define RSP 4 /* as SIB.base */

/* What decides about a size, besides the opcode. */
struct shape {
	uint8_t pp;	   /* PP_*; of a legacy instruction the column of the tables */
	uint8_t vector;	   /* the vector length in bytes; of a legacy instruction 16 */
	uint8_t operand;   /* the operand size: 2, 4, 8 */
	uint8_t broadcast; /* EVEX.b */
};

static struct shape shape_of(const uint8_t *bytes, const struct insn *in)
{
	struct shape s = { .vector = 16 };
	const uint8_t *p = bytes + in->op_off;
	bool opsize = false;

	s.operand = in->rex & REX_W ? 8 : in->flags & I_OPSIZE16 ? 2 : 4;
	if (in->flags & I_EVEX) {
		s.pp = p[2] & 3;
		s.vector = (uint8_t)(16 << (p[3] >> 5 & 3));
		s.broadcast = p[3] & EVEX_B;
		return s;
	}
	if (in->flags & I_VEX) {
		unsigned last = p[*p == VEX2 ? 1 : 2];

		s.pp = last & 3;
		s.vector = last & 4 ? 32 : 16;
		return s;
	}
	for (unsigned i = 0; i < in->n_prefix; i++) {
		if (bytes[i] == PREFIX_F2 || bytes[i] == PREFIX_F3)
			s.pp = bytes[i] == PREFIX_F3 ? PP_F3 : PP_F2;
		opsize |= bytes[i] == PREFIX_66;
	}
	if (opsize && !s.pp)
		s.pp = PP_66;
	return s;
}

/* clang-format off */
/* Where an encoding differs from what the tables say: the size for opcodes first to last of a map,
 * with VEX, EVEX (insn.flags) or neither, and with any mandatory prefix. */
static const struct { uint16_t flags; uint8_t map, first, last, size; } exceptions[] = {
	{ 0, MAP_0F, 0x78, 0x79, 8 },			/* VMREAD, VMWRITE */
	{ 0, MAP_3DNOW, 0x00, 0xff, 8 },
	{ I_VEX, MAP_0F, 0x90, 0x91, SZ_KMOV },
	{ I_EVEX, MAP_0F38, 0x2d, 0x2d, SZ_Y },		/* VSCALEFSS */
	{ I_VEX, MAP_XOP9, 0x01, 0x02, SZ_Y },		/* BLCFILL … */
	{ I_VEX, MAP_XOP9, 0x82, 0x82, 4 }, { I_VEX, MAP_XOP9, 0x83, 0x83, 8 },	/* VFRCZSS, SD */
	{ I_VEX, MAP_XOPA, 0x10, 0x10, SZ_Y },		/* BEXTR */
	{ I_VEX, MAP_XOPA, 0x12, 0x12, 4 },		/* LWPINS, LWPVAL */
};
/* clang-format on */

/* What the tables say of the memory operand: a number of bytes, or an enum size. */
static unsigned size_row(const struct insn *in, const struct shape *s)
{
	unsigned row = SZ_VECTOR, reg = in->modrm >> 3 & 7;

	for (unsigned i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (exceptions[i].map == in->map && in->op >= exceptions[i].first &&
		    in->op <= exceptions[i].last &&
		    exceptions[i].flags == (in->flags & (I_VEX | I_EVEX)))
			return exceptions[i].size;
	switch ((enum insn_map)in->map) {
	case MAP_1:
		if (in->op >= 0xd8 && in->op <= 0xdf)
			return decode_size_x87[in->op - 0xd8][reg];
		return decode_size_map1[in->op];
	case MAP_0F:
		row = decode_size_0f[in->op][s->pp];
		break;
	case MAP_0F38:
		row = decode_size_0f38[in->op][s->pp];
		break;
	case MAP_0F3A:
		return decode_size_0f3a[in->op][s->pp];
	case MAP_EVEX5:
		return decode_size_map5[in->op][s->pp];
	case MAP_EVEX6:
		return decode_size_map6[in->op][s->pp];
	default: /* 3DNow! and XOP are among the exceptions, or vectors */
		break;
	}
	return row >= SZ_GROUP ? decode_size_group[row - SZ_GROUP][reg] : row;
}

/* A vector of which 1 / part is in memory; element: the size of one, when it is broadcast. */
static unsigned vector_size(const struct shape *s, unsigned part, unsigned element)
{
	return s->broadcast ? element : s->vector / part;
}

static unsigned operand_size(const struct insn *in, const struct shape *s)
{
	unsigned row = size_row(in, s), y = in->rex & REX_W ? 8 : 4;
	bool legacy = !(in->flags & (I_VEX | I_EVEX)), mmx = legacy && s->pp == PP_NONE;
	bool env16 = s->operand == 2;

	switch (row) {
	case SZ_VECTOR:
		return vector_size(s, 1, y);
	case SZ_HALF:
		return vector_size(s, 2, y);
	case SZ_QUARTER:
		return vector_size(s, 4, y);
	case SZ_EIGHTH:
		return vector_size(s, 8, y);
	case SZ_HALF_W0:
		return vector_size(s, (in->flags & I_EVEX) && y == 8 ? 1 : 2, y);
	case SZ_VECTOR_FP16:
		return vector_size(s, 1, 2);
	case SZ_HALF_FP16:
		return vector_size(s, 2, 2);
	case SZ_QUARTER_FP16:
		return vector_size(s, 4, 2);
	case SZ_MMX:
		return mmx ? 8 : vector_size(s, 1, y);
	case SZ_MMX_HALF:
		return mmx ? 4 : vector_size(s, 1, y);
	case SZ_COUNT:
		return mmx ? 8 : 16;
	case SZ_DUP:
		return s->vector == 16 ? 8 : s->vector;
	case SZ_V:
		return s->operand;
	case SZ_Z:
		return s->operand == 8 ? 4 : s->operand;
	case SZ_Y:
		return y;
	case SZ_P:
		return s->operand + 2;
	case SZ_PAIR:
		return 2 * y;
	case SZ_KMOV:
		return (s->pp == PP_66 ? 1 : 2) * (y == 8 ? 4 : 1);
	case SZ_FPU_ENV:
		return env16 ? 14 : 28;
	case SZ_FPU_STATE:
		return env16 ? 94 : 108;
	case SZ_FXSAVE:
		return 512;
	case SZ_XSAVE:
		return 576;
	default:
		return row;
	}
}

/* ---- accesses ---- */

/* The list that is being filled. */
struct list {
	struct insn_access *a;
	unsigned n;
};

static void add(struct list *l, enum access_how how, enum access_at at, int disp, unsigned size)
{
	l->a[l->n++] = (struct insn_access){
		.how = (uint8_t)how,
		.at = (uint8_t)at,
		.segment = at == AT_OPERAND || at == AT_BIT || at == AT_RSI || at == AT_XLAT ||
			   at == AT_RAX || at == AT_GATHER || at == AT_TILE,
		.disp = (int16_t)disp,
		.size = (uint16_t)size,
		.scale = 1,
	};
}

/* Gathers and scatters: as many elements as both indices and data have room for in a vector. */
static void add_gather(struct list *l, enum access_how how, const struct insn *in,
		       const struct shape *s)
{
	unsigned data = in->rex & REX_W ? 8 : 4, index = in->op & 1 ? 8 : 4;

	add(l, how, AT_GATHER, s->vector / (data > index ? data : index), data);
}

/* SDM volume 2, ENTER: pushes RBP, copies the frame pointers of the enclosing procedures, and
 * pushes its own. */
static void add_enter(struct list *l, unsigned level, unsigned slot)
{
	int step = (int)slot, top = -step;

	add(l, ACCESS_WRITES, AT_STACK, top, slot);
	for (unsigned i = 1; i < level; i++) {
		add(l, ACCESS_READS, AT_FRAME, top, slot);
		top -= step;
		add(l, ACCESS_WRITES, AT_STACK, top, slot);
	}
	if (level)
		add(l, ACCESS_WRITES, AT_STACK, top - step, slot);
}

/* What a push or a pop moves. */
static unsigned stack_slot(const struct insn *in)
{
	return in->flags & I_OPSIZE16 ? 2 : 8;
}

static void add_push(struct list *l, unsigned size)
{
	add(l, ACCESS_WRITES, AT_STACK, -(int)size, size);
}

/* POP to memory: an address with RSP is computed when RSP has moved already. */
static void add_pop_memory(struct list *l, const struct insn *in)
{
	bool rsp = (in->modrm & 7) == RM_SIB && (in->sib & 7) == RSP && !(in->rex & REX_B);
	unsigned slot = stack_slot(in);

	add(l, ACCESS_READS, AT_STACK, 0, slot);
	if (in->flags & I_MEM)
		add(l, ACCESS_WRITES, AT_OPERAND, rsp ? (int)slot : 0, slot);
}

/* FF: INC and DEC (false: they have nothing but their operand), calls, jumps, PUSH. */
static bool add_group5(struct list *l, const struct insn *in, const struct shape *s)
{
	enum { INC, DEC, CALL, CALL_FAR, JMP, JMP_FAR, PUSH_RM };
	unsigned reg = in->modrm >> 3 & 7;
	unsigned size = 8;

	if (reg == INC || reg == DEC)
		return false;
	if (reg == CALL_FAR || reg == JMP_FAR)
		size = s->operand + 2;
	else if (reg == PUSH_RM)
		size = stack_slot(in);
	if (in->flags & I_MEM)
		add(l, ACCESS_READS, AT_OPERAND, 0, size);
	if (reg == CALL || reg == PUSH_RM)
		add_push(l, size);
	else if (reg == CALL_FAR)
		add_push(l, 2u * s->operand); /* CS and RIP */
	return true;
}

/* What an opcode of the one-byte map accesses besides ModRM: one or two things of one size. */
enum unit { U_NONE, U_SLOT, U_8, U_ELEMENT, U_PORT, U_BYTE, U_FAR, U_IRET };

/* clang-format off */
#define READS(place, unit)  { unit, ACCESS_READS, place, 0, 0 }
#define WRITES(place, unit) { unit, ACCESS_WRITES, place, 0, 0 }
#define PAIR(x)		    x, x
#define PUSH		    WRITES(AT_STACK, U_SLOT)
#define POP		    READS(AT_STACK, U_SLOT)
#define EIGHT(x)	    x, x, x, x, x, x, x, x

static const struct implicit { uint8_t unit, how, at, how2, at2; } implicit_map1[256] = {
	[0x50] = EIGHT(PUSH), EIGHT(POP),
	[0x68] = PUSH, [0x6a] = PUSH, [0x9c] = PUSH, [0x9d] = POP,
	[0x6c] = WRITES(AT_RDI, U_PORT), WRITES(AT_RDI, U_PORT),	/* INS */
	[0x6e] = READS(AT_RSI, U_PORT), READS(AT_RSI, U_PORT),		/* OUTS */
	[0xa4] = { U_ELEMENT, ACCESS_READS, AT_RSI, ACCESS_WRITES, AT_RDI },	/* MOVS */
	[0xa5] = { U_ELEMENT, ACCESS_READS, AT_RSI, ACCESS_WRITES, AT_RDI },
	[0xa6] = { U_ELEMENT, ACCESS_READS, AT_RSI, ACCESS_READS, AT_RDI },	/* CMPS */
	[0xa7] = { U_ELEMENT, ACCESS_READS, AT_RSI, ACCESS_READS, AT_RDI },
	[0xaa] = WRITES(AT_RDI, U_ELEMENT), WRITES(AT_RDI, U_ELEMENT),	/* STOS */
	[0xac] = READS(AT_RSI, U_ELEMENT), READS(AT_RSI, U_ELEMENT),	/* LODS */
	[0xae] = READS(AT_RDI, U_ELEMENT), READS(AT_RDI, U_ELEMENT),	/* SCAS */
	[0xc2] = READS(AT_STACK, U_8), READS(AT_STACK, U_8),		/* RET */
	[0xc9] = READS(AT_FRAME, U_SLOT),				/* LEAVE */
	[0xca] = READS(AT_STACK, U_FAR), READS(AT_STACK, U_FAR),	/* far RET */
	[0xcf] = READS(AT_STACK, U_IRET),
	[0xd7] = READS(AT_XLAT, U_BYTE),
	[0xe8] = WRITES(AT_STACK, U_8),					/* CALL */
};
/* clang-format on */

static unsigned unit_size(enum unit unit, const struct insn *in, const struct shape *s)
{
	unsigned element = in->op & 1 ? s->operand : 1;

	switch (unit) {
	case U_SLOT:
		return stack_slot(in);
	case U_8:
		return 8;
	case U_ELEMENT:
		return element;
	case U_PORT: /* no port takes 8 bytes */
		return element == 8 ? 4 : element;
	case U_FAR: /* RIP, CS */
		return 2u * s->operand;
	case U_IRET: /* RIP, CS, RFLAGS, RSP, SS */
		return 5u * s->operand;
	case U_BYTE:
		return 1;
	default:
		return 0;
	}
}

/* Adds what an instruction of the one-byte map accesses besides ModRM; if it does that, also what
 * it accesses by ModRM. False: only ModRM or MOFFS can name memory. */
static bool add_map1(struct list *l, const uint8_t *bytes, const struct insn *in,
		     const struct shape *s)
{
	const struct implicit *imp = &implicit_map1[in->op];
	unsigned size = unit_size((enum unit)imp->unit, in, s);
	bool push = imp->how == ACCESS_WRITES && imp->at == AT_STACK;

	switch (in->op) {
	case 0x8f:
		add_pop_memory(l, in);
		return true;
	case 0xc8:
		add_enter(l, bytes[in->imm_off + 2] & 31, stack_slot(in));
		return true;
	case 0xff:
		return add_group5(l, in, s);
	default:
		if (!imp->unit)
			return false;
		add(l, (enum access_how)imp->how, (enum access_at)imp->at, push ? -(int)size : 0,
		    size);
		if (imp->how2)
			add(l, (enum access_how)imp->how2, (enum access_at)imp->at2, 0, size);
		return true;
	}
}

/* The same for the maps 0F and 0F 38. */
static bool add_map_0f(struct list *l, const struct insn *in, const struct shape *s)
{
	if (in->map == MAP_0F38 && in->op == 0xf8) {
		add(l, ACCESS_READS, AT_OPERAND, 0, 64); /* MOVDIR64B, ENQCMD */
		add(l, ACCESS_WRITES, AT_REG, 0, 64);
		return true;
	}
	if (in->map != MAP_0F || (in->flags & I_EVEX))
		return false;
	switch (in->op) {
	case 0xa0: /* PUSH FS */
	case 0xa8:
		add_push(l, stack_slot(in));
		return true;
	case 0xa1: /* POP FS */
	case 0xa9:
		add(l, ACCESS_READS, AT_STACK, 0, stack_slot(in));
		return true;
	case 0xa6: /* PadLock: RCX and the control word decide how much */
	case 0xa7:
		if (in->flags & I_LOAD)
			add(l, ACCESS_READS, AT_RSI, 0, 0);
		if (in->flags & I_STORE)
			add(l, ACCESS_WRITES, AT_RDI, 0, 0);
		return true;
	case 0xf7: /* MASKMOVQ, MASKMOVDQU */
		add(l, ACCESS_WRITES, AT_RDI, 0, s->pp == PP_66 ? 16 : 8);
		l->a[0].segment = true;
		return true;
	case 0x01:
		if (in->flags & I_MEM)
			return false;
		if (in->flags & I_STORE) /* CLZERO, UIRET */
			add(l, ACCESS_WRITES, AT_RAX, 0, 64);
		else
			add(l, ACCESS_READS, AT_STACK, 0, 24);
		return true;
	default:
		return false;
	}
}

/* The memory operand of ModRM, or MOFFS. */
static void add_operand(struct list *l, const struct insn *in, const struct shape *s)
{
	enum access_how how = (in->flags & I_LOAD ? ACCESS_READS : 0) |
			      (in->flags & I_STORE ? ACCESS_WRITES : 0);
	bool vector = in->flags & (I_VEX | I_EVEX);

	if (in->map == MAP_0F38 && vector &&
	    ((in->op >= 0x90 && in->op <= 0x93) || (in->op >= 0xa0 && in->op <= 0xa3)))
		add_gather(l, how, in, s);
	else if (in->map == MAP_0F38 && (in->flags & I_VEX) && in->op == 0x4b)
		add(l, how, AT_TILE, 0, 0);
	else if (in->map == MAP_0F && !vector &&
		 (in->op == 0xa3 || in->op == 0xab || in->op == 0xb3 || in->op == 0xbb))
		add(l, how, AT_BIT, 0, s->operand);
	else
		add(l, how, AT_OPERAND, 0, operand_size(in, s));
}

/* What EVEX multiplies a displacement of one byte by: the bytes of memory, but of expanded and
 * compressed vectors those of an element, as of gathers. */
static unsigned disp8_scale(const struct insn *in, unsigned size)
{
	if (in->map != MAP_0F38)
		return size;
	if (in->op == 0x62 || in->op == 0x63) /* VPEXPANDB, VPCOMPRESSB, and words */
		return in->rex & REX_W ? 2 : 1;
	if (in->op >= 0x88 && in->op <= 0x8b) /* VEXPANDPS, VPEXPANDD, VCOMPRESSPS, VPCOMPRESSD */
		return in->rex & REX_W ? 8 : 4;
	return size;
}

unsigned insn_accesses(const uint8_t *bytes, const struct insn *in, struct insn_access *a)
{
	struct list l = { .a = a };
	struct shape s;

	if (!(in->flags & (I_LOAD | I_STORE)))
		return 0;
	s = shape_of(bytes, in);
	if (in->map == MAP_1 ? !add_map1(&l, bytes, in, &s) : !add_map_0f(&l, in, &s))
		add_operand(&l, in, &s);
	if (in->flags & I_EVEX)
		a->scale = (uint8_t)disp8_scale(in, a->size);
	return l.n;
}
