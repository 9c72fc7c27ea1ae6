/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where our decoder and Zydis may differ: each tolerated difference is a rule with a name and a
 * reason.
 *
 * Rules of the rules: a rule names what may differ, sees both sides, and says how they differ, so
 * that it hides nothing else. One that never applies in a full run fails the test.
 */
#include "tests/diff/pair.h"

struct rule {
	const char *name;
	unsigned what; /* mask of 1 << enum what */
	bool (*applies)(const struct pair *p);
	const char *reason; /* the manual's, or decode.h's */
};

static bool is(const struct pair *p, ZydisMnemonic a, ZydisMnemonic b, ZydisMnemonic c,
	       ZydisMnemonic d)
{
	ZydisMnemonic m = p->z.mnemonic;

	return m == a || m == b || m == c || m == d;
}
#define NO ZYDIS_MNEMONIC_INVALID /* no such: a valid instruction has another mnemonic */

static bool knights_corner(const struct pair *p)
{
	return p->in.kind == K_INVALID &&
	       (p->z.encoding == ZYDIS_INSTRUCTION_ENCODING_MVEX ||
		p->z.meta.isa_ext == ZYDIS_ISA_EXT_KNC || p->z.meta.isa_ext == ZYDIS_ISA_EXT_KNCE ||
		p->z.meta.isa_ext == ZYDIS_ISA_EXT_KNCV);
}

static bool mpx_nop(const struct pair *p)
{
	return !p->zvalid && p->in.map == MAP_0F && (p->in.op == 0x1a || p->in.op == 0x1b) &&
	       !(p->in.flags & I_VEX);
}

/* clang-format off */
#define ANY_PP 15
#define PP(n)  (1u << (n)) /* 0: none, 1: 66, 2: F3, 3: F2 */
/* Instructions that came after Zydis 4.0.0. vex: which prefix byte; pp: of VEX. */
static const struct { uint8_t vex, map, first, last, pp; } newer_rows[] = {
	{ 0, MAP_0F38, 0xfc, 0xfc, ANY_PP },			/* RAO-INT */
	{ 1, MAP_0F38, 0x50, 0x51, ANY_PP & ~PP(1) },		/* AVX-VNNI-INT8 */
	{ 1, MAP_0F38, 0x5c, 0x5c, PP(3) },			/* AMX-FP16 */
	{ 1, MAP_0F38, 0x6c, 0x6c, PP(0) | PP(1) },		/* AMX-COMPLEX */
	{ 1, MAP_0F38, 0x72, 0x72, PP(2) },			/* AVX-NE-CONVERT */
	{ 1, MAP_0F38, 0xb0, 0xb0, ANY_PP },
	{ 1, MAP_0F38, 0xb1, 0xb1, PP(1) | PP(2) },
	{ 1, MAP_0F38, 0xb4, 0xb5, PP(1) },			/* AVX-IFMA */
	{ 1, MAP_0F38, 0xcb, 0xcd, PP(3) },			/* SHA512 */
	{ 1, MAP_0F38, 0xd2, 0xd3, PP(0) | PP(1) | PP(2) },	/* AVX-VNNI-INT16 */
	{ 1, MAP_0F38, 0xda, 0xda, ANY_PP },			/* SM3, SM4 */
	{ 1, MAP_0F38, 0xe0, 0xef, PP(1) },			/* CMPCCXADD */
	{ 1, MAP_0F3A, 0xde, 0xde, PP(1) },			/* SM3 */
};
/* clang-format on */

