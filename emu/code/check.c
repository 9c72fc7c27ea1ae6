// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A check computes the place of an access in a filter (core/machine/cache/filter.h), and adds the
 * entry to the address. If the sum is not one of a few numbers, the access is the model's. The way
 * to the model is cold code.
 *
 * Where the status flags are dead, with two registers A and B that the trace uses little:
 *
 *	lea A, [operand];  rorx B, A, line bits;  and B, places
 *	add A, gs:[B * 8 + FILTER];  cmp A, 2 * line size - 1 - size;  ja cold
 *
 * and elsewhere, where A is RCX:
 *
 *	lea rcx, [operand];  pext B, rcx, PLACE;  mov B, gs:[B * 8 + FILTER]
 *	lea rcx, [rcx + B + size - line size];  pext rcx, rcx, LINE;  jrcxz over;  jmp cold
 * over:
 *
 * The program's values of A and B are in slots then (scratch.h), until it needs them.
 *
 * Where the filter has times, a line that passes is given the next one of those that the trace has
 * taken from the state's clock.
 */
#include "emu/code/check.h"

#include "core/machine/cache/filter.h"
#include "emu/base/cpu.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/outcome.h"
#include "emu/code/scratch.h"
#include "emu/code/select.h"
#include "emu/decode/access.h"
#include "emu/model/access.h"
#include "emu/model/layout.h"
#include "emu/model/model.h"

#define PREFIX_ADDR32 0x67
#define FILTER_LAST   ((1u << FILTER_BITS) - 1)
#define COLD_SIZE     192 /* at most */
#define MAX_ACCESSES  8	  /* only ENTER makes more */
#define MAX_TIMES     16  /* of an instruction */
#define T_NOW	      (T_STATE + S_NOW)

#define OP_POP_FS 0xa1
#define OP_LFS	  0xb4
#define SREG_FS	  4

/* ---- Addresses ---- */

/* The displacement behind ModRM, which is at modrm, and SIB: as short as it can be. */
static u8 *emit_disp(u8 *p, u8 *modrm, s32 disp)
{
	*modrm |= disp == (s8)disp ? 0x40 : 0x80;
	if (disp == (s8)disp)
		*p++ = (u8)disp;
	else
		WORD(disp);
	return p;
}

/* lea reg, [base + disp] */
static u8 *emit_lea(u8 *p, unsigned reg, unsigned base, s32 disp)
{
	u8 *modrm = p + 2;

	BYTES(0x48 | (reg >> 3) << 2 | base >> 3, 0x8d, (reg & 7) << 3 | (base & 7));
	if ((base & 7) == RSP)
		*p++ = 0x24;
	return emit_disp(p, modrm, disp);
}

static s32 displacement(const struct step *s, const struct insn_access *a)
{
	s32 disp = 0;

	if (s->in.disp_size == 1)
		disp = (s8)s->bytes[s->in.disp_off] * (s32)a->scale;
	else if (s->in.disp_size == 4)
		memcpy(&disp, s->bytes + s->in.disp_off, 4);
	return disp + a->disp;
}

/* lea reg, [the operand]; FS and GS bases are not in it. */
static u8 *emit_operand(u8 *p, unsigned reg, const struct step *s, const struct insn_access *a)
{
	const struct insn *in = &s->in;
	bool sib = (in->modrm & 7) == 4;
	bool no_base = !(in->modrm >> 6) && sib && (in->sib & 7) == 5;

	u8 *modrm;

	if (in->flags & I_ADDR32)
		*p++ = PREFIX_ADDR32;
	modrm = p + 2;
	BYTES(0x48 | (reg >> 3) << 2 | (in->rex & 3), 0x8d, (reg & 7) << 3 | (in->modrm & 7));
	if (sib)
		*p++ = in->sib;
	if (!no_base)
		return emit_disp(p, modrm, displacement(s, a));
	WORD(displacement(s, a));
	return p;
}

/* Does a segment's base belong to the address? */
static bool is_moved(const struct step *s, const struct insn_access *a)
{
	return a->segment && s->in.flags & (I_SEG_FS | I_SEG_GS);
}

