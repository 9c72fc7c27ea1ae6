/* SPDX-License-Identifier: BSD-2-Clause */
/* What Zydis says of an instruction, in the words of emu/decode/decode.h. */
#include "tests/diff/pair.h"

static bool is_memory(const ZydisDecodedOperand *o)
{
	return o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type != ZYDIS_MEMOP_TYPE_AGEN;
}

bool zydis_access(const struct pair *p, ZydisOperandActions mask)
{
	for (int i = 0; i < p->z.operand_count; i++)
		if (is_memory(&p->op[i]) && (p->op[i].actions & mask))
			return true;
	return false;
}

static unsigned general_register(ZydisRegister r)
{
	ZydisRegister full = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);

	if (full < ZYDIS_REGISTER_RAX || full > ZYDIS_REGISTER_R15)
		return 0;
	return 1u << (full - ZYDIS_REGISTER_RAX);
}

uint32_t zydis_regs(const struct pair *p)
{
	uint32_t regs = 0;

	for (int i = 0; i < p->z.operand_count; i++) {
		const ZydisDecodedOperand *o = &p->op[i];

		if (o->type == ZYDIS_OPERAND_TYPE_REGISTER) {
			regs |= general_register(o->reg.value);
		} else if (o->type == ZYDIS_OPERAND_TYPE_MEMORY) {
			regs |= general_register(o->mem.base);
			regs |= general_register(o->mem.index);
		}
	}
	return regs;
}

bool zydis_segment(const struct pair *p, ZydisRegister seg)
{
	for (int i = 0; i < p->z.operand_count; i++)
		if (is_memory(&p->op[i]) && p->op[i].mem.segment == seg)
			return true;
	return false;
}

