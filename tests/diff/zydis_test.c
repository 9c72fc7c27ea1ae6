/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decoder against Zydis: lengths, validity, kinds of branches, memory access, flags, registers and
 * the places of fields, over the executable sections of large programs and over random bytes.
 *
 * Rules: every difference that is tolerated is a named rule with its reason from the manual (rules[]);
 * what no rule explains fails the test. A rule that never applied is reported.
 * links: emu/decode*.c
 * usage: zydis_test [-n MILLIONS of random instructions] [-b BYTES sampled of a file] [-a: list all] [FILE...]
 */
#define _GNU_SOURCE
#include <Zydis/Zydis.h>
#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "emu/decode.h"
#include "tests/tap.h"

/* What may differ. */
enum what {
	D_VALID, D_LENGTH, D_RIPREL, D_FIELDS, D_KIND, D_LOAD, D_STORE, D_READ, D_WRITE, D_REGS, D_SEGMENT,
	D_PREFIX, D_OPCODE, D_IMM, D_OPSIZE, D_N
};
static const char *const what_name[D_N] = {
	"validity", "length", "RIP-relative form", "places of fields", "kind", "load", "store", "flags read",
	"flags written", "registers missing", "segment", "prefixes", "opcode, map and REX", "immediate", "operand size",
};

struct pair {
	const uint8_t *bytes;
	unsigned avail;
	int len;
	struct insn in;
	bool zvalid;
	ZyanStatus zstatus;
	ZydisDecodedInstruction z;
	ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
};

static ZydisDecoder decoder;
static uint64_t compared, both_valid, regs_excess;
static bool list_all;

/* ---- what Zydis says, in our words ---- */

static bool is_memory(const ZydisDecodedOperand *o)
{
	return o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type != ZYDIS_MEMOP_TYPE_AGEN;
}

static bool zydis_access(const struct pair *p, ZydisOperandActions mask)
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

static uint32_t zydis_regs(const struct pair *p)
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

static bool zydis_segment(const struct pair *p, ZydisRegister seg)
{
	for (int i = 0; i < p->z.operand_count; i++)
		if (is_memory(&p->op[i]) && p->op[i].mem.segment == seg)
			return true;
	return false;
}

static enum insn_kind zydis_kind(const struct pair *p)
{
	switch (p->z.mnemonic) {
	case ZYDIS_MNEMONIC_JB: case ZYDIS_MNEMONIC_JBE: case ZYDIS_MNEMONIC_JL: case ZYDIS_MNEMONIC_JLE:
	case ZYDIS_MNEMONIC_JNB: case ZYDIS_MNEMONIC_JNBE: case ZYDIS_MNEMONIC_JNL:
	case ZYDIS_MNEMONIC_JNLE: case ZYDIS_MNEMONIC_JNO: case ZYDIS_MNEMONIC_JNP:
	case ZYDIS_MNEMONIC_JNS: case ZYDIS_MNEMONIC_JNZ: case ZYDIS_MNEMONIC_JO: case ZYDIS_MNEMONIC_JP:
	case ZYDIS_MNEMONIC_JS: case ZYDIS_MNEMONIC_JZ:
		return K_JCC;
	case ZYDIS_MNEMONIC_LOOP: case ZYDIS_MNEMONIC_LOOPE: case ZYDIS_MNEMONIC_LOOPNE:
		return K_LOOP;
	case ZYDIS_MNEMONIC_JRCXZ: case ZYDIS_MNEMONIC_JECXZ:
		return K_JRCXZ;
	case ZYDIS_MNEMONIC_JMP:
		return p->z.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? K_FAR :
		       p->op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? K_JMP : K_JMP_IND;
	case ZYDIS_MNEMONIC_CALL:
		return p->z.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? K_FAR :
		       p->op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? K_CALL : K_CALL_IND;
	case ZYDIS_MNEMONIC_RET:
		return p->z.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ? K_FAR : K_RET;
	case ZYDIS_MNEMONIC_IRET: case ZYDIS_MNEMONIC_IRETD: case ZYDIS_MNEMONIC_IRETQ:
	case ZYDIS_MNEMONIC_SYSENTER: case ZYDIS_MNEMONIC_SYSEXIT: case ZYDIS_MNEMONIC_SYSRET:
	case ZYDIS_MNEMONIC_RSM: case ZYDIS_MNEMONIC_UIRET:
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
	case ZYDIS_MNEMONIC_XEND: case ZYDIS_MNEMONIC_XABORT: case ZYDIS_MNEMONIC_XTEST:
		return K_XEND;
	case ZYDIS_MNEMONIC_RDPMC:
		return K_RDPMC;
	case ZYDIS_MNEMONIC_RDTSC: case ZYDIS_MNEMONIC_RDTSCP:
		return K_RDTSC;
	case ZYDIS_MNEMONIC_INT3:
		return K_INT3;
	case ZYDIS_MNEMONIC_INT: case ZYDIS_MNEMONIC_INT1:
		return K_INT;
	case ZYDIS_MNEMONIC_POPF: case ZYDIS_MNEMONIC_POPFQ:
		return K_POPF;
	case ZYDIS_MNEMONIC_PUSHF: case ZYDIS_MNEMONIC_PUSHFQ:
		return K_PUSHF;
	case ZYDIS_MNEMONIC_RDGSBASE: case ZYDIS_MNEMONIC_WRGSBASE:
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
	case ZYDIS_MNEMONIC_LSS: case ZYDIS_MNEMONIC_LFS: case ZYDIS_MNEMONIC_LGS:
		return K_LOAD_FARPTR;
	case ZYDIS_MNEMONIC_UD0: case ZYDIS_MNEMONIC_UD1: case ZYDIS_MNEMONIC_UD2:
		return K_UD;
	default:
		return K_PLAIN;
	}
}

