/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which accesses to data memory an instruction makes: one after the other, each with its direction,
 * its size and what its address is made of. For models of caches; nothing else needs it.
 */
#ifndef PMC_EMU_DECODE_ACCESS_H
#define PMC_EMU_DECODE_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

struct insn;

enum access_how {
	ACCESS_READS = 1,
	ACCESS_WRITES = 2,
	ACCESS_MODIFIES = 3, /* reads and then writes the same bytes */
};

/* What insn_access.disp is added to. An address-size prefix (I_ADDR32) cuts all of these to 32
 * bits, but for AT_STACK and AT_FRAME. */
enum access_at {
	AT_OPERAND, /* the memory operand of ModRM, or MOFFS (no I_MODRM) */
	AT_BIT,	    /* the same, moved by a bit offset in the register of ModRM.reg, see below */
	AT_STACK,   /* RSP as it was before the instruction */
	AT_FRAME,   /* RBP as it was before */
	AT_RSI,
	AT_RDI,
	AT_XLAT,   /* RBX + AL */
	AT_RAX,	   /* rounded down to 64: CLZERO */
	AT_REG,	   /* the register of ModRM.reg: MOVDIR64B, ENQCMD */
	AT_GATHER, /* disp elements of a vector of addresses, each of insn_access.size */
	AT_TILE,   /* rows of an AMX tile; size 0: the configuration decides how many */
};

/*
 * AT_BIT: BT, BTS, BTR, BTC with a register. The operand lies at the address of ModRM plus size
 * times (the register's bit offset, signed, shifted right by 4, 5 or 6 for a size of 2, 4 or 8).
 *
 * AT_GATHER: gathers and scatters. The index is 64 bits wide when bit 0 of the opcode is set, else
 * 32. The mask decides which elements are accessed at all.
 */
struct insn_access {
	uint8_t how;  /* enum access_how */
	uint8_t at;   /* enum access_at */
	bool segment; /* an override (I_SEG_FS, I_SEG_GS) moves this access */
	int16_t disp;
	uint16_t size; /* in bytes; 0: unknown */
	uint8_t scale; /* a displacement of one byte is multiplied by it; 1 without EVEX */
};

/* The most that any instruction makes: ENTER with level 31 pushes 32 times and reads 30 times. */
#define INSN_ACCESSES 62

/*
 * Fills a with the accesses of *in, which insn_decode() decoded from bytes, in the order in which
 * the CPU makes them. Returns how many there are; at least one that reads when I_LOAD is set, and
 * one that writes when I_STORE is set, none without both.
 *
 * A string instruction gives one iteration; REP and the registers are the caller's. Where the CPU
 * accesses less than it could, all counts: a masked move has its whole size, as CMPXCHG is said to
 * write whatever it compares. The size of XSAVE and its kin depends on XCR0 and registers; what is
 * given, 576, is the least. Far calls and returns are given as if no privilege changed.
 */
unsigned insn_accesses(const uint8_t *bytes, const struct insn *in, struct insn_access *a);

#endif