/* Does only a system call tell the segment's base? Then the thread remembers it. */
static bool is_slow_fs(const struct step *s, const struct insn_access *a)
{
	return is_moved(s, a) && s->in.flags & I_SEG_FS && !engine.fsgsbase;
}

/* Is the operand's address, but for a segment's base, known when the code is made? Then it is
 * *address. */
static bool is_known(const struct step *s, const struct insn_access *a, u64 *address)
{
	const struct insn *in = &s->in;

	if (in->flags & I_RIPREL)
		*address = s->pc + in->len + (u64)(s64)displacement(s, a);
	else if (in->flags & I_MODRM)
		return false;
	else /* MOFFS */
		memcpy(address, s->bytes + in->disp_off, 8);
	if (in->flags & I_ADDR32)
		*address = (u32)*address;
	return true;
}

/* lea reg, [base], cut to 32 bits if the instruction has that prefix */
static u8 *emit_base(u8 *p, unsigned reg, const struct step *s, unsigned base)
{
	if (s->in.flags & I_ADDR32)
		*p++ = PREFIX_ADDR32;
	return emit_lea(p, reg, base, 0);
}

/* The operand of ModRM, or MOFFS. */
static u8 *emit_explicit(u8 *p, unsigned reg, const struct step *s, const struct insn_access *a)
{
	u64 address;

	if (is_known(s, a, &address))
		return emit_movabs(p, reg, address);
	return emit_operand(p, reg, s, a);
}

/* Tells the bit offset of BT and its like, which moves the operand, by way of a register. */
static u8 *emit_bit_offset(u8 *p, unsigned by, const struct step *s, const struct insn_access *a)
{
	unsigned reg = modrm_reg(&s->in);
	u8 rex = (u8)(0x48 | (by >> 3) << 2 | reg >> 3);
	u8 rm = (u8)(0xc0 | (by & 7) << 3 | (reg & 7));

	if (a->size == 2)
		BYTES(rex, 0x0f, 0xbf, rm); /* movsx by, reg */
	else if (a->size == 4)
		BYTES(rex, 0x63, rm); /* movsxd by, reg */
	else
		BYTES(rex, 0x8b, rm); /* mov by, reg */
	return emit_spill(p, by, T_MODEL_BIT);
}

/* lea a, [a+b] */
static u8 *emit_sum(u8 *p, unsigned a, unsigned b)
{
	u8 rex = (u8)(0x48 | (a >> 3) << 2 | (b >> 3) << 1 | a >> 3);

	/* With a displacement, which R13 as a base must have. */
	BYTES(rex, 0x8d, 0x44 | (a & 7) << 3, (b & 7) << 3 | (a & 7), 0);
	return p;
}

/* RBX + AL to a register. */
static u8 *emit_xlat(u8 *p, unsigned reg, const struct step *s)
{
	BYTES(0x40 | (reg >> 3) << 2, 0x0f, 0xb6, 0xc0 | (reg & 7) << 3); /* movzx reg, al */
	if (s->in.flags & I_ADDR32)
		*p++ = PREFIX_ADDR32;
	/* lea reg, [rbx+reg] */
	BYTES(0x48 | (reg >> 3) << 2 | (reg >> 3) << 1, 0x8d, 0x04 | (reg & 7) << 3,
	      (reg & 7) << 3 | RBX);
	return p;
}

/* Adds the base of a segment, by way of register b. */
static u8 *emit_segment(u8 *p, unsigned a, unsigned b, const struct step *s)
{
	if (s->in.flags & I_SEG_GS)
		p = emit_reload(p, b, T_GSBASE);
	else if (!engine.fsgsbase)
		p = emit_reload(p, b, T_MODEL_FS);
	else
		BYTES(0xf3, 0x48 | b >> 3, 0x0f, 0xae, 0xc0 | (b & 7)); /* rdfsbase b */
	return emit_sum(p, a, b);
}