/* Where REX, VEX, EVEX or XOP is, else the opcode with its escape bytes. */
static unsigned zydis_opcode_offset(const struct pair *p)
{
	const ZydisDecodedInstruction *z = &p->z;
	unsigned legacy = 0;

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
		legacy = z->raw.prefix_count;
		return legacy;
	}
}

static unsigned zydis_map(const struct pair *p)
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

/* REX.WRXB as the instruction has it. */
static unsigned zydis_rex(const struct pair *p)
{
	const ZydisDecodedInstruction *z = &p->z;

	switch (z->encoding) {
	case ZYDIS_INSTRUCTION_ENCODING_VEX:
		return z->raw.vex.W << 3 | !z->raw.vex.R << 2 | !z->raw.vex.X << 1 | !z->raw.vex.B;
	case ZYDIS_INSTRUCTION_ENCODING_EVEX:
		return z->raw.evex.W << 3 | !z->raw.evex.R << 2 | !z->raw.evex.X << 1 | !z->raw.evex.B;
	case ZYDIS_INSTRUCTION_ENCODING_XOP:
		return z->raw.xop.W << 3 | !z->raw.xop.R << 2 | !z->raw.xop.X << 1 | !z->raw.xop.B;
	default:
		if (!(z->attributes & ZYDIS_ATTRIB_HAS_REX))
			return 0;
		return 0x40 | z->raw.rex.W << 3 | z->raw.rex.R << 2 | z->raw.rex.X << 1 | z->raw.rex.B;
	}
}

static bool same_immediate(const struct pair *p)
{
	if (!p->in.imm_size)
		return p->in.imm == (p->in.op == 0xf1 && p->in.map == MAP_1);
	if (p->z.raw.imm[1].size) /* ENTER: the first; EXTRQ: we give both in one */
		return (uint16_t)p->in.imm ==
		       (p->in.imm_size == 3 ? p->z.raw.imm[0].value.u :
			p->z.raw.imm[0].value.u | p->z.raw.imm[1].value.u << 8);
	return p->in.imm == p->z.raw.imm[0].value.s || (uint64_t)p->in.imm == p->z.raw.imm[0].value.u;
}

static unsigned zydis_read(const struct pair *p)
{
	return p->z.cpu_flags ? p->z.cpu_flags->tested & FL_ALL : 0;
}

static unsigned zydis_write(const struct pair *p)
{
	const ZydisAccessedFlags *f = p->z.cpu_flags;

	return f ? (f->modified | f->set_0 | f->set_1 | f->undefined) & FL_ALL : 0;
}

/* ---- tolerated differences ---- */

struct rule {
	const char *name;
	unsigned what; /* mask of 1 << enum what */
	bool (*applies)(const struct pair *p);
	const char *reason;
};

static bool is(const struct pair *p, ZydisMnemonic a, ZydisMnemonic b, ZydisMnemonic c, ZydisMnemonic d)
{
	ZydisMnemonic m = p->z.mnemonic;

	return m == a || m == b || m == c || m == d;
}
#define NO ZYDIS_MNEMONIC_INVALID /* no such: a valid instruction has another mnemonic */

static bool knights_corner(const struct pair *p)
{
	return p->in.kind == K_INVALID &&
	       (p->z.encoding == ZYDIS_INSTRUCTION_ENCODING_MVEX || p->z.meta.isa_ext == ZYDIS_ISA_EXT_KNC ||
		p->z.meta.isa_ext == ZYDIS_ISA_EXT_KNCE || p->z.meta.isa_ext == ZYDIS_ISA_EXT_KNCV);
}

static bool mpx_nop(const struct pair *p)
{
	return !p->zvalid && p->in.map == MAP_0F && (p->in.op == 0x1a || p->in.op == 0x1b) &&
	       !(p->in.flags & I_VEX);
}

