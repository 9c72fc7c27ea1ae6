// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A check computes the lines of the first and the last byte of an access, and looks the first one
 * up in a filter (core/machine/cache/filter.h). If the entry is not minus the last one's number,
 * the access is the model's. RCX and RDX are in spill slots meanwhile. The way to the model is cold
 * code.
 *
 *	mov gs:[RCX], rcx;  mov gs:[RDX], rdx		unless they are there
 *	lea rcx, [operand];  lea rdx, [rcx + size - 1]
 *	pext rdx, rdx, LINE;  pext rcx, rcx, PLACE
 *	mov rcx, gs:[rcx * 8 + FILTER];  lea rcx, [rcx + rdx];  jrcxz over;  jmp cold
 * over:
 *	mov rdx, gs:[RDX];  mov rcx, gs:[RCX]
 *
 * No flag changes, for a handler of a fault may look at them.
 */
#include "emu/code/check.h"

#include "core/machine/cache/filter.h"
#include "emu/base/cpu.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/select.h"
#include "emu/decode/access.h"
#include "emu/model/access.h"
#include "emu/model/model.h"

#define PREFIX_ADDR32 0x67
#define FILTER_LAST   ((1u << FILTER_BITS) - 1)
#define COLD_SIZE     192 /* at most */
#define MAX_ACCESSES  8	  /* only ENTER makes more */

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

/* Does only a system call tell the segment's base? */
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

/* lea rcx, [base], cut to 32 bits if the instruction has that prefix */
static u8 *emit_base(u8 *p, const struct step *s, unsigned base)
{
	if (s->in.flags & I_ADDR32)
		*p++ = PREFIX_ADDR32;
	return emit_lea(p, RCX, base, 0);
}

/* The operand of ModRM, or MOFFS, to RCX. */
static u8 *emit_explicit(u8 *p, const struct step *s, const struct insn_access *a)
{
	u64 address;

	if (is_known(s, a, &address))
		return emit_movabs(p, RCX, address);
	return emit_operand(p, RCX, s, a);
}

/* Tells the bit offset of BT and its like, which moves the operand. RDX may be used. */
static u8 *emit_bit_offset(u8 *p, const struct step *s, const struct insn_access *a)
{
	unsigned reg = (s->in.modrm >> 3 & 7) | (s->in.rex & 4) << 1;
	u8 rex = (u8)(0x48 | reg >> 3), rm = (u8)(0xd0 | (reg & 7));

	if (a->size == 2)
		BYTES(rex, 0x0f, 0xbf, rm); /* movsx rdx, reg */
	else if (a->size == 4)
		BYTES(rex, 0x63, rm); /* movsxd rdx, reg */
	else
		BYTES(rex, 0x8b, rm); /* mov rdx, reg */
	p = emit_spill(p, RDX, T_MODEL_BIT);
	return emit_reload(p, RDX, T_MODEL_RDX);
}

/* The address to RCX; RDX may be used. The FS base is not in it if only a system call tells it. */
static u8 *emit_address(u8 *p, const struct step *s, const struct insn_access *a)
{
	switch ((enum access_at)a->at) {
	case AT_STACK:
		return emit_lea(p, RCX, RSP, a->disp);
	case AT_FRAME:
		return emit_lea(p, RCX, RBP, a->disp);
	case AT_RSI:
		p = emit_base(p, s, RSI);
		break;
	case AT_RDI:
		p = emit_base(p, s, RDI);
		break;
	case AT_RAX:
		p = emit_base(p, s, RAX);
		break;
	case AT_REG:
		p = emit_base(p, s, (s->in.modrm >> 3 & 7) | (s->in.rex & 4) << 1);
		break;
	case AT_XLAT:
		BYTES(0x0f, 0xb6, 0xc8); /* movzx ecx, al */
		if (s->in.flags & I_ADDR32)
			*p++ = PREFIX_ADDR32;
		BYTES(0x48, 0x8d, 0x0c, 0x0b); /* lea rcx, [rbx+rcx] */
		break;
	default:
		p = emit_explicit(p, s, a);
	}
	if (!is_moved(s, a) || is_slow_fs(s, a))
		return p;
	if (s->in.flags & I_SEG_GS)
		p = emit_reload(p, RDX, T_GSBASE);
	else
		BYTES(0xf3, 0x48, 0x0f, 0xae, 0xc2); /* rdfsbase rdx */
	BYTES(0x48, 0x8d, 0x0c, 0x11);		     /* lea rcx, [rcx+rdx] */
	return p;
}

/* ---- Scratch registers ---- */

/*
 * Which of the program's registers are in their slots, though they are in place, too: the trace has
 * not changed them since an earlier check. Without a store for each check, and with its result
 * awaited by the next one, checks need not wait for each other.
 */
static struct {
	bool rcx, rdx;
} saved;

void check_begin(void)
{
	saved.rcx = saved.rdx = false;
}