/* The address to register a; b may be used. */
static u8 *emit_address(u8 *p, unsigned a, unsigned b, const struct step *s,
			const struct insn_access *access)
{
	switch ((enum access_at)access->at) {
	case AT_STACK:
		return emit_lea(p, a, RSP, access->disp);
	case AT_FRAME:
		return emit_lea(p, a, RBP, access->disp);
	case AT_RSI:
		p = emit_base(p, a, s, RSI);
		break;
	case AT_RDI:
		p = emit_base(p, a, s, RDI);
		break;
	case AT_RAX:
		p = emit_base(p, a, s, RAX);
		break;
	case AT_REG:
		p = emit_base(p, a, s, modrm_reg(&s->in));
		break;
	case AT_XLAT:
		p = emit_xlat(p, a, s);
		break;
	default:
		p = emit_explicit(p, a, s, access);
	}
	return is_moved(s, access) ? emit_segment(p, a, b, s) : p;
}

/* ---- The way to the model ---- */

/* Register r, which is a scratch register, is the address: tells the model. Before that r gets the
 * program's value if `whole` is set. */
static u8 *emit_event(u8 *p, unsigned r, u32 what, u64 ip, bool whole)
{
	if ((what & MODEL_KIND) < MODEL_STRING)
		p = emit_spill(p, r, T_MODEL_ADDRESS);
	if (model_facts.ips || (what & MODEL_KIND) == MODEL_BRANCH) {
		p = emit_movabs(p, r, ip);
		p = emit_spill(p, r, T_MODEL_IP);
	}
	if (whole)
		p = scratch_load(p, r);
	return outcome_emit_call(p, what);
}

/* The same in cold code, which then goes on at `back`. */
static u8 *emit_call(u8 *p, unsigned r, u32 what, u64 ip, const u8 *back, bool whole)
{
	return emit_jmp(emit_event(p, r, what, ip, whole), back);
}

/* Cold code is written twice, first where there is room for any, since it must be known where it
 * begins; and close to the rest, since there is a lot of it. */
static u8 *cold_try(void)
{
	return cache.cold - COLD_SIZE;
}
/* The place of code that was written there up to `end`. */
static u8 *cold_place(const u8 *end)
{
	return cache.cold -= end - cold_try();
}

/* An event whose model looks at the program's registers. */
static u8 *emit_whole_event(u8 *p, u32 what, u64 ip)
{
	p = scratch_restore(p, SCRATCH_ALL);
	p = scratch_save(p, RCX);
	return emit_event(p, RCX, what, ip, true);
}

static u32 what_of(const struct step *s, const struct insn_access *a)
{
	static const u32 kinds[] = {
		[ACCESS_READS] = MODEL_READ,
		[ACCESS_WRITES] = MODEL_WRITE,
		[ACCESS_MODIFIES] = MODEL_MODIFY,
	};

	return kinds[a->how] | (a->size ? a->size : 1) | (is_slow_fs(s, a) ? MODEL_FS : 0) |
	       (s->live ? MODEL_LIVE : 0);
}

static u32 filter_of(const struct insn_access *a)
{
	return a->how == ACCESS_READS || !model_facts.stores_apart ? T_LOADS : T_STORES;
}

/* The access goes to the model each time. */
static u8 *emit_always(u8 *p, const struct step *s, const struct insn_access *a)
{
	u32 what = what_of(s, a) | (a->at == AT_BIT ? MODEL_BIT : 0);
	struct scratch two = scratch_pair(s->in.regs, true);

	p = scratch_take(p, two, s->in.regs);
	if (a->at == AT_BIT)
		p = emit_bit_offset(p, two.b, s, a);
	if (s->in.regs >> two.b & 1)
		p = scratch_load(p, two.b);
	p = emit_address(p, two.a, two.b, s, a);
	return emit_event(p, two.a, what, s->pc, false);
}

/* ---- Times ---- */

static struct checked *checked;

/* Do lines that pass this filter have times? */
static bool is_timed(u32 filter)
{
	return filter == T_LOADS   ? model_facts.load_times :
	       filter == T_FETCHES ? model_facts.fetch_times :
				     false;
}