/* Instructions that came after Zydis 4.0.0, by map, prefix and opcode. */
static bool newer(const struct pair *p)
{
	const struct insn *in = &p->in;
	unsigned pp = in->op_off + 2u < sizeof(p->z.raw) ? p->bytes[in->op_off + 2] & 3 : 0;

	if (p->zvalid)
		return false;
	if (!(in->flags & (I_VEX | I_EVEX)))
		return (in->map == MAP_0F && in->op == 0x01 && in->modrm == 0xc6) || /* (RD|WR)MSRLIST, WRMSRNS */
		       (in->map == MAP_0F38 && in->op == 0xfc) ||			/* RAO-INT */
		       (in->map == MAP_0F38 && in->op == 0xf8 && in->modrm >= 0xc0);	/* USER_MSR */
	if ((in->flags & I_EVEX) || in->map < MAP_0F || in->map > MAP_0F3A)
		return false;
	if (in->map == MAP_0F3A)
		return in->op == 0xde;						/* SM3 */
	if (in->map != MAP_0F38)
		return false;
	return ((in->op == 0x50 || in->op == 0x51) && pp != 1) ||		/* AVX-VNNI-INT8 */
	       (in->op == 0x5c && pp == 3) || in->op == 0x6c ||			/* AMX-FP16, AMX-COMPLEX */
	       in->op == 0x72 || in->op == 0xb0 || in->op == 0xb1 ||		/* AVX-NE-CONVERT */
	       in->op == 0xb4 || in->op == 0xb5 ||				/* AVX-IFMA */
	       (in->op >= 0xcb && in->op <= 0xcd) ||				/* SHA512 */
	       in->op == 0xd2 || in->op == 0xd3 ||				/* AVX-VNNI-INT16 */
	       in->op == 0xda ||						/* SM3, SM4 */
	       (in->op >= 0xe0 && in->op <= 0xef);				/* CMPCCXADD */
}

static bool no_data(const struct pair *p)
{
	if (p->in.flags & (I_LOAD | I_STORE))
		return false;
	return p->z.meta.category == ZYDIS_CATEGORY_NOP || p->z.meta.category == ZYDIS_CATEGORY_WIDENOP ||
	       p->z.meta.category == ZYDIS_CATEGORY_PREFETCH || p->in.kind == K_UD ||
	       is(p, ZYDIS_MNEMONIC_CLFLUSH, ZYDIS_MNEMONIC_CLFLUSHOPT, ZYDIS_MNEMONIC_CLWB,
		  ZYDIS_MNEMONIC_CLDEMOTE) ||
	       is(p, ZYDIS_MNEMONIC_INVLPG, ZYDIS_MNEMONIC_PREFETCHWT1, NO, NO) ||
	       (p->z.mnemonic >= ZYDIS_MNEMONIC_VGATHERPF0DPD && p->z.mnemonic <= ZYDIS_MNEMONIC_VGATHERPF1QPS) ||
	       (p->z.mnemonic >= ZYDIS_MNEMONIC_VSCATTERPF0DPD && p->z.mnemonic <= ZYDIS_MNEMONIC_VSCATTERPF1QPS);
}

static bool no_address(const struct pair *p)
{
	return !(p->in.flags & (I_SEG_GS | I_SEG_FS)) &&
	       (p->z.meta.category == ZYDIS_CATEGORY_NOP || p->z.meta.category == ZYDIS_CATEGORY_WIDENOP ||
		p->in.kind == K_UD);
}

static bool hidden_store(const struct pair *p)
{
	return (p->in.flags & I_STORE) &&
	       is(p, ZYDIS_MNEMONIC_CLZERO, ZYDIS_MNEMONIC_ENQCMD, ZYDIS_MNEMONIC_ENQCMDS, NO);
}

static bool hidden_address(const struct pair *p)
{
	return (p->in.flags & I_IMPLICIT_MEM) &&
	       is(p, ZYDIS_MNEMONIC_CLZERO, ZYDIS_MNEMONIC_MONITOR, ZYDIS_MNEMONIC_MONITORX, NO);
}

static bool mpx_table(const struct pair *p)
{
	return !(p->in.flags & (I_SEG_GS | I_SEG_FS)) &&
	       is(p, ZYDIS_MNEMONIC_BNDLDX, ZYDIS_MNEMONIC_BNDSTX, NO, NO);
}

static bool uiret_stack(const struct pair *p)
{
	return (p->in.flags & I_LOAD) && p->z.mnemonic == ZYDIS_MNEMONIC_UIRET;
}

static bool nested_enter(const struct pair *p)
{
	return (p->in.flags & I_LOAD) && p->z.mnemonic == ZYDIS_MNEMONIC_ENTER &&
	       (p->bytes[p->in.imm_off + 2] & 31) > 1;
}

static bool saves_flags(const struct pair *p)
{
	return p->in.fl_read == FL_ALL && !zydis_read(p) &&
	       is(p, ZYDIS_MNEMONIC_INT3, ZYDIS_MNEMONIC_INT, ZYDIS_MNEMONIC_INT1, ZYDIS_MNEMONIC_SYSCALL);
}

static bool restores_flags(const struct pair *p)
{
	return !p->in.fl_write && p->z.mnemonic == ZYDIS_MNEMONIC_SYSCALL;
}

static bool repeated_compare(const struct pair *p)
{
	return !p->in.fl_read && !p->in.fl_write && (p->in.flags & I_REP) &&
	       (p->in.op == 0xa6 || p->in.op == 0xa7 || p->in.op == 0xae || p->in.op == 0xaf);
}

static bool shift_by_cl(const struct pair *p)
{
	const struct insn *in = &p->in;

	return !in->fl_write && ((in->map == MAP_1 && (in->op == 0xd2 || in->op == 0xd3)) ||
				 (in->map == MAP_0F && (in->op == 0xa5 || in->op == 0xad)));
}

