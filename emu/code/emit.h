/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Writing machine code: bytes and words at a pointer named p, and the few instructions that move
 * values between a register and the thread's block.
 */
#ifndef PMC_EMU_EMIT_H
#define PMC_EMU_EMIT_H

#include "emu/base/string.h"
#include "emu/base/types.h"
#include "emu/code/nop.h"

#define BYTES(...)                               \
	do {                                     \
		const u8 b_[] = { __VA_ARGS__ }; \
		memcpy(p, b_, sizeof(b_));       \
		p += sizeof(b_);                 \
	} while (0)
#define WORD(x)                              \
	do {                                 \
		u32 w_ = (u32)(x);           \
		__builtin_memcpy(p, &w_, 4); \
		p += 4;                      \
	} while (0)
/* An unsigned number below this is the same when 32 bits of it are sign-extended. */
#define SIGNED_32_END 0x80000000u

/* The rel32 of an instruction that ends right behind it. */
#define REL32(to) WORD((const u8 *)(to) - (p + 4))

/* mov gs:[off], reg */
static inline u8 *emit_spill(u8 *p, unsigned reg, u32 off)
{
	BYTES(0x65, 0x48 | (reg >> 3) << 2, 0x89, 0x04 | (reg & 7) << 3, 0x25);
	WORD(off);
	return p;
}

/* mov reg, gs:[off] */
static inline u8 *emit_reload(u8 *p, unsigned reg, u32 off)
{
	BYTES(0x65, 0x48 | (reg >> 3) << 2, 0x8b, 0x04 | (reg & 7) << 3, 0x25);
	WORD(off);
	return p;
}

/* mov dword gs:[off], value */
static inline u8 *emit_store(u8 *p, u32 off, u32 value)
{
	BYTES(0x65, 0xc7, 0x04, 0x25);
	WORD(off);
	WORD(value);
	return p;
}

/* movabs reg, value */
static inline u8 *emit_movabs(u8 *p, unsigned reg, u64 value)
{
	BYTES(0x48 | reg >> 3, 0xb8 | (reg & 7));
	memcpy(p, &value, 8);
	return p + 8;
}

/* jmp to, in so many bytes, the first of which is … */
#define JUMP_SIZE 5
#define OP_JMP	  0xe9
static inline u8 *emit_jmp(u8 *p, const void *to)
{
	*p++ = OP_JMP;
	REL32(to);
	return p;
}

/* A conditional jump, by the low half of its opcode */
static inline u8 *emit_jcc(u8 *p, unsigned cc, const void *to)
{
	BYTES(0x0f, 0x80 | cc);
	REL32(to);
	return p;
}

static inline u8 *emit_jne(u8 *p, const void *to)
{
	return emit_jcc(p, 0x5, to);
}

static inline u8 *emit_ja(u8 *p, const void *to)
{
	return emit_jcc(p, 0x7, to);
}

static inline u8 *emit_js(u8 *p, const void *to)
{
	return emit_jcc(p, 0x8, to);
}

/* Pads with one NOP so that the rel32 that starts `ahead` bytes from here lies in one cache
 * line. */
static inline u8 *emit_align_rel32(u8 *p, unsigned ahead)
{
	unsigned over = ((u64)p + ahead) & 63;

	return over > 60 ? nop_pad(p, 64 - over) : p;
}

/* Leaves for the engine by this exit. */
u8 *emit_leave(u8 *p, u32 exit);
/* Code that counts a passage by the exit, and keeps the flags when asked to. With samples it may
 * leave for the engine behind that (spend.h). Returns the end of what it wrote. */
u8 *emit_count(u8 *p, u32 exit, bool keep_flags);
/* The same while RCX is in its spill slot, or nothing if the exit has no counter. The flags
 * stay. */
u8 *emit_count_rcx(u8 *p, u32 exit);

#endif
