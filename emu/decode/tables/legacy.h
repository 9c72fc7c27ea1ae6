/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the tables of instructions without VEX or EVEX prefix share: the numbers of the groups and
 * of the leaves, and a few words.
 */
#ifndef PMC_EMU_DECODE_TABLES_LEGACY_H
#define PMC_EMU_DECODE_TABLES_LEGACY_H

#include "emu/decode/tables/row.h"

/* Rows of decode_group[]. */
enum {
	G_1, G_2, G_2CL, G_3B, G_3V, G_4, G_5, G_11B, G_11V, G_1A,
	G_D8, G_D9, G_DA, G_DB, G_DC, G_DD, G_DE, G_DF,
	G_6, G_7, G_7_66, G_7_F3, G_7_F2, G_P, G_16, G_8,
	G_12, G_13, G_14, G_14_66, G_NOP, G_0F1C, G_0F1E_F3,
	G_15, G_15_66, G_15_F3, G_15_F2, G_9, G_9_66, G_9_F3, G_9_F2, G_17,
	G_WIDE, G_DC_F3, G_F8_F3, G_F8_F2, G_HRESET, G_A6, G_A7, G_A7_F3,
};

/* Rows of decode_leaf[]. */
enum {
	L_XABORT, L_XBEGIN,
	L_7_0, L_7_0_66, L_7_0_F3, L_7_0_F2, L_7_1, L_7_1_66, L_7_2, L_7_3, L_7_5, L_7_5_F3,
	L_7_5_F2, L_7_7, L_7_7_66, L_7_7_F3, L_7_7_F2, L_RM0, L_RM0_AX, L_RM1, L_D9_4, L_D9_5,
	L_DB_4, L_ENDBR,
	L_XSTORE, L_XCRYPT, L_MONTMUL,
};

#define ARITH	WR(FL_ALL)
#define ST_POP	(rSP | XL)
#define ST_PUSH	(rSP | XS)

#endif
