/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One instruction as two decoders see it, ours and Zydis: what is asked of Zydis in our words, and
 * which differences are tolerated. Shared by the files of the comparison (zydis_test.c).
 */
#ifndef PMC_TESTS_DIFF_PAIR_H
#define PMC_TESTS_DIFF_PAIR_H

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include "emu/decode/access.h"
#include "emu/decode/decode.h"

/* What may differ. */
enum what {
	D_VALID,
	D_LENGTH,
	D_RIPREL,
	D_FIELDS,
	D_KIND,
	D_LOAD,
	D_STORE,
	D_READ,
	D_WRITE,
	D_REGS,
	D_SEGMENT,
	D_PREFIX,
	D_OPCODE,
	D_IMM,
	D_OPSIZE,
	D_ACCESSES,
	D_N
};

struct pair {
	const uint8_t *bytes;
	unsigned avail;
	/* ours */
	int len; /* the result of insn_decode() */
	struct insn in;
	unsigned n_access;
	struct insn_access access[INSN_ACCESSES];
	/* Zydis; without zvalid there is nothing but the status */
	bool zvalid;
	ZyanStatus zstatus;
	ZydisDecodedInstruction z;
	ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
};

/* ---- pair.c: Zydis in our words; for valid instructions only ---- */

bool zydis_access(const struct pair *p, ZydisOperandActions mask); /* any memory operand with it */
bool zydis_segment(const struct pair *p, ZydisRegister seg);	   /* a memory operand is there */
bool zydis_is_rip_relative(const struct pair *p);
uint32_t zydis_regs(const struct pair *p); /* general registers in operands, hidden ones too */
unsigned zydis_read(const struct pair *p); /* status flags, FL_ */
unsigned zydis_write(const struct pair *p);
enum insn_kind zydis_kind(const struct pair *p);
unsigned zydis_opcode_offset(const struct pair *p); /* as insn.op_off */
unsigned zydis_map(const struct pair *p);
unsigned zydis_rex(const struct pair *p);
bool zydis_same_immediate(const struct pair *p);
bool zydis_same_accesses(const struct pair *p);

/* ---- rules.c: tolerated differences ---- */

/* Does a rule tolerate that the two differ in w? */
bool tolerated(const struct pair *p, enum what w);
/* Rule i: its name and reason, and how often it applied. False when there are no more. */
bool rule(unsigned i, const char **name, const char **reason, uint64_t *used);

#endif