bool zydis_is_rip_relative(const struct pair *p)
{
	for (int i = 0; i < p->z.operand_count; i++)
		if (p->op[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
		    (p->op[i].mem.base == ZYDIS_REGISTER_RIP ||
		     p->op[i].mem.base == ZYDIS_REGISTER_EIP))
			return true;
	return false;
}

enum insn_kind zydis_kind(const struct pair *p)
{
	switch (p->z.mnemonic) {
	case ZYDIS_MNEMONIC_JB:
	case ZYDIS_MNEMONIC_JBE:
	case ZYDIS_MNEMONIC_JL:
	case ZYDIS_MNEMONIC_JLE:
	case ZYDIS_MNEMONIC_JNB:
	case ZYDIS_MNEMONIC_JNBE:
	case ZYDIS_MNEMONIC_JNL:
	case ZYDIS_MNEMONIC_JNLE:
	case ZYDIS_MNEMONIC_JNO:
	case ZYDIS_MNEMONIC_JNP:
	case ZYDIS_MNEMONIC_JNS:
	case ZYDIS_MNEMONIC_JNZ:
	case ZYDIS_MNEMONIC_JO:
	case ZYDIS_MNEMONIC_JP:
	case ZYDIS_MNEMONIC_JS:
	case ZYDIS_MNEMONIC_JZ:
		return K_JCC;
	case ZYDIS_MNEMONIC_LOOP:
	case ZYDIS_MNEMONIC_LOOPE:
	case ZYDIS_MNEMONIC_LOOPNE:
		return K_LOOP;
	case ZYDIS_MNEMONIC_JRCXZ:
	case ZYDIS_MNEMONIC_JECXZ:
		return K_JRCXZ;
	case ZYDIS_MNEMONIC_JMP:
		return p->z.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? K_FAR :
		       p->op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE  ? K_JMP :
									K_JMP_IND;
	case ZYDIS_MNEMONIC_CALL:
		return p->z.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? K_FAR :
		       p->op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE  ? K_CALL :
									K_CALL_IND;
	case ZYDIS_MNEMONIC_RET:
		return p->z.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? K_FAR : K_RET;
	case ZYDIS_MNEMONIC_IRET:
	case ZYDIS_MNEMONIC_IRETD:
	case ZYDIS_MNEMONIC_IRETQ:
	case ZYDIS_MNEMONIC_SYSENTER:
	case ZYDIS_MNEMONIC_SYSEXIT:
	case ZYDIS_MNEMONIC_SYSRET:
	case ZYDIS_MNEMONIC_RSM:
	case ZYDIS_MNEMONIC_UIRET:
		return K_FAR;
	case ZYDIS_MNEMONIC_SYSCALL:
		return K_SYSCALL;
	case ZYDIS_MNEMONIC_CPUID:
		return K_CPUID;
	case ZYDIS_MNEMONIC_RDRAND:
		return K_RDRAND;
	case ZYDIS_MNEMONIC_RDSEED:
		return K_RDSEED;
	case ZYDIS_MNEMONIC_XBEGIN:
		return K_XBEGIN;
	case ZYDIS_MNEMONIC_XEND:
	case ZYDIS_MNEMONIC_XABORT:
	case ZYDIS_MNEMONIC_XTEST:
		return K_XEND;
	case ZYDIS_MNEMONIC_RDPMC:
		return K_RDPMC;
	case ZYDIS_MNEMONIC_RDTSC:
	case ZYDIS_MNEMONIC_RDTSCP:
		return K_RDTSC;
	case ZYDIS_MNEMONIC_RDPID:
		return K_RDPID;
	case ZYDIS_MNEMONIC_XGETBV:
		return K_XGETBV;
	case ZYDIS_MNEMONIC_XSAVE:
	case ZYDIS_MNEMONIC_XSAVE64:
	case ZYDIS_MNEMONIC_XSAVEOPT:
	case ZYDIS_MNEMONIC_XSAVEOPT64:
	case ZYDIS_MNEMONIC_XSAVEC:
	case ZYDIS_MNEMONIC_XSAVEC64:
	case ZYDIS_MNEMONIC_XSAVES:
	case ZYDIS_MNEMONIC_XSAVES64:
	case ZYDIS_MNEMONIC_XRSTOR:
	case ZYDIS_MNEMONIC_XRSTOR64:
	case ZYDIS_MNEMONIC_XRSTORS:
	case ZYDIS_MNEMONIC_XRSTORS64:
		return K_XSAVE;
	case ZYDIS_MNEMONIC_FNSTENV:
	case ZYDIS_MNEMONIC_FNSAVE:
		return K_FPU_ENV;
	case ZYDIS_MNEMONIC_INT3:
		return K_INT3;
	case ZYDIS_MNEMONIC_INT:
	case ZYDIS_MNEMONIC_INT1:
		return K_INT;
	case ZYDIS_MNEMONIC_POPF:
	case ZYDIS_MNEMONIC_POPFQ:
		return K_POPF;
	case ZYDIS_MNEMONIC_PUSHF:
	case ZYDIS_MNEMONIC_PUSHFQ:
		return K_PUSHF;
	case ZYDIS_MNEMONIC_RDGSBASE:
	case ZYDIS_MNEMONIC_WRGSBASE:
		return K_GSBASE;
	case ZYDIS_MNEMONIC_MOV:
		if (p->op[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
		    ZydisRegisterGetClass(p->op[0].reg.value) == ZYDIS_REGCLASS_SEGMENT)
			return K_MOV_TO_SREG;
		return K_PLAIN;
	case ZYDIS_MNEMONIC_POP:
		if (p->op[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
		    ZydisRegisterGetClass(p->op[0].reg.value) == ZYDIS_REGCLASS_SEGMENT)
			return K_POP_FSGS;
		return K_PLAIN;
	case ZYDIS_MNEMONIC_LSS:
	case ZYDIS_MNEMONIC_LFS:
	case ZYDIS_MNEMONIC_LGS:
		return K_LOAD_FARPTR;
	case ZYDIS_MNEMONIC_UD0:
	case ZYDIS_MNEMONIC_UD1:
	case ZYDIS_MNEMONIC_UD2:
		return K_UD;
	default:
		return K_PLAIN;
	}
}

unsigned zydis_opcode_offset(const struct pair *p)
{
	const ZydisDecodedInstruction *z = &p->z;

	switch (z->encoding) {
	case ZYDIS_INSTRUCTION_ENCODING_VEX:
		return z->raw.vex.offset;
	case ZYDIS_INSTRUCTION_ENCODING_EVEX:
		return z->raw.evex.offset;
	case ZYDIS_INSTRUCTION_ENCODING_XOP:
		return z->raw.xop.offset;
	default:
		if (z->attributes & ZYDIS_ATTRIB_HAS_REX)
			return z->raw.rex.offset;
		return z->raw.prefix_count;
	}
}

unsigned zydis_map(const struct pair *p)
{
	switch (p->z.opcode_map) {
	case ZYDIS_OPCODE_MAP_DEFAULT:
		return MAP_1;
	case ZYDIS_OPCODE_MAP_0F:
		return MAP_0F;
	case ZYDIS_OPCODE_MAP_0F38:
		return MAP_0F38;
	case ZYDIS_OPCODE_MAP_0F3A:
		return MAP_0F3A;
	case ZYDIS_OPCODE_MAP_0F0F:
		return MAP_3DNOW;
	case ZYDIS_OPCODE_MAP_MAP5:
		return MAP_EVEX5;
	case ZYDIS_OPCODE_MAP_MAP6:
		return MAP_EVEX6;
	case ZYDIS_OPCODE_MAP_XOP8:
		return MAP_XOP8;
	case ZYDIS_OPCODE_MAP_XOP9:
		return MAP_XOP9;
	case ZYDIS_OPCODE_MAP_XOPA:
		return MAP_XOPA;
	default:
		return 255;
	}
}

unsigned zydis_rex(const struct pair *p)
{
	const ZydisDecodedInstruction *z = &p->z;

	switch (z->encoding) {
	case ZYDIS_INSTRUCTION_ENCODING_VEX:
		return z->raw.vex.W << 3 | !z->raw.vex.R << 2 | !z->raw.vex.X << 1 | !z->raw.vex.B;
	case ZYDIS_INSTRUCTION_ENCODING_EVEX:
		return z->raw.evex.W << 3 | !z->raw.evex.R << 2 | !z->raw.evex.X << 1 |
		       !z->raw.evex.B;
	case ZYDIS_INSTRUCTION_ENCODING_XOP:
		return z->raw.xop.W << 3 | !z->raw.xop.R << 2 | !z->raw.xop.X << 1 | !z->raw.xop.B;
	default:
		if (!(z->attributes & ZYDIS_ATTRIB_HAS_REX))
			return 0;
		return 0x40 | z->raw.rex.W << 3 | z->raw.rex.R << 2 | z->raw.rex.X << 1 |
		       z->raw.rex.B;
	}
}

bool zydis_same_immediate(const struct pair *p)
{
	if (!p->in.imm_size)
		return p->in.imm == (p->in.op == 0xf1 && p->in.map == MAP_1);
	if (p->z.raw.imm[1].size) /* ENTER: the first; EXTRQ: we give both in one */
		return (uint16_t)p->in.imm ==
		       (p->in.imm_size == 3 ?
				p->z.raw.imm[0].value.u :
				p->z.raw.imm[0].value.u | p->z.raw.imm[1].value.u << 8);
	return p->in.imm == p->z.raw.imm[0].value.s ||
	       (uint64_t)p->in.imm == p->z.raw.imm[0].value.u;
}

unsigned zydis_read(const struct pair *p)
{
	return p->z.cpu_flags ? p->z.cpu_flags->tested & FL_ALL : 0;
}

unsigned zydis_write(const struct pair *p)
{
	const ZydisAccessedFlags *f = p->z.cpu_flags;

	return f ? (f->modified | f->set_0 | f->set_1 | f->undefined) & FL_ALL : 0;
}

/* What the address of a memory operand is made of. */
static enum access_at address_of(const struct pair *p, const ZydisDecodedOperand *o)
{
	if (o->mem.type == ZYDIS_MEMOP_TYPE_VSIB)
		return AT_GATHER;
	if (o->encoding == ZYDIS_OPERAND_ENCODING_MODRM_RM ||
	    o->encoding == ZYDIS_OPERAND_ENCODING_DISP16_32_64) {
		if (p->op[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
		    (p->z.mnemonic == ZYDIS_MNEMONIC_BT || p->z.mnemonic == ZYDIS_MNEMONIC_BTC ||
		     p->z.mnemonic == ZYDIS_MNEMONIC_BTR || p->z.mnemonic == ZYDIS_MNEMONIC_BTS))
			return AT_BIT;
		return AT_OPERAND;
	}
	if (p->z.mnemonic == ZYDIS_MNEMONIC_MOVDIR64B) /* what it reads is ModRM.rm */
		return AT_REG;
	if (p->z.mnemonic == ZYDIS_MNEMONIC_XLAT)
		return AT_XLAT;
	switch (ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, o->mem.base)) {
	case ZYDIS_REGISTER_RSP:
		return AT_STACK;
	case ZYDIS_REGISTER_RBP:
		return AT_FRAME;
	case ZYDIS_REGISTER_RSI:
		return AT_RSI;
	case ZYDIS_REGISTER_RDI:
		return AT_RDI;
	default:
		return AT_REG;
	}
}

/* The displacement that the operand has in the end; of MOFFS it is the address. */
static bool same_displacement(const struct pair *p, const struct insn_access *a,
			      const ZydisDecodedOperand *o)
{
	int64_t raw = p->z.raw.disp.value;

	if ((a->at != AT_OPERAND && a->at != AT_BIT && a->at != AT_GATHER) || !p->in.disp_size)
		return true;
	return o->mem.disp.value == (p->in.disp_size == 1 ? raw * a->scale : raw);
}

/* Number, direction, size, kind of address and displacement; in any order, for Zydis names first
 * what is explicit. */
bool zydis_same_accesses(const struct pair *p)
{
	unsigned matched = 0, n = 0;

	for (int i = 0; i < p->z.operand_count; i++) {
		const ZydisDecodedOperand *o = &p->op[i];
		unsigned how = (o->actions & ZYDIS_OPERAND_ACTION_MASK_READ ? ACCESS_READS : 0) |
			       (o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE ? ACCESS_WRITES : 0);

		if (!is_memory(o) || !how)
			continue;
		n++;
		for (unsigned k = 0; k < p->n_access; k++) {
			const struct insn_access *a = &p->access[k];

			if ((matched >> k & 1) || a->how != how || a->at != address_of(p, o) ||
			    a->size != o->size / 8 || !same_displacement(p, a, o))
				continue;
			matched |= 1u << k;
			break;
		}
	}
	return n == p->n_access && matched == (1u << n) - 1;
}