static bool shift_by_0(const struct pair *p)
{
	const struct insn *in = &p->in;

	return !in->fl_write && !(in->imm & (in->rex & 8 ? 63 : 31)) &&
	       ((in->map == MAP_1 && (in->op == 0xc0 || in->op == 0xc1)) ||
		(in->map == MAP_0F && (in->op == 0xa4 || in->op == 0xac)));
}

static bool fcomi(const struct pair *p)
{
	return p->in.fl_write == (FL_CF | FL_PF | FL_ZF) &&
	       is(p, ZYDIS_MNEMONIC_FCOMI, ZYDIS_MNEMONIC_FCOMIP, ZYDIS_MNEMONIC_FUCOMI, ZYDIS_MNEMONIC_FUCOMIP);
}

static bool clears_flags(const struct pair *p)
{
	return p->in.fl_write == FL_ALL &&
	       (is(p, ZYDIS_MNEMONIC_VPTEST, ZYDIS_MNEMONIC_VTESTPS, ZYDIS_MNEMONIC_VTESTPD, NO) ||
		is(p, ZYDIS_MNEMONIC_TESTUI, ZYDIS_MNEMONIC_CLRSSBSY, ZYDIS_MNEMONIC_RSTORSSP, NO));
}

static bool no_sib_base(const struct pair *p)
{
	return (p->in.flags & I_ADDR32) && p->in.modrm < 0x40 && (p->in.modrm & 7) == 4 &&
	       (p->in.sib & 7) == 5 && (zydis_regs(p) & ~p->in.regs) == 1u << 13;
}

#define W(x) (1u << D_##x)
static const struct rule rules[] = {
	{ "Knights Corner", W(VALID), knights_corner,
	  "coprocessor instructions that no x86-64 CPU has; undefined in SDM volume 2, appendix A" },
	{ "MPX without MPX", W(VALID), mpx_nop,
	  "SDM volume 1, 17.3.3: without MPX all of 0F 1A and 0F 1B are NOPs, whatever register they name" },
	{ "newer than Zydis", W(VALID), newer,
	  "Instruction Set Extensions reference: RAO-INT, CMPCCXADD, AVX-IFMA, -VNNI-INT8/16, -NE-CONVERT, "
	  "AMX-FP16, -COMPLEX, SHA512, SM3, SM4, USER_MSR, MSRLIST, WRMSRNS" },
	{ "no data", W(LOAD), no_data, "decode.h: NOP, UD, prefetch, cache control and INVLPG access no data" },
	{ "no address", W(SEGMENT), no_address, "decode.h: NOP and UD use no address, so no segment either" },
	{ "hidden store", W(STORE), hidden_store,
	  "APM volume 3, CLZERO, and SDM, ENQCMD: they write 64 bytes at a register's address" },
	{ "hidden address", W(SEGMENT), hidden_address,
	  "APM volume 3, CLZERO, MONITORX; SDM, MONITOR: the address in RAX has an overridable segment" },
	{ "bound tables", W(SEGMENT), mpx_table,
	  "SDM, BNDLDX, BNDSTX: their operand is an address, looked up in a table; NOPs without MPX" },
	{ "UIRET pops", W(LOAD), uiret_stack, "SDM, UIRET: pops RIP, RFLAGS and RSP" },
	{ "nested ENTER", W(LOAD), nested_enter, "SDM, ENTER: levels above 1 copy frame pointers from memory" },
	{ "flags saved", W(READ), saves_flags, "SDM, INT n and SYSCALL: RFLAGS go to the stack, or to R11" },
	{ "flags restored", W(WRITE), restores_flags, "SDM, SYSCALL, SYSRET: the flags come back from R11" },
	{ "REP compare", W(READ) | W(WRITE), repeated_compare,
	  "SDM, REP: ZF is looked at only after an iteration; with RCX = 0 no flag changes" },
	{ "shift by CL", W(WRITE), shift_by_cl, "SDM, SAL/RCL/SHLD: a count of 0 changes no flag" },
	{ "shift by 0", W(WRITE), shift_by_0, "SDM, SAL/RCL/SHLD: a count of 0 changes no flag" },
	{ "FCOMI", W(WRITE), fcomi, "SDM, FCOMI: the table gives ZF, PF, CF only; we rely on no more" },
	{ "cleared flags", W(WRITE), clears_flags,
	  "SDM, VPTEST, VTESTPS, TESTUI, CLRSSBSY, RSTORSSP, flags affected: all others are cleared" },
	{ "no SIB base", W(REGS), no_sib_base,
	  "SDM volume 2, table 2-3: base 101 with mod 00 is no register, whatever REX.B; Zydis errs with 67h" },
};
#define N_RULES (sizeof(rules) / sizeof(rules[0]))
static uint64_t rule_used[N_RULES];

static bool tolerated(const struct pair *p, enum what w)
{
	for (unsigned i = 0; i < N_RULES; i++) {
		if ((rules[i].what >> w & 1) && rules[i].applies(p)) {
			rule_used[i]++;
			return true;
		}
	}
	return false;
}