/* Where that of the entry at this place begins. */
static u32 times_of(u32 filter)
{
	return filter == T_LOADS ? T_TIMES : T_TIMES + ((u32)sizeof(u64) << FILTER_BITS);
}

static bool has_times(void)
{
	return model_facts.load_times || model_facts.fetch_times;
}

/* Takes times for the trace. RCX has the program's value, and so it has afterwards. */
static u8 *emit_take_times(u8 *p, const struct step *s)
{
	if (!s->live) {
		BYTES(0x65, 0x48, 0x81, 0x04, 0x25); /* add qword gs:[NOW], … */
		WORD(T_NOW);
		WORD(MODEL_TIMES);
		return p;
	}
	p = scratch_save_aside(p, RCX);
	p = emit_reload(p, RCX, T_NOW);
	p = emit_lea(p, RCX, RCX, MODEL_TIMES);
	p = emit_spill(p, RCX, T_NOW);
	return scratch_load(p, RCX);
}

/* The next one to a register. */
static u8 *emit_time(u8 *p, unsigned reg)
{
	p = emit_reload(p, reg, T_NOW);
	return emit_lea(p, reg, reg, (s32)++checked->times - MODEL_TIMES);
}

/* ---- Constant addresses ---- */

/* The halves of an entry that tell a line. */
static unsigned halves_of(u32 filter, u64 line)
{
	return filter == T_FETCHES && !(line >> FILTER_SURE) ? 1 : 2;
}

static u64 entry_of(u32 filter, u64 line)
{
	return filter_turned(line, filter == T_FETCHES ? FILTER_BITS : 64u - model_facts.load_bits);
}

/* Compares the filter's entry of a line with it. Jumps to `cold` if it is not there. RCX may be
 * used. */
static u8 *emit_line(u8 *p, u32 filter, u64 line, const u8 *cold)
{
	u32 at = filter + 8 * (line & FILTER_LAST);

	for (unsigned half = 0; half < halves_of(filter, line); half++) {
		BYTES(0x65, 0x8b, 0x0c, 0x25); /* mov ecx, gs:[at] */
		WORD(at + 4 * half);
		BYTES(0x8d, 0x89); /* lea ecx, [rcx - half of the entry] */
		WORD(0 - (u32)(entry_of(filter, line) >> 32 * half));
		BYTES(0xe3, 5); /* jrcxz over */
		p = emit_jmp(p, cold);
	}
	return p;
}

/* The same where the status flags are dead, without RCX. */
static u8 *emit_line_by_flags(u8 *p, u32 filter, u64 line, const u8 *cold)
{
	u32 at = filter + 8 * (line & FILTER_LAST);

	for (unsigned half = 0; half < halves_of(filter, line); half++) {
		BYTES(0x65, 0x81, 0x3c, 0x25); /* cmp dword gs:[at], half of the entry */
		WORD(at + 4 * half);
		WORD(entry_of(filter, line) >> 32 * half);
		p = emit_jne(p, cold);
	}
	return p;
}

/* The way to the model, by way of register r, which it brings back if `whole` is set. */
static u8 *emit_constant_cold(u8 *c, unsigned r, u64 address, u32 what, u64 ip, const u8 *back,
			      bool whole)
{
	if (whole)
		c = scratch_save_aside(c, r);
	c = emit_movabs(c, r, address);
	return emit_call(c, r, what, ip, back, whole);
}

/* An access to [address, …), of whose lines these must pass. */
static u8 *emit_constant(u8 *p, const struct step *s, u32 filter, u64 address, u32 what, u64 first,
			 u64 last)
{
	unsigned r = scratch_pair(s->in.regs, s->live).a;
	bool timed = is_timed(filter), whole = !s->live && !timed && !scratch_is_out(r);
	u8 *cold;

	cold = cold_place(emit_constant_cold(cold_try(), r, address, what, s->pc, p, whole));
	if (s->live || timed)
		p = scratch_take(p, (struct scratch){ r, r }, s->in.regs);
	for (u64 line = first; line <= last; line++)
		p = (s->live ? emit_line : emit_line_by_flags)(p, filter, line, cold);
	for (u64 line = first; timed && line <= last; line++) {
		p = emit_time(p, r);
		p = emit_spill(p, r, times_of(filter) + 8 * (line & FILTER_LAST));
	}
	emit_constant_cold(cold, r, address, what, s->pc, p, whole);
	return p;
}