static bool newer(const struct pair *p)
{
	const struct insn *in = &p->in;
	bool vex = in->flags & I_VEX;

	if (p->zvalid || (in->flags & I_EVEX))
		return false;
	if (!vex && in->modrm >= 0xc0 && in->map == MAP_0F38 && in->op == 0xf8) /* USER_MSR */
		return true;
	if (!vex && in->map == MAP_0F && in->op == 0x01 && in->modrm == 0xc6) /* MSRLIST, WRMSRNS */
		return true;
	for (unsigned i = 0; i < sizeof(newer_rows) / sizeof(newer_rows[0]); i++) {
		/* All of these have the three-byte prefix, with pp in its last byte. */
		unsigned pp = vex ? p->bytes[in->op_off + 2] & 3 : 0;

		if (newer_rows[i].vex == vex && newer_rows[i].map == in->map &&
		    in->op >= newer_rows[i].first && in->op <= newer_rows[i].last &&
		    (newer_rows[i].pp >> pp & 1))
			return true;
	}
	return false;
}

static bool no_data(const struct pair *p)
{
	if (p->in.flags & (I_LOAD | I_STORE))
		return false;
	return p->z.meta.category == ZYDIS_CATEGORY_NOP ||
	       p->z.meta.category == ZYDIS_CATEGORY_WIDENOP ||
	       p->z.meta.category == ZYDIS_CATEGORY_PREFETCH || p->in.kind == K_UD ||
	       is(p, ZYDIS_MNEMONIC_CLFLUSH, ZYDIS_MNEMONIC_CLFLUSHOPT, ZYDIS_MNEMONIC_CLWB,
		  ZYDIS_MNEMONIC_CLDEMOTE) ||
	       is(p, ZYDIS_MNEMONIC_INVLPG, ZYDIS_MNEMONIC_PREFETCHWT1, NO, NO) ||
	       (p->z.mnemonic >= ZYDIS_MNEMONIC_VGATHERPF0DPD &&
		p->z.mnemonic <= ZYDIS_MNEMONIC_VGATHERPF1QPS) ||
	       (p->z.mnemonic >= ZYDIS_MNEMONIC_VSCATTERPF0DPD &&
		p->z.mnemonic <= ZYDIS_MNEMONIC_VSCATTERPF1QPS);
}