/* ---- differences that were found, one line for each distinct one ---- */

struct found {
	uint64_t key, n;
	char text[320];
};
static struct found found[4096];
static unsigned n_found;
static uint64_t n_different[D_N];

static void report(const struct pair *p, enum what w)
{
	uint64_t key = (uint64_t)w << 56 | (uint64_t)p->in.map << 48 | (uint64_t)p->in.op << 40;
	char hex[64], text[96] = "-";
	unsigned n = p->zvalid ? p->z.length : p->in.len;
	ZydisFormatter f;

	n_different[w]++;
	if (p->zvalid)
		key |= p->z.mnemonic;
	else
		key |= p->in.modrm | (uint64_t)(p->in.flags & (I_VEX | I_EVEX)) << 16;
	if (w == D_READ)
		key |= (uint64_t)(zydis_read(p) & 0xff) << 16;
	if (w == D_WRITE)
		key |= (uint64_t)(zydis_write(p) & 0xff) << 16;
	for (unsigned i = 0; i < n_found; i++) {
		if (found[i].key == key) {
			found[i].n++;
			return;
		}
	}
	if (n_found == sizeof(found) / sizeof(found[0]))
		return;
	for (unsigned i = 0; i < n && i < 16; i++)
		sprintf(hex + 3 * i, "%02x ", p->bytes[i]);
	if (p->zvalid) {
		ZydisFormatterInit(&f, ZYDIS_FORMATTER_STYLE_INTEL);
		ZydisFormatterFormatInstruction(&f, &p->z, p->op, p->z.operand_count, text, sizeof(text), 0, NULL);
	}
	snprintf(found[n_found].text, sizeof(found[0].text),
		 "%s: %s(%s) ours: len %d kind %d map %d flags %x rd %x wr %x regs %x fields %d,%d+%d,%d+%d | Zydis: len %d status %x kind %d rd %x wr %x regs %x l%d s%d",
		 what_name[w], hex, text, p->len, p->in.kind, p->in.map, p->in.flags, p->in.fl_read,
		 p->in.fl_write, p->in.regs, p->in.modrm_off, p->in.disp_off, p->in.disp_size,
		 p->in.imm_off, p->in.imm_size, p->zvalid ? p->z.length : 0, p->zstatus,
		 p->zvalid ? (int)zydis_kind(p) : -1, p->zvalid ? zydis_read(p) : 0,
		 p->zvalid ? zydis_write(p) : 0, p->zvalid ? zydis_regs(p) : 0,
		 p->zvalid && zydis_access(p, ZYDIS_OPERAND_ACTION_MASK_READ),
		 p->zvalid && zydis_access(p, ZYDIS_OPERAND_ACTION_MASK_WRITE));
	found[n_found].key = key;
	found[n_found++].n = 1;
}

static void check(const struct pair *p, enum what w, bool same)
{
	if (!same && !tolerated(p, w))
		report(p, w);
}

/* Decode at bytes with both and compare. Returns how far to go on. */
static unsigned compare(const uint8_t *bytes, unsigned avail)
{
	struct pair p = { .bytes = bytes, .avail = avail };
	bool rip = false, valid;
	const struct insn *in = &p.in;

	p.len = insn_decode(bytes, avail, &p.in);
	p.zstatus = ZydisDecoderDecodeFull(&decoder, bytes, avail, &p.z, p.op);
	p.zvalid = ZYAN_SUCCESS(p.zstatus);
	compared++;
	if (p.len < 0) { /* Zydis finds an encoding undefined before or after it misses bytes */
		check(&p, D_LENGTH, !p.zvalid);
		return 1;
	}
	valid = in->kind != K_INVALID;
	if (valid != p.zvalid) {
		check(&p, D_VALID, false);
		return valid ? in->len : p.zvalid ? p.z.length : 1;
	}
	if (!valid)
		return 1;
	both_valid++;

	check(&p, D_LENGTH, p.len == in->len && in->len == p.z.length);
	for (int i = 0; i < p.z.operand_count; i++)
		rip |= p.op[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
		       (p.op[i].mem.base == ZYDIS_REGISTER_RIP || p.op[i].mem.base == ZYDIS_REGISTER_EIP);
	check(&p, D_RIPREL, rip == !!(in->flags & I_RIPREL));
	check(&p, D_FIELDS, in->modrm_off == p.z.raw.modrm.offset && in->disp_off == p.z.raw.disp.offset &&
	      in->disp_size == p.z.raw.disp.size / 8 && in->imm_off == p.z.raw.imm[0].offset &&
	      in->imm_size == (p.z.raw.imm[0].size + p.z.raw.imm[1].size) / 8);
	check(&p, D_OPCODE, in->op_off == zydis_opcode_offset(&p) && in->n_prefix == in->op_off &&
	      in->op == p.z.opcode && in->map == zydis_map(&p) && in->rex == zydis_rex(&p) &&
	      in->modrm == (p.z.attributes & ZYDIS_ATTRIB_HAS_MODRM ? bytes[in->modrm_off] : 0));
	check(&p, D_IMM, same_immediate(&p));
	check(&p, D_KIND, in->kind == zydis_kind(&p));
	check(&p, D_LOAD, !!(in->flags & I_LOAD) == zydis_access(&p, ZYDIS_OPERAND_ACTION_MASK_READ));
	check(&p, D_STORE, !!(in->flags & I_STORE) == zydis_access(&p, ZYDIS_OPERAND_ACTION_MASK_WRITE));
	check(&p, D_READ, in->fl_read == zydis_read(&p));
	check(&p, D_WRITE, in->fl_write == zydis_write(&p));
	check(&p, D_REGS, !(zydis_regs(&p) & ~in->regs));
	regs_excess += (in->regs & ~zydis_regs(&p)) != 0;
	check(&p, D_SEGMENT, !!(in->flags & I_SEG_GS) == zydis_segment(&p, ZYDIS_REGISTER_GS) &&
	      !!(in->flags & I_SEG_FS) == zydis_segment(&p, ZYDIS_REGISTER_FS));
	check(&p, D_PREFIX, !!(in->flags & I_LOCK) == !!(p.z.attributes & ZYDIS_ATTRIB_HAS_LOCK) &&
	      !!(in->flags & I_ADDR32) == !!(p.z.attributes & ZYDIS_ATTRIB_HAS_ADDRESSSIZE) &&
	      !!(in->flags & I_STRING) == (p.z.meta.category == ZYDIS_CATEGORY_STRINGOP ||
					   p.z.meta.category == ZYDIS_CATEGORY_IOSTRINGOP) &&
	      !!(in->flags & I_REP) == (!!(in->flags & I_STRING) &&
		      !!(p.z.attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE))));
	check(&p, D_OPSIZE, !(in->flags & I_OPSIZE16) || (p.z.attributes & ZYDIS_ATTRIB_HAS_OPERANDSIZE));
	return p.z.length;
}