/* ---- Data ---- */

/* The next time to register a, which becomes that of the entry whose place is in b. */
static u8 *emit_pass(u8 *p, struct scratch two, u32 filter)
{
	p = emit_time(p, two.a);
	/* mov gs:[b*8+times], a */
	BYTES(0x65, 0x48 | (two.a >> 3) << 2 | (two.b >> 3) << 1, 0x89, 0x04 | (two.a & 7) << 3,
	      0xc5 | (two.b & 7) << 3);
	WORD(times_of(filter));
	return p;
}

/* pext b, rcx or b, gs:[PLACE] */
static u8 *emit_place(u8 *p, unsigned b, unsigned from)
{
	BYTES(0x65, 0xc4, (b < 8 ? 0x80 : 0) | 0x62, 0x82 | (~from & 15) << 3, 0xf5,
	      0x04 | (b & 7) << 3, 0x25);
	WORD(T_MODEL_PLACE);
	return p;
}

/* The address is in RCX. Jumps to `cold` if so many bytes do not pass. */
static u8 *emit_look_up(u8 *p, unsigned b, u32 filter, u32 size, const u8 *cold)
{
	u8 *modrm;

	if (is_timed(filter))
		p = emit_spill(p, RCX, T_MODEL_ADDRESS);
	p = emit_place(p, b, RCX);
	/* mov b, gs:[b*8+filter] */
	BYTES(0x65, 0x48 | (b >> 3) << 2 | (b >> 3) << 1, 0x8b, 0x04 | (b & 7) << 3,
	      0xc5 | (b & 7) << 3);
	WORD(filter);
	modrm = p + 2;
	BYTES(0x48 | (b >> 3) << 1, 0x8d, 0x0c, (b & 7) << 3 | RCX); /* lea rcx, [rcx+b+…] */
	p = emit_disp(p, modrm, (s32)(size - (1u << model_facts.load_bits)));
	BYTES(0x65, 0xc4, 0xe2, 0xf2, 0xf5, 0x0c, 0x25); /* pext rcx, rcx, gs:[LINE] */
	WORD(T_MODEL_LINE);
	BYTES(0xe3, 5); /* jrcxz over */
	p = emit_jmp(p, cold);
	if (!is_timed(filter))
		return p;
	p = emit_reload(p, b, T_MODEL_ADDRESS);
	return emit_pass(emit_place(p, b, b), (struct scratch){ RCX, b }, filter);
}

/* The lower half of b becomes the number of a's line. */
static u8 *emit_number(u8 *p, struct scratch two)
{
	u8 a = two.a & 7, b = two.b & 7, rex_a = two.a >> 3, rex_b = two.b >> 3;

	if (cache.bmi2) { /* rorx b, a, … (32 bits) */
		BYTES(0xc4, (!rex_b << 7) | 0x40 | (!rex_a << 5) | 3, 0x7b, 0xf0, 0xc0 | b << 3 | a,
		      model_facts.load_bits);
		return p;
	}
	BYTES(0x40 | rex_b << 2 | rex_a, 0x8b, 0xc0 | b << 3 | a);  /* mov b, a (32 bits) */
	BYTES(0x40 | rex_b, 0xc1, 0xe8 | b, model_facts.load_bits); /* shr b, … (32 bits) */
	return p;
}