/* RCX may be used from here on, and RDX if `both`. */
static u8 *emit_save(u8 *p, bool both)
{
	if (!saved.rcx)
		p = emit_spill(p, RCX, T_MODEL_RCX);
	if (both && !saved.rdx)
		p = emit_spill(p, RDX, T_MODEL_RDX);
	saved.rcx = true;
	saved.rdx |= both;
	return p;
}

/* The instruction may change its registers. */
static void forget(const struct insn *in)
{
	saved.rcx = saved.rcx && !(in->regs >> RCX & 1);
	saved.rdx = saved.rdx && !(in->regs >> RDX & 1);
}

/* ---- The way to the model ---- */

/* RCX is the address, the program's is in the slot: tells the model, and goes on at `back`. */
static u8 *emit_call(u8 *p, u32 what, u64 ip, const u8 *back, u32 slot)
{
	if ((what & MODEL_KIND) < MODEL_STRING)
		p = emit_spill(p, RCX, T_MODEL_ADDRESS);
	if (model_facts.ips || (what & MODEL_KIND) == MODEL_BRANCH) {
		p = emit_movabs(p, RCX, ip);
		p = emit_spill(p, RCX, T_MODEL_IP);
	}
	BYTES(0x48, 0x8d, 0x0d); /* lea rcx, [rip+back] */
	REL32(back);
	p = emit_spill(p, RCX, T_MODEL_BACK);
	p = emit_reload(p, RCX, slot);
	BYTES(0x65, 0xc7, 0x04, 0x25); /* mov dword gs:[WHAT], what */
	WORD(T_MODEL_WHAT);
	WORD(what);
	return emit_jmp(p, cache.tramp_model);
}

/* The same, each time the program comes here. */
static u8 *emit_event(u8 *p, u32 what, u64 ip, u32 slot)
{
	/* Its length does not depend on where it goes back to. */
	const u8 *back = emit_call(p, what, ip, p, slot);

	return emit_call(p, what, ip, back, slot);
}

static u32 what_of(const struct insn_access *a)
{
	static const u32 kinds[] = {
		[ACCESS_READS] = MODEL_READ,
		[ACCESS_WRITES] = MODEL_WRITE,
		[ACCESS_MODIFIES] = MODEL_MODIFY,
	};

	return kinds[a->how] | (a->size ? a->size : 1);
}

static u32 filter_of(const struct insn_access *a)
{
	return a->how == ACCESS_READS || !model_facts.stores_apart ? T_LOADS : T_STORES;
}

/* The access goes to the model each time. */
static u8 *emit_always(u8 *p, const struct step *s, const struct insn_access *a)
{
	u32 what = what_of(a) | (is_slow_fs(s, a) ? MODEL_FS : 0) |
		   (a->at == AT_BIT ? MODEL_BIT : 0);

	p = emit_save(p, true);
	if (a->at == AT_BIT)
		p = emit_bit_offset(p, s, a);
	p = emit_address(p, s, a);
	p = emit_reload(p, RDX, T_MODEL_RDX);
	return emit_event(p, what, s->pc, T_MODEL_RCX);
}

/* ---- Constant addresses ---- */

/* Compares the filter's entry of a line with it. Jumps to `cold` if it is not there. RCX may be
 * used. */
static u8 *emit_line(u8 *p, u32 filter, u64 line, const u8 *cold)
{
	u32 at = filter + 8 * (line & FILTER_LAST);

	for (unsigned half = 0; half < 2; half++) {
		BYTES(0x65, 0x8b, 0x0c, 0x25); /* mov ecx, gs:[at] */
		WORD(at + 4 * half);
		BYTES(0x8d, 0x89); /* lea ecx, [rcx - half of the entry] */
		WORD(0 - (u32)((0 - line) >> 32 * half));
		BYTES(0xe3, 5); /* jrcxz over */
		p = emit_jmp(p, cold);
	}
	return p;
}

/* An access to [address, …), of whose lines these must pass. */
static u8 *emit_constant(u8 *p, const struct step *s, u32 filter, u64 address, u32 what, u64 first,
			 u64 last)
{
	u8 *cold = cache.cold -= COLD_SIZE, *c;

	p = emit_save(p, false);
	for (u64 line = first; line <= last; line++)
		p = emit_line(p, filter, line, cold);
	p = emit_reload(p, RCX, T_MODEL_RCX);
	c = emit_movabs(cold, RCX, address);
	emit_call(c, what, s->pc, p, T_MODEL_RCX);
	return p;
}

/* ---- Data ---- */

/* The first and the last address are in RCX and RDX. Jumps to `cold` if they do not pass. */
static u8 *emit_look_up(u8 *p, u32 filter, const u8 *cold)
{
	BYTES(0x65, 0xc4, 0xe2, 0xea, 0xf5, 0x14, 0x25); /* pext rdx, rdx, gs:[LINE] */
	WORD(T_MODEL_LINE);
	BYTES(0x65, 0xc4, 0xe2, 0xf2, 0xf5, 0x0c, 0x25); /* pext rcx, rcx, gs:[PLACE] */
	WORD(T_MODEL_PLACE);
	BYTES(0x65, 0x48, 0x8b, 0x0c, 0xcd); /* mov rcx, gs:[rcx*8+filter] */
	WORD(filter);
	BYTES(0x48, 0x8d, 0x0c, 0x11); /* lea rcx, [rcx+rdx] */
	BYTES(0xe3, 5);		       /* jrcxz over */
	return emit_jmp(p, cold);
}