/* ---- programs ---- */

static uint64_t sample_bytes = 2 << 20;

/* The sections of an ELF file that hold code. Huge ones are sampled in windows of 64 KiB. */
static bool compare_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	const uint8_t *map;
	const Elf64_Ehdr *eh;
	uint64_t before = compared, total = 0;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) || st.st_size < (off_t)sizeof(*eh)) {
		close(fd);
		return false;
	}
	map = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		return false;
	eh = (const void *)map;
	if (memcmp(eh->e_ident, ELFMAG, SELFMAG) || eh->e_ident[EI_CLASS] != ELFCLASS64 ||
	    eh->e_machine != EM_X86_64 || eh->e_shentsize != sizeof(Elf64_Shdr)) {
		munmap((void *)map, st.st_size);
		return false;
	}
	for (unsigned i = 0; i < eh->e_shnum; i++) {
		const Elf64_Shdr *sh = (const void *)(map + eh->e_shoff + i * sizeof(*sh));
		uint64_t window, step;

		if (!(sh->sh_flags & SHF_EXECINSTR) || sh->sh_type != SHT_PROGBITS)
			continue;
		window = sh->sh_size <= sample_bytes ? sh->sh_size : 65536;
		step = sh->sh_size <= sample_bytes ? sh->sh_size : sh->sh_size / (sample_bytes / 65536);
		for (uint64_t at = 0; at < sh->sh_size; at += step) {
			for (uint64_t o = at; o < at + window && o < sh->sh_size;) {
				uint64_t left = sh->sh_size - o;

				o += compare(map + sh->sh_offset + o, left < 64 ? (unsigned)left : 64);
			}
			total += window;
		}
	}
	munmap((void *)map, st.st_size);
	note("%s: %lu instructions in %lu KiB", path, (unsigned long)(compared - before),
	     (unsigned long)(total >> 10));
	return compared > before;
}

/* ---- random bytes ---- */

static uint64_t seed = 0x2545f4914f6cdd1d;

static uint32_t rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 16);
}

static bool one_in(unsigned n)
{
	return rnd() % n == 0;
}

