/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How many bytes the memory operand of ModRM has: one byte for each opcode, a number of bytes or one
 * of the words below. Whether memory is accessed at all, and in which direction, say the rows of
 * row.h; what stands here of an opcode without memory means nothing.
 */
#ifndef PMC_EMU_DECODE_SIZE_H
#define PMC_EMU_DECODE_SIZE_H

#include <stdint.h>

/* Values up to SZ_MAX are a number of bytes; 0 is SZ_VECTOR, which most opcodes have. */
enum size {
	SZ_VECTOR, /* the vector length; EVEX.b: one element of 4 bytes, with W of 8 */
	SZ_MAX = 127,
	SZ_HALF, /* of the vector length: each element becomes one of twice the size, or is made of
		  * one; EVEX.b as above */
	SZ_QUARTER,
	SZ_EIGHTH,
	SZ_HALF_W0,	/* half of the vector length, but all of it with EVEX.W */
	SZ_VECTOR_FP16, /* as SZ_VECTOR, SZ_HALF, SZ_QUARTER, but EVEX.b means elements of 2 bytes */
	SZ_HALF_FP16,
	SZ_QUARTER_FP16,
	SZ_MMX,	      /* the vector length; 8 for a legacy instruction without mandatory prefix */
	SZ_MMX_HALF,  /* the same, but 4 */
	SZ_COUNT,     /* 16; 8 for a legacy instruction without mandatory prefix: a shift count */
	SZ_DUP,	      /* MOVDDUP: 8 with 128 bits, else the vector length */
	SZ_V,	      /* the operand size: 2, 4 or 8 */
	SZ_Z,	      /* the operand size, but at most 4 */
	SZ_Y,	      /* 4, with W 8 */
	SZ_P,	      /* a far pointer: the operand size and 2 */
	SZ_PAIR,      /* CMPXCHG8B, CMPXCHG16B: 8, with W 16 */
	SZ_KMOV,      /* an opmask: 2, 1 with 66h; with W 8 and 4 */
	SZ_FPU_ENV,   /* 28 bytes of x87 environment, 14 with operand size 16 */
	SZ_FPU_STATE, /* and with the registers 108, or 94 */
	SZ_FXSAVE,    /* 512 */
	SZ_XSAVE, /* 576: the legacy area and the header. What follows depends on XCR0 and RAX. */
	SZ_GROUP, /* decode_size_group[n], by ModRM.reg; n comes behind */
};

/* Rows of decode_size_group[]. */
enum { SG_01, SG_AE, SG_AE_F3, SG_C7, SG_D8_WIDE };
#define SZ_GRP(n) (SZ_GROUP + (n))

extern const uint8_t decode_size_map1[256];
extern const uint8_t decode_size_0f[256][4]; /* columns: no prefix, 66, F3, F2 */
extern const uint8_t decode_size_0f38[256][4];
extern const uint8_t decode_size_0f3a[256][4];
extern const uint8_t decode_size_map5[256][4];
extern const uint8_t decode_size_map6[256][4];
extern const uint8_t decode_size_x87[8][8]; /* D8-DF, by ModRM.reg */
extern const uint8_t decode_size_group[][8];

#endif