/* The same where the status flags are dead. */
static u8 *emit_look_up_by_flags(u8 *p, struct scratch two, u32 filter, u32 size, const u8 *cold)
{
	u8 a = two.a & 7, b = two.b & 7, rex_a = two.a >> 3, rex_b = two.b >> 3;
	u32 most = (2u << model_facts.load_bits) - 1 - size;

	p = emit_number(p, two);
	if (rex_b)
		*p++ = 0x41;
	BYTES(0x81, 0xe0 | b); /* and b, … (32 bits) */
	WORD(FILTER_LAST);
	/* add a, gs:[b*8+filter] */
	BYTES(0x65, 0x48 | rex_a << 2 | rex_b << 1, 0x03, 0x04 | a << 3, 0xc5 | b << 3);
	WORD(filter);
	BYTES(0x48 | rex_a, most < 128 ? 0x83 : 0x81, 0xf8 | a); /* cmp a, … */
	if (most < 128)
		*p++ = (u8)most;
	else
		WORD(most);
	p = emit_ja(p, cold);
	return is_timed(filter) ? emit_pass(p, two, filter) : p;
}

/* The address is known. */
static u8 *emit_known(u8 *p, const struct step *s, const struct insn_access *a, u64 address)
{
	u64 first = address >> model_facts.load_bits;
	u64 last = (address + (a->size ? a->size - 1 : 0)) >> model_facts.load_bits;

	if (first != last) /* such an access never passes */
		return emit_always(p, s, a);
	return emit_constant(p, s, filter_of(a), address, what_of(s, a), first, last);
}

static u8 *emit_data_cold(u8 *c, struct scratch two, const struct step *s,
			  const struct insn_access *a, const u8 *back)
{
	if (s->in.regs >> two.a & 1)
		c = scratch_load(c, two.a);
	if (s->in.regs >> two.b & 1)
		c = scratch_load(c, two.b);
	c = emit_address(c, two.a, two.b, s, a);
	return emit_call(c, two.a, what_of(s, a), s->pc, back, false);
}

static u8 *emit_data(u8 *p, const struct step *s, const struct insn_access *a)
{
	struct scratch two = scratch_pair(s->in.regs, s->live);
	u32 size = a->size ? a->size : 1;
	u64 address;
	u8 *cold;

	if (!model_facts.filters || (s->live && !cache.bmi2) || a->at == AT_BIT ||
	    size > 1u << model_facts.load_bits)
		return emit_always(p, s, a);
	if (a->at == AT_OPERAND && !is_moved(s, a) && is_known(s, a, &address))
		return emit_known(p, s, a, address);
	cold = cold_place(emit_data_cold(cold_try(), two, s, a, p));
	p = scratch_take(p, two, s->in.regs);
	p = emit_address(p, two.a, two.b, s, a);
	if (s->live)
		p = emit_look_up(p, two.b, filter_of(a), size, cold);
	else
		p = emit_look_up_by_flags(p, two, filter_of(a), size, cold);

	emit_data_cold(cold, two, s, a, p);
	return p;
}

/* ---- Repeated string instructions ---- */

static u8 *emit_string(u8 *p, const struct step *s, const struct insn_access *a)
{
	static const u8 ops[16] = {
		[0x4] = MODEL_MOVS, [0x5] = MODEL_MOVS, [0x6] = MODEL_CMPS, [0x7] = MODEL_CMPS,
		[0xa] = MODEL_STOS, [0xb] = MODEL_STOS, [0xc] = MODEL_LODS, [0xd] = MODEL_LODS,
		[0xe] = MODEL_SCAS, [0xf] = MODEL_SCAS,
	};
	const struct insn *in = &s->in;
	u32 what = MODEL_STRING | ops[in->op & 15];
	what |= (u32)__builtin_ctz(a->size) << MODEL_STRING_SIZE;
	for (unsigned i = 0; i < in->n_prefix; i++)
		if (s->bytes[i] == 0xf2 || s->bytes[i] == 0xf3)
			what = (what & ~(u32)MODEL_STRING_REPNE) |
			       (s->bytes[i] == 0xf2 ? MODEL_STRING_REPNE : 0);
	if (in->flags & I_ADDR32)
		what |= MODEL_STRING_ADDR32;
	if (in->flags & I_SEG_FS)
		what |= MODEL_STRING_FS;
	if (in->flags & I_SEG_GS)
		what |= MODEL_STRING_GS;
	return emit_whole_event(p, what, s->pc);
}

/* ---- Branches ---- */

