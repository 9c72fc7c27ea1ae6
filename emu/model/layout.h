/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Offsets in struct machine_state and struct machine_counts for light.S, [_I] of code and [_D] of
 * data. light.c asserts that they are right. The assembler reads this header too, so it holds
 * numbers only.
 */
#ifndef PMC_EMU_LAYOUT_H
#define PMC_EMU_LAYOUT_H

#define S_COUNTS       0x000
#define S_NOW	       0x360
#define S_LIGHT_D      0x36f
#define S_LIGHT_I      0x370
#define S_LIGHT_FEW    0x376
#define S_TAG_I	       0x388
#define S_USES_I       0x390
#define S_MASK_I       0x3b0
#define S_TAG_D	       0x3e0
#define S_USES_D       0x3e8
#define S_MASK_D       0x408
#define S_TAG_TLB      0x570 /* the first TLB of data … */
#define S_USES_TLB     0x578
#define S_MASK_TLB     0x598
#define S_TAG_TLB2     0x620 /* … and the second */
#define S_USES_TLB2    0x628
#define S_MASK_TLB2    0x648
#define S_PAGES_D      0x6d0
#define S_PAGES_I      0x6d8
#define S_PAGE_LAST    0x6f0
#define S_LATER	       0x700
#define S_LATER_N      0x708
#define S_LATER_ROOM   0x70c
#define S_LIGHT_ROOM_D 0x710
#define S_LIGHT_ROOM_I 0x714
#define S_LEFT_I       0x848
#define S_LEFT_D       0x858
#define S_LEFT_TLB     0x878

#define C_MISSED_I   0x28
#define C_FILLED_I   0x50
#define C_EVICTED_I  0x58
#define C_MISSED_D   0xa0 /* of fetches; those of reads and writes follow */
#define C_FILLED_D   0xc8
#define C_EVICTED_D  0xd0
#define C_MISSED_TLB 0x228 /* as C_MISSED_D */
#define C_ASKED_TLB2 0x270

#endif