/* Random bytes that are likely to get past the prefixes. */
static void random_bytes(uint8_t b[32])
{
	static const uint8_t prefix[] = { 0x66, 0xf2, 0xf3, 0x67, 0x64, 0x65, 0x2e, 0xf0, 0x3e };
	unsigned n = 0;

	for (unsigned i = 0; i < 32; i++)
		b[i] = (uint8_t)rnd();
	if (one_in(500)) { /* long ones, near the limit */
		for (unsigned i = rnd() % 16; i; i--)
			b[n++] = prefix[rnd() % sizeof(prefix)];
	}
	switch (rnd() % 8) {
	case 0:
		return; /* as they come */
	case 1: /* EVEX */
	case 2:
		if (one_in(8))
			b[n++] = prefix[rnd() % sizeof(prefix)];
		b[n] = 0x62;
		if (!one_in(16)) {
			b[n + 1] &= 0xf7;
			b[n + 2] |= 4;
		}
		if (one_in(2))
			b[n + 1] |= 0xf0;
		if (one_in(2))
			b[n + 2] |= 0x78;
		if (one_in(2))
			b[n + 3] |= 8;
		if (one_in(2))
			b[n + 3] &= 0x6f;
		if (one_in(2))
			b[n + 3] &= 0xf8;
		return;
	case 3: /* VEX, XOP */
		if (one_in(8))
			b[n++] = prefix[rnd() % sizeof(prefix)];
		switch (rnd() % 4) {
		case 0:
			b[n] = 0xc5;
			if (one_in(2))
				b[n + 1] |= 0x78;
			return;
		case 1:
			b[n] = 0x8f;
			b[n + 1] = (uint8_t)((b[n + 1] & 0xe0) | (7 + rnd() % 5));
			b[n + 2] &= 0xfc;
			break;
		default:
			b[n] = 0xc4;
			b[n + 1] = (uint8_t)((b[n + 1] & 0xe0) | rnd() % 5);
		}
		if (one_in(2))
			b[n + 2] |= 0x78;
		return;
	default: /* legacy maps */
		while (one_in(2) && n < 16)
			b[n++] = prefix[rnd() % (one_in(2) ? 3 : sizeof(prefix))];
		if (one_in(2))
			b[n++] = (uint8_t)(0x40 + rnd() % 16);
		switch (rnd() % 4) {
		case 0:
			return;
		case 1:
			b[n++] = 0x0f;
			return;
		case 2:
			b[n++] = 0x0f;
			b[n++] = one_in(2) ? 0x38 : 0x3a;
			return;
		default:
			if (one_in(4)) {
				b[n++] = 0x0f;
				b[n++] = 0x01;
				b[n] |= 0xc0;
			}
			return;
		}
	}
}

/* ---- every opcode of every map, with all that a prefix can say ---- */

static void every_legacy(void)
{
	static const uint8_t prefixes[][3] = {
		{ 0 }, { 1, 0x66 }, { 1, 0xf3 }, { 1, 0xf2 }, { 2, 0x66, 0xf3 }, { 2, 0xf2, 0x66 }, { 1, 0xf0 },
		{ 2, 0x67, 0x65 },
	};
	static const uint8_t rexes[] = { 0, 0x40, 0x48, 0x45 };
	static const uint8_t escapes[][3] = { { 0 }, { 1, 0x0f }, { 2, 0x0f, 0x38 }, { 2, 0x0f, 0x3a } };

	for (unsigned i = 0; i < 8 * 4 * 4; i++) {
		const uint8_t *pre = prefixes[i & 7], *esc = escapes[i >> 3 & 3];
		uint8_t b[32], rex = rexes[i >> 5];
		unsigned n = 0;

		memset(b, 0xa5, sizeof(b));
		memcpy(b, pre + 1, pre[0]);
		n = pre[0];
		if (rex)
			b[n++] = rex;
		memcpy(b + n, esc + 1, esc[0]);
		n += esc[0];
		for (unsigned op = 0; op < 0x10000; op++) {
			b[n] = (uint8_t)(op >> 8);
			b[n + 1] = (uint8_t)op;
			compare(b, sizeof(b));
		}
	}
}

/* ModRM bytes that differ in what they mean: all registers, with a few memory forms. */
static unsigned modrm_set(uint8_t set[64])
{
	unsigned n = 0;

	for (unsigned reg = 0; reg < 8; reg++) {
		set[n++] = (uint8_t)(0x44 | reg << 3);
		set[n++] = (uint8_t)(0xc0 | reg << 3);
		set[n++] = (uint8_t)(0xc1 | reg << 3);
	}
	set[n++] = 0x00;
	set[n++] = 0x05;
	set[n++] = 0x84;
	return n;
}

static void every_vex_xop(uint8_t lead, unsigned first_map)
{
	uint8_t b[32], set[64];
	unsigned n_set = modrm_set(set);

	memset(b, 0xa5, sizeof(b));
	b[0] = lead;
	for (unsigned i = 0; i < 5u << 18; i++) {
		static const uint8_t vvvv[4] = { 0x78, 0x18, 0x40, 0x08 };

		b[1] = (uint8_t)((first_map + (i >> 18)) | (i & 1 ? 0xe0 : 0x40));
		b[2] = (uint8_t)((i >> 1 & 7) | (i >> 4 & 1) << 7 | vvvv[i >> 5 & 3]);
		b[3] = (uint8_t)(i >> 7);
		if (i >> 15 & 7)
			continue;
		for (unsigned k = 0; k < n_set; k++) {
			b[4] = set[k];
			compare(b, sizeof(b));
		}
	}
}

static void every_evex(void)
{
	static const uint8_t fields[][3] = { /* R X B R', vvvv, V' */
		{ 0xf0, 0x78, 8 }, { 0xf0, 0x18, 8 }, { 0xe0, 0x78, 0 }, { 0x70, 0x78, 8 }, { 0x90, 0x78, 8 },
	};
	static const uint8_t masks[] = { 0, 1, 0x81, 0x80 };
	uint8_t b[32], set[64];
	unsigned n_set = modrm_set(set);

	memset(b, 0xa5, sizeof(b));
	b[0] = 0x62;
	for (unsigned f = 0; f < 5; f++) {
		for (unsigned i = 0; i < 1u << 19; i++) {
			b[1] = (uint8_t)((i & 7) | fields[f][0]);
			b[2] = (uint8_t)((i >> 3 & 3) | 4 | (i >> 5 & 1) << 7 | fields[f][1]);
			b[3] = (uint8_t)((i >> 6 & 7) << 4 | masks[i >> 9 & 3] | fields[f][2]);
			b[4] = (uint8_t)(i >> 11);
			for (unsigned k = 0; k < n_set; k++) {
				b[5] = set[k];
				compare(b, sizeof(b));
			}
		}
	}
}