/* LOOPcc and JrCXZ are told, the others noted. */
static u8 *emit_branch(u8 *p, const struct step *s)
{
	static const u32 ops[] = { MODEL_LOOPNE, MODEL_LOOPE, MODEL_LOOP, MODEL_JRCXZ };
	u32 narrow = s->in.flags & I_ADDR32 ? MODEL_BRANCH_ADDR32 : 0;

	if (s->in.kind != K_LOOP && s->in.kind != K_JRCXZ)
		return outcome_emit(p, s);
	return emit_whole_event(p, MODEL_BRANCH | ops[s->in.op & 3] | narrow, s->pc);
}

/* ---- An instruction ---- */

static u8 *emit_fetch(u8 *p, const struct step *s)
{
	u64 first = s->pc >> model_facts.fetch_bits;
	u64 last = (s->pc + s->in.len - 1) >> model_facts.fetch_bits, from = first;
	u32 what = MODEL_FETCH | s->in.len | (s->live ? MODEL_LIVE : 0);
	u64 at = s->pc;

	if (first == checked->line)
		from = first + 1;
	checked->line = last;
	if (from > last)
		return p;
	if (from > first && model_facts.fetch_apart) {
		/* The line that it begins in was fetched last, so that nothing would change. */
		at = from << model_facts.fetch_bits;
		what -= (u32)(at - s->pc);
	}
	what |= at >> model_facts.fetch_bits < last ? MODEL_LINES : 0;
	if (model_facts.filters)
		return emit_constant(p, s, T_FETCHES, at, what, from, last);
	p = scratch_restore(p, SCRATCH_ALL);
	p = scratch_save(p, RCX);
	p = emit_movabs(p, RCX, at);
	return emit_event(p, RCX, what, s->pc, true);
}

static u8 *emit_accesses(u8 *p, const struct step *s)
{
	struct insn_access access[INSN_ACCESSES];
	unsigned n = insn_accesses(s->bytes, &s->in, access);

	if (s->in.flags & I_REP && n)
		return emit_string(p, s, &access[0]);
	for (unsigned i = 0; i < n && i < MAX_ACCESSES; i++)
		if (access[i].at != AT_GATHER && access[i].at != AT_TILE)
			p = emit_data(p, s, &access[i]);
	return p;
}

/* Does the instruction load FS, and so its base? The others that do so are system calls. */
static bool loads_fs(const struct insn *in)
{
	switch (in->kind) {
	case K_MOV_TO_SREG:
		return (in->modrm >> 3 & 7) == SREG_FS;
	case K_POP_FSGS:
		return in->op == OP_POP_FS;
	case K_LOAD_FARPTR:
		return in->op == OP_LFS;
	default:
		return false;
	}
}

/* Has its code exits, or scratch registers of its own? */
static bool needs_all(const struct step *s)
{
	return (s->role != R_PLAIN && s->role != R_FOLLOW_JMP && s->role != R_CALL) ||
	       s->in.flags & I_SEG_GS;
}

u8 *check_emit_begin(u8 *p, const struct step *s)
{
	if (model_facts.branches)
		p = outcome_emit_room(p, s);
	return has_times() ? emit_take_times(p, s) : p;
}

u8 *check_emit(u8 *p, const struct step *s, struct checked *so_far)
{
	checked = so_far;
	if (has_times() && checked->times > MODEL_TIMES - MAX_TIMES) {
		p = scratch_restore(p, SCRATCH_ALL);
		p = emit_take_times(p, s);
		checked->times = 0;
	}
	if (model_facts.fetch)
		p = emit_fetch(p, s);
	if (model_facts.data && s->in.flags & (I_LOAD | I_STORE)) {
		p = emit_accesses(p, s);
		if (model_facts.evicts_code)
			checked->line = CHECK_NO_LINE;
	}
	if (model_facts.data && loads_fs(&s->in))
		p = emit_store(p, T_MODEL_FS + 4, MODEL_FS_UNKNOWN >> 32);
	if (model_facts.branches)
		p = emit_branch(p, s);
	p = scratch_restore(p, needs_all(s) ? SCRATCH_ALL : s->in.regs);
	return p;
}
