// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See compare.h. LEA subtracts the low half, sign-extended, and then what is left of the upper
 * one. */
#include "emu/code/compare.h"

#include "emu/code/emit.h"
#include "emu/code/moves.h"
#include "emu/code/operand.h"

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

u8 *compare_emit(u8 *p, u64 address, u32 equal)
{
	u8 *at;

	if (address < SIGNED_32_END) {
		p = emit_subtract(p, (u32)address - equal);
		moves_note(MOVE_NEVER, p - sizeof(u32), address);
		return p;
	}
	p = emit_subtract(p, (u32)address);
	at = p - sizeof(u32);
	moves_note(equal ? MOVE_COMPARED_1 : MOVE_COMPARED, at, address);
	BYTES(0xc4, 0xe3, 0xfb, 0xf0, 0xc9, 32); /* rorx rcx, rcx, 32 */
	return emit_subtract(p, upper_part(address) - equal);
}

u8 *compare_emit_register(u8 *p, unsigned reg, u64 address, const u8 *other)
{
	u64 *l;

	if (address < SIGNED_32_END) {
		BYTES(0x48 | reg >> 3, 0x81, 0xf8 | (reg & 7)); /* cmp reg, address */
		moves_note(MOVE_NEVER, p, address);
		WORD(address);
		return emit_jne(p, other);
	}
	l = operand_literal(address);
	moves_note(MOVE_ADDRESS, (u8 *)l, address);
	BYTES(0x48 | (reg >> 3) << 2, 0x3b, 0x05 | (reg & 7) << 3); /* cmp reg, [rip+l] */
	REL32(l);
	return emit_jne(p, other);
}

/* The upper half comes first: what its access may fault for is on the next page, most likely, and
 * the flags are still the program's then. */
u8 *compare_emit_stack(u8 *p, u64 address, const u8 *other)
{
	if (address < SIGNED_32_END) {
		BYTES(0x48, 0x81, 0x3c, 0x24); /* cmp qword [rsp], address */
		moves_note(MOVE_NEVER, p, address);
		WORD(address);
		return emit_jne(p, other);
	}
	BYTES(0x81, 0x7c, 0x24, 4); /* cmp dword [rsp+4], high */
	moves_note(MOVE_HIGH, p, address);
	WORD(address >> 32);
	p = emit_jne(p, other);
	BYTES(0x81, 0x3c, 0x24); /* cmp dword [rsp], low */
	moves_note(MOVE_LOW, p, address);
	WORD(address);
	return emit_jne(p, other);
}

void compare_move(u8 *at, u64 address, u32 equal)
{
	u32 low = -(u32)address, upper = equal - upper_part(address);

	memcpy(at, &low, sizeof(low));
	memcpy(at + TO_UPPER, &upper, sizeof(upper));
}
