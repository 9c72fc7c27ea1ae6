// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See compare.h. LEA subtracts the low half, sign-extended, and then what is left of the upper
 * one. */
#include "emu/code/compare.h"

#include "emu/code/emit.h"
#include "emu/code/moves.h"

#define TO_UPPER 13 /* from one constant to the other */

/* lea rcx, [rcx-n] */
static u8 *emit_subtract(u8 *p, u32 n)
{
	BYTES(0x48, 0x8d, 0x89);
	WORD(-n);
	return p;
}

/* What is left of the high half when the low half was subtracted. */
static u32 upper_part(u64 address)
{
	return (u32)((address + (u64)(s64)(s32)(0 - (u32)address)) >> 32);
}

u8 *compare_emit(u8 *p, u64 address)
{
	u8 *at;

	p = emit_subtract(p, (u32)address);
	at = p - sizeof(u32);
	moves_note(address < SIGNED_32_END ? MOVE_NEVER : MOVE_COMPARED, at, address);
	if (address >= SIGNED_32_END) {
		BYTES(0xc4, 0xe3, 0xfb, 0xf0, 0xc9, 32); /* rorx rcx, rcx, 32 */
		p = emit_subtract(p, upper_part(address));
	}
	return p;
}

void compare_move(u8 *at, u64 address)
{
	u32 low = -(u32)address, upper = -upper_part(address);

	memcpy(at, &low, sizeof(low));
	memcpy(at + TO_UPPER, &upper, sizeof(upper));
}