static bool no_address(const struct pair *p)
{
	return !(p->in.flags & (I_SEG_GS | I_SEG_FS)) &&
	       (p->z.meta.category == ZYDIS_CATEGORY_NOP ||
		p->z.meta.category == ZYDIS_CATEGORY_WIDENOP || p->in.kind == K_UD);
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

static bool mpx_access(const struct pair *p)
{
	return !(p->in.flags & (I_SEG_GS | I_SEG_FS | I_LOAD | I_STORE)) &&
	       is(p, ZYDIS_MNEMONIC_BNDLDX, ZYDIS_MNEMONIC_BNDSTX, ZYDIS_MNEMONIC_BNDMOV, NO);
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

static bool enter_1(const struct pair *p)
{
	return p->z.mnemonic == ZYDIS_MNEMONIC_ENTER && p->n_access == 2 &&
	       (p->bytes[p->in.imm_off + 2] & 31) == 1 && p->access[0].how == ACCESS_WRITES &&
	       p->access[1].how == ACCESS_WRITES;
}

static bool padlock(const struct pair *p)
{
	return p->in.map == MAP_0F && (p->in.op == 0xa6 || p->in.op == 0xa7) &&
	       !p->access[0].size && !p->access[p->n_access - 1].size;
}

static bool tile(const struct pair *p)
{
	return p->n_access == 1 && p->access[0].at == AT_TILE && !p->access[0].size &&
	       is(p, ZYDIS_MNEMONIC_TILELOADD, ZYDIS_MNEMONIC_TILELOADDT1,
		  ZYDIS_MNEMONIC_TILESTORED, NO);
}

static bool movsxd_16(const struct pair *p)
{
	return p->z.mnemonic == ZYDIS_MNEMONIC_MOVSXD && p->n_access == 1 &&
	       p->access[0].size == 2 && (p->in.flags & I_OPSIZE16);
}

static bool saves_flags(const struct pair *p)
{
	return p->in.fl_read == FL_ALL && !zydis_read(p) &&
	       is(p, ZYDIS_MNEMONIC_INT3, ZYDIS_MNEMONIC_INT, ZYDIS_MNEMONIC_INT1,
		  ZYDIS_MNEMONIC_SYSCALL);
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

	return !in->fl_write && !(in->imm & ((in->rex & 8) && in->op != 0xc0 ? 63 : 31)) &&
	       ((in->map == MAP_1 && (in->op == 0xc0 || in->op == 0xc1)) ||
		(in->map == MAP_0F && (in->op == 0xa4 || in->op == 0xac)));
}

static bool fcomi(const struct pair *p)
{
	return p->in.fl_write == (FL_CF | FL_PF | FL_ZF) &&
	       is(p, ZYDIS_MNEMONIC_FCOMI, ZYDIS_MNEMONIC_FCOMIP, ZYDIS_MNEMONIC_FUCOMI,
		  ZYDIS_MNEMONIC_FUCOMIP);
}

static bool clears_flags(const struct pair *p)
{
	return p->in.fl_write == FL_ALL &&
	       (is(p, ZYDIS_MNEMONIC_VPTEST, ZYDIS_MNEMONIC_VTESTPS, ZYDIS_MNEMONIC_VTESTPD, NO) ||
		is(p, ZYDIS_MNEMONIC_TESTUI, ZYDIS_MNEMONIC_CLRSSBSY, ZYDIS_MNEMONIC_RSTORSSP, NO));
}

static bool drops_displacement(const struct pair *p)
{
	return (p->in.flags & I_ADDR32) && (p->in.rex & 1) && p->in.modrm < 0x40 &&
	       (p->in.modrm & 7) == 4 && (p->in.sib & 7) == 5;
}

static bool no_sib_base(const struct pair *p)
{
	return drops_displacement(p) && (zydis_regs(p) & ~p->in.regs) == 1u << 13;
}

static bool high_opmask(const struct pair *p)
{
	const struct insn *in = &p->in;

	return p->zstatus == ZYDIS_STATUS_BAD_REGISTER && (in->flags & I_VEX) &&
	       (in->map == MAP_0F ?
			(in->op >= 0x41 && in->op <= 0x4b) || (in->op >= 0x90 && in->op <= 0x99) :
			in->map == MAP_0F3A && in->op >= 0x30 && in->op <= 0x33);
}

static bool vpermq_w0(const struct pair *p)
{
	const struct insn *in = &p->in;

	return !p->zvalid && (in->flags & I_VEX) && in->map == MAP_0F3A && in->op <= 0x01 &&
	       !(in->rex & 8);
}

#define W(x) (1u << D_##x)
/* clang-format off */
static const struct rule rules[] = {
	{ "Knights Corner", W(VALID), knights_corner,
	  "coprocessor instructions of no x86-64 CPU; undefined in SDM volume 2, appendix A" },
	{ "MPX without MPX", W(VALID), mpx_nop,
	  "SDM, BNDMOV and its kin: 0F 1A and 0F 1B are NOPs without MPX, whatever they name" },
	{ "newer than Zydis", W(VALID), newer,
	  "Instruction Set Extensions reference: RAO-INT, CMPCCXADD, AVX-IFMA, -VNNI-INT8, "
	  "-VNNI-INT16, -NE-CONVERT, AMX-FP16, -COMPLEX, SHA512, SM3, SM4, USER_MSR, MSRLIST, "
	  "WRMSRNS" },
	{ "opmasks above k7", W(VALID), high_opmask,
	  "undefined in the SDM; AMD's Zen 4 executes them and ignores the bit. The CPU decides" },
	{ "VPERMQ without W", W(VALID), vpermq_w0,
	  "undefined in the SDM; AMD's Zen 4 executes VPERMQ and VPERMPD with W = 0. The CPU "
	  "decides" },
	{ "no data", W(LOAD) | W(ACCESSES), no_data,
	  "decode.h: NOP, UD, prefetch, cache control and INVLPG access no data" },
	{ "no address", W(SEGMENT), no_address,
	  "decode.h: NOP and UD use no address, so no segment either" },
	{ "hidden store", W(STORE) | W(ACCESSES), hidden_store,
	  "APM volume 3, CLZERO, and SDM, ENQCMD: they write 64 bytes at a register's address" },
	{ "hidden address", W(SEGMENT), hidden_address,
	  "APM volume 3, CLZERO, MONITORX; SDM, MONITOR: the segment of the address in RAX can be "
	  "overridden" },
	{ "MPX accesses nothing", W(SEGMENT) | W(LOAD) | W(STORE) | W(ACCESSES),
	  mpx_access,
	  "SDM, BNDMOV, BNDLDX, BNDSTX: NOPs without MPX, so neither segment nor access" },
	{ "UIRET pops", W(LOAD) | W(ACCESSES), uiret_stack,
	  "SDM, UIRET: pops RIP, RFLAGS and RSP" },
	{ "nested ENTER", W(LOAD) | W(ACCESSES), nested_enter,
	  "SDM, ENTER: levels above 1 copy frame pointers from memory" },
	{ "ENTER 1", W(ACCESSES), enter_1, "SDM, ENTER: with level 1 it pushes twice" },
	{ "PadLock", W(ACCESSES), padlock,
	  "PadLock guide: RCX and the control word decide how much; Zydis names an element" },
	{ "tiles", W(ACCESSES), tile, "SDM, TILELOADD: rows; the configuration decides how many" },
	{ "MOVSXD of 16 bits", W(ACCESSES), movsxd_16,
	  "SDM, MOVSXD: with operand size 16 the source has 16 bits; Zydis says 32" },
	{ "flags saved", W(READ), saves_flags,
	  "SDM, INT n and SYSCALL: RFLAGS go to the stack, or to R11" },
	{ "flags restored", W(WRITE), restores_flags,
	  "SDM, SYSCALL, SYSRET: the flags come back from R11" },
	{ "REP compare", W(READ) | W(WRITE), repeated_compare,
	  "SDM, REP: ZF is looked at only after an iteration; with RCX = 0 no flag changes" },
	{ "shift by CL", W(WRITE), shift_by_cl,
	  "SDM, SAL, RCL, SHLD: a count of 0 changes no flag" },
	{ "shift by 0", W(WRITE), shift_by_0, "SDM, SAL, RCL, SHLD: a count of 0 changes no flag" },
	{ "FCOMI", W(WRITE), fcomi,
	  "SDM, FCOMI: the table gives ZF, PF, CF only; we rely on no more" },
	{ "cleared flags", W(WRITE), clears_flags,
	  "SDM, VPTEST, VTESTPS, TESTUI, CLRSSBSY, RSTORSSP: the other flags are cleared" },
	{ "no SIB base", W(REGS), no_sib_base,
	  "SDM volume 2, table 2-3: base 101 with mod 00 is no register, whatever REX.B; "
	  "Zydis errs with 67h" },
	{ "no SIB base, displacement", W(ACCESSES), drops_displacement,
	  "the same: Zydis takes R13 for a base and leaves the displacement out" },
};
/* clang-format on */
#define N_RULES (sizeof(rules) / sizeof(rules[0]))
static uint64_t rule_used[N_RULES];

bool tolerated(const struct pair *p, enum what w)
{
	for (unsigned i = 0; i < N_RULES; i++) {
		if ((rules[i].what >> w & 1) && rules[i].applies(p)) {
			rule_used[i]++;
			return true;
		}
	}
	return false;
}

bool rule(unsigned i, const char **name, const char **reason, uint64_t *used)
{
	if (i >= N_RULES)
		return false;
	*name = rules[i].name;
	*reason = rules[i].reason;
	*used = rule_used[i];
	return true;
}