/* The address is known. */
static u8 *emit_known(u8 *p, const struct step *s, const struct insn_access *a, u64 address)
{
	u64 first = address >> model_facts.load_bits;
	u64 last = (address + (a->size ? a->size - 1 : 0)) >> model_facts.load_bits;

	if (first != last) /* such an access never passes */
		return emit_always(p, s, a);
	return emit_constant(p, s, filter_of(a), address, what_of(a), first, last);
}

static u8 *emit_data(u8 *p, const struct step *s, const struct insn_access *a)
{
	u64 address;
	u8 *cold, *c;

	if (!model_facts.filters || !cache.bmi2 || is_slow_fs(s, a) || a->at == AT_BIT)
		return emit_always(p, s, a);
	if (a->at == AT_OPERAND && !is_moved(s, a) && is_known(s, a, &address))
		return emit_known(p, s, a, address);
	cold = cache.cold -= COLD_SIZE;
	p = emit_save(p, true);
	p = emit_address(p, s, a);
	p = emit_lea(p, RDX, RCX, a->size ? a->size - 1 : 0);
	p = emit_look_up(p, filter_of(a), cold);
	p = emit_reload(p, RDX, T_MODEL_RDX);
	p = emit_reload(p, RCX, T_MODEL_RCX);

	c = emit_reload(cold, RDX, T_MODEL_RDX);
	c = emit_reload(c, RCX, T_MODEL_RCX);
	c = emit_address(c, s, a);
	if (is_moved(s, a))
		c = emit_reload(c, RDX, T_MODEL_RDX);
	emit_call(c, what_of(a), s->pc, p, T_MODEL_RCX);
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
	p = emit_save(p, false);
	return emit_event(p, what, s->pc, T_MODEL_RCX);
}

/* ---- Branches ---- */

/* The model sees each branch. */
static u8 *emit_told(u8 *p, u32 what, u64 ip)
{
	p = emit_save(p, false);
	return emit_event(p, MODEL_BRANCH | what, ip, T_MODEL_RCX);
}

static u8 *emit_conditional(u8 *p, const struct step *s)
{
	static const u32 ops[] = { MODEL_LOOPNE, MODEL_LOOPE, MODEL_LOOP, MODEL_JRCXZ };
	u32 narrow = s->in.flags & I_ADDR32 ? MODEL_BRANCH_ADDR32 : 0;

	if (s->in.kind != K_JCC)
		return emit_told(p, ops[s->in.op & 3] | narrow, s->pc);
	BYTES(0x65, 0x0f, 0x90 | s->in.cc, 0x04, 0x25); /* setcc byte gs:[ADDRESS] */
	WORD(T_MODEL_ADDRESS);
	return emit_told(p, MODEL_CONDITIONAL, s->pc);
}

static u8 *emit_branch(u8 *p, const struct step *s)
{
	switch ((enum role)s->role) {
	case R_SIDE:
	case R_SIDE_INV:
	case R_OPEN:
		return emit_conditional(p, s);
	case R_CALL:
	case R_CALL_IND:
		return emit_told(p, MODEL_CALL, s->pc + s->in.len);
	case R_RET:
	case R_RET_CHECK:
		return emit_told(p, MODEL_RETURN, s->pc);
	default:
		return p;
	}
}

u8 *check_emit_target(u8 *p, u64 ip)
{
	p = emit_spill(p, RCX, T_SPILL2);
	return emit_event(p, MODEL_BRANCH | MODEL_INDIRECT, ip, T_SPILL2);
}

/* ---- An instruction ---- */

static u8 *emit_fetch(u8 *p, const struct step *s, u64 *line)
{
	u64 first = s->pc >> model_facts.fetch_bits;
	u64 last = (s->pc + s->in.len - 1) >> model_facts.fetch_bits, from = first;
	u32 what = MODEL_FETCH | s->in.len;

	if (first == *line)
		from = first + 1;
	*line = last;
	if (from > last)
		return p;
	if (model_facts.filters)
		return emit_constant(p, s, T_FETCHES, s->pc, what, from, last);
	p = emit_save(p, false);
	p = emit_movabs(p, RCX, s->pc);
	return emit_event(p, what, s->pc, T_MODEL_RCX);
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

u8 *check_emit(u8 *p, const struct step *s, u64 *line)
{
	if (model_facts.fetch)
		p = emit_fetch(p, s, line);
	if (model_facts.data && s->in.flags & (I_LOAD | I_STORE)) {
		p = emit_accesses(p, s);
		if (model_facts.evicts_code)
			*line = CHECK_NO_LINE;
	}
	if (model_facts.branches)
		p = emit_branch(p, s);
	forget(&s->in);
	return p;
}
