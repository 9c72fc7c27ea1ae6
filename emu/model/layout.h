/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Offsets in struct machine_state and struct machine_counts for light.S, [_I] of code and [_D] of
 * data. light.c asserts that they are right. The assembler reads this header too, so it holds
 * numbers only.
 */
#ifndef PMC_EMU_LAYOUT_H
#define PMC_EMU_LAYOUT_H

#define S_COUNTS     0x000
#define S_LIGHT_D    0x337
#define S_LIGHT_I    0x338
#define S_TAG_I	     0x348
#define S_USES_I     0x350
#define S_MASK_I     0x370
#define S_TAG_D	     0x398
#define S_USES_D     0x3a0
#define S_MASK_D     0x3c0
#define S_PAGES_D    0x648
#define S_PAGES_I    0x650
#define S_LATER	     0x678
#define S_LATER_N    0x680
#define S_LATER_ROOM 0x684
#define S_LEFT_I     0x7b8
#define S_LEFT_D     0x7c8

#define C_MISSED_I  0x28
#define C_FILLED_I  0x50
#define C_EVICTED_I 0x58
#define C_MISSED_D  0xa0 /* of fetches; those of reads and writes follow */
#define C_FILLED_D  0xc8
#define C_EVICTED_D 0xd0

#endif
