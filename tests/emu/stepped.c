/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses of what an instruction accesses, in the order of the CPU: reads, read-modify-writes,
 * writes. Zydis names a stack operand by RSP alone, a bit's operand without the bit's offset, and
 * XLAT's without AL.
 */
#include "tests/emu/stepped.h"

#include <stdlib.h>
#include <string.h>
#include "core/machine/access.h"
#include "tests/emu/modelling.h"

static struct machine machine;
static struct machine_state state;
static ZydisDecoder decoder;

void stepped_start(const char *words)
{
	u32 parts;

	modelling_machine(words, &machine, &parts);
	pmc_machine_init(&state, &machine, parts,
			 aligned_alloc(64, pmc_machine_bytes(&machine, parts)));
	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	ZydisDecoderEnableMode(&decoder, ZYDIS_DECODER_MODE_MPX, ZYAN_FALSE);
}

/* ---- What Zydis computes addresses from ---- */

static ZydisRegisterContext context;

static void set_context(const struct user_regs_struct *r)
{
	const unsigned long long all[16] = {
		r->rax, r->rcx, r->rdx, r->rbx, r->rsp, r->rbp, r->rsi, r->rdi,
		r->r8,	r->r9,	r->r10, r->r11, r->r12, r->r13, r->r14, r->r15,
	};

	for (int i = 0; i < 16; i++) {
		context.values[ZYDIS_REGISTER_RAX + i] = all[i];
		context.values[ZYDIS_REGISTER_EAX + i] = (uint32_t)all[i];
		context.values[ZYDIS_REGISTER_AX + i] = (uint16_t)all[i];
	}
}

bool stepped_no_access(const ZydisDecodedInstruction *in)
{
	switch (in->meta.category) {
	case ZYDIS_CATEGORY_NOP:
	case ZYDIS_CATEGORY_WIDENOP:
	case ZYDIS_CATEGORY_PREFETCH:
	case ZYDIS_CATEGORY_PREFETCHWT1:
	case ZYDIS_CATEGORY_CLDEMOTE:
	case ZYDIS_CATEGORY_CLFLUSHOPT:
	case ZYDIS_CATEGORY_CLWB:
	case ZYDIS_CATEGORY_INTERRUPT:
		return true;
	default:
		return in->mnemonic == ZYDIS_MNEMONIC_CLFLUSH;
	}
}

/* How many bytes further the operand of BT and its kin is. */
static int64_t bit_offset(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op)
{
	int64_t bit;

	if ((in->mnemonic != ZYDIS_MNEMONIC_BT && in->mnemonic != ZYDIS_MNEMONIC_BTS &&
	     in->mnemonic != ZYDIS_MNEMONIC_BTR && in->mnemonic != ZYDIS_MNEMONIC_BTC) ||
	    op[1].type != ZYDIS_OPERAND_TYPE_REGISTER)
		return 0;
	bit = (int64_t)context.values[op[1].reg.value];
	if (op[1].size == 32)
		bit = (int32_t)bit;
	else if (op[1].size == 16)
		bit = (int16_t)bit;
	/* in whole operands, downwards for negative ones */
	return (bit >> (op[1].size == 64 ? 6 : op[1].size == 32 ? 5 : 4)) * (op[1].size / 8);
}