/* Programs and libraries that are large, by patterns of where they are. */
static const char *const candidates[] = {
	"/usr/lib/gcc/x86_64-linux-gnu/*/cc1", "/usr/lib/gcc/x86_64-linux-gnu/*/cc1plus",
	"/usr/lib/gcc/x86_64-linux-gnu/*/lto1", "/usr/bin/node", "/usr/lib/x86_64-linux-gnu/libnode.so*",
	"/usr/lib/jvm/*/lib/server/libjvm.so", "/usr/bin/python3.*", "/usr/lib/x86_64-linux-gnu/libpython3.*.so*",
	"/usr/lib/x86_64-linux-gnu/libcrypto.so.3", "/usr/lib/x86_64-linux-gnu/libcrypto.so.1.1",
	"/usr/bin/git", "/usr/bin/perf", "/usr/bin/gdb", "/usr/lib/x86_64-linux-gnu/libLLVM-*.so*",
	"/usr/lib/llvm-*/lib/libclang-cpp.so*", "/usr/bin/qemu-x86_64", "/usr/bin/qemu-system-x86_64",
	"/usr/lib/chromium/chromium", "/usr/lib/x86_64-linux-gnu/libc.so.6", "/usr/lib/x86_64-linux-gnu/libm.so.6",
	"/usr/lib/x86_64-linux-gnu/libstdc++.so.6", "/usr/bin/perl", "/usr/bin/bash", "/usr/bin/sqlite3",
	"/usr/lib/x86_64-linux-gnu/libsqlite3.so.0", "/usr/bin/x86_64-linux-gnu-ld.bfd",
	"/usr/lib/x86_64-linux-gnu/libopenblas*.so*", "/usr/lib/x86_64-linux-gnu/openblas*/libopenblas*.so*",
	"/usr/lib/x86_64-linux-gnu/libx265.so*", "/usr/lib/x86_64-linux-gnu/libavcodec.so*",
	"/usr/lib/x86_64-linux-gnu/libgcrypt.so*", "/usr/lib/x86_64-linux-gnu/libisal.so*",
	"/usr/lib/x86_64-linux-gnu/valgrind/memcheck-amd64-linux", "/usr/bin/ld.gold", "/usr/bin/clang",
};

int main(int argc, char **argv)
{
	unsigned long n_random = 6000000;
	unsigned files = 0;
	int c;

	while ((c = getopt(argc, argv, "n:b:a")) != -1) {
		if (c == 'n')
			n_random = strtoul(optarg, NULL, 0) * 1000000;
		else if (c == 'b')
			sample_bytes = strtoul(optarg, NULL, 0);
		else
			list_all = true;
	}
	if (ZydisGetVersion() != ZYDIS_VERSION)
		note("Zydis %lx, compiled against %lx", (long)ZydisGetVersion(), (long)ZYDIS_VERSION);
	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);

	for (int i = optind; i < argc; i++)
		files += compare_file(argv[i]);
	for (unsigned i = 0; optind >= argc && i < sizeof(candidates) / sizeof(candidates[0]); i++) {
		glob_t g;

		if (glob(candidates[i], 0, NULL, &g))
			continue;
		for (size_t k = 0; k < g.gl_pathc; k++) {
			struct stat st;

			if (!lstat(g.gl_pathv[k], &st) && S_ISREG(st.st_mode))
				files += compare_file(g.gl_pathv[k]);
		}
		globfree(&g);
	}
	if (optind >= argc)
		ok(files >= 10, "%u programs and libraries compared, at least 10 wanted", files);
	every_legacy();
	every_vex_xop(0xc4, 0);
	every_vex_xop(0x8f, 7);
	every_evex();
	note("%lu random encodings", n_random);
	for (unsigned long i = 0; i < n_random; i++) {
		uint8_t b[32];

		random_bytes(b);
		compare(b, sizeof(b));
	}
	for (unsigned w = 0; w < D_N; w++)
		ok(!n_different[w], "%s: %lu differences", what_name[w], (unsigned long)n_different[w]);
	for (unsigned i = 0; i < n_found && (list_all || i < 60); i++)
		note("%lu x %s", (unsigned long)found[i].n, found[i].text);
	for (unsigned i = 0; i < N_RULES; i++)
		note("rule \"%s\": %lu times: %s", rules[i].name, (unsigned long)rule_used[i], rules[i].reason);
	note("%lu compared, %lu valid, registers more than needed in %lu", (unsigned long)compared,
	     (unsigned long)both_valid, (unsigned long)regs_excess);
	return done();
}