static uint64_t address_of(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
			   const ZydisDecodedOperand *o, const struct user_regs_struct *r)
{
	bool shown = o->visibility == ZYDIS_OPERAND_VISIBILITY_EXPLICIT;
	uint64_t address = 0;

	ZydisCalcAbsoluteAddressEx(in, o, r->rip, &context, &address);
	if (o->mem.segment == ZYDIS_REGISTER_FS)
		address += r->fs_base;
	else if (o->mem.segment == ZYDIS_REGISTER_GS)
		address += r->gs_base;
	if (o->mem.base == ZYDIS_REGISTER_RSP && !shown &&
	    (o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
		address -= o->size / 8;		 /* pushes */
	if (in->mnemonic == ZYDIS_MNEMONIC_XLAT) /* Zydis leaves AL out */
		address += (uint8_t)r->rax;
	if (in->mnemonic == ZYDIS_MNEMONIC_POP && shown && o->mem.base == ZYDIS_REGISTER_RSP)
		address += o->size / 8;
	return address + (uint64_t)(shown ? bit_offset(in, op) : 0);
}

/* ---- Telling the machine ---- */

/* Pushes RBP, copies the frame pointers of enclosing procedures, and pushes its own (SDM). */
static void tell_enter(const ZydisDecodedInstruction *in, const struct user_regs_struct *r)
{
	unsigned level = in->raw.imm[1].value.u & 31;

	pmc_machine_write(&state, r->rsp - 8, 8, r->rip);
	for (unsigned i = 1; i < level; i++) {
		pmc_machine_read(&state, r->rbp - 8ull * i, 8, r->rip);
		pmc_machine_write(&state, r->rsp - 8 - 8ull * i, 8, r->rip);
	}
	if (level)
		pmc_machine_write(&state, r->rsp - 8 - 8ull * level, 8, r->rip);
}

static void tell_data(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
		      const struct user_regs_struct *r)
{
	/* by whether they read, and whether they write */
	static void (*const steps[])(struct machine_state *, u64, u32, u64) = {
		pmc_machine_read,
		pmc_machine_modify,
		pmc_machine_write,
	};

	if (in->mnemonic == ZYDIS_MNEMONIC_ENTER) {
		tell_enter(in, r);
		return;
	}
	for (int step = 0; step < 3; step++) {
		for (int i = 0; i < in->operand_count; i++) {
			const ZydisDecodedOperand *o = &op[i];
			bool reads = o->actions & ZYDIS_OPERAND_ACTION_MASK_READ;
			bool writes = o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;

			if (o->type != ZYDIS_OPERAND_TYPE_MEMORY ||
			    o->mem.type == ZYDIS_MEMOP_TYPE_AGEN || (!reads && !writes) ||
			    step != (reads && writes ? 1 :
				     reads	     ? 0 :
						       2))
				continue;
			if (o->mem.type == ZYDIS_MEMOP_TYPE_VSIB || !o->size) {
				fprintf(stderr, "step: no address of what is accessed at %llx\n",
					r->rip);
				exit(125);
			}
			steps[step](&state, address_of(in, op, o, r), o->size / 8, r->rip);
		}
	}
}

static void tell_branch(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
			const struct user_regs_struct *r, uint64_t next, bool taken)
{
	bool direct = op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;

	switch (in->meta.category) {
	case ZYDIS_CATEGORY_COND_BR:
		if (in->meta.branch_type != ZYDIS_BRANCH_TYPE_NONE)
			pmc_machine_conditional(&state, r->rip, taken);
		break;
	case ZYDIS_CATEGORY_UNCOND_BR:
	case ZYDIS_CATEGORY_CALL:
		if (!direct)
			pmc_machine_indirect(&state, r->rip, next);
		if (in->mnemonic == ZYDIS_MNEMONIC_CALL)
			pmc_machine_call(&state, r->rip + in->length);
		break;
	case ZYDIS_CATEGORY_RET:
		pmc_machine_return(&state, next);
		break;
	default:
		break;
	}
}

void stepped_tell(const uint8_t *bytes, unsigned n, const struct user_regs_struct *before,
		  uint64_t next, bool taken, bool again)
{
	const ZydisInstructionAttributes rep = ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE |
					       ZYDIS_ATTRIB_HAS_REPNE;
	ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
	ZydisDecodedInstruction in;

	if (ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, bytes, n, &in, op)))
		return;
	set_context(before);
	if (!again)
		pmc_machine_fetch(&state, before->rip, in.length);
	if (!stepped_no_access(&in) &&
	    !(in.meta.category == ZYDIS_CATEGORY_STRINGOP && (in.attributes & rep) &&
	      !(in.address_width == 32 ? (uint32_t)before->rcx : before->rcx)))
		tell_data(&in, op, before);
	if (next && (state.parts & MACHINE_BRANCH))
		tell_branch(&in, op, before, next, taken);
}

void stepped_print(FILE *out)
{
	modelling_print(out, &state.own_counts);
}
