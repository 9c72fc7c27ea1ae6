// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See calls.h. */
#include "emu/code/calls.h"

#include "emu/base/cpu.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/count/tree.h"

#define COLD_SIZE 80
#define COLD_FIND 160

/* Of struct tree_entry and struct tree_call. */
#define ENTRY_CALLER 0
#define ENTRY_TARGET 4
#define ENTRY_NODE   12
#define ENTRY_SIZE   16
#define ENTRY_SHIFT  4
#define CALL_GONE    0
#define CALL_NODE    8
#define CALL_SIZE    16

_Static_assert(offsetof(struct tree_entry, caller) == ENTRY_CALLER, "ENTRY_CALLER");
_Static_assert(offsetof(struct tree_entry, target) == ENTRY_TARGET, "ENTRY_TARGET");
_Static_assert(offsetof(struct tree_entry, node) == ENTRY_NODE, "ENTRY_NODE");
_Static_assert(sizeof(struct tree_entry) == ENTRY_SIZE, "ENTRY_SIZE");
_Static_assert(ENTRY_SIZE == 1 << ENTRY_SHIFT, "ENTRY_SHIFT");
_Static_assert(TREE_NEAR == 2, "LEA multiplies by it");
_Static_assert(offsetof(struct tree_call, gone) == CALL_GONE, "CALL_GONE");
_Static_assert(offsetof(struct tree_call, node) == CALL_NODE, "CALL_NODE");
_Static_assert(sizeof(struct tree_call) == CALL_SIZE, "CALL_SIZE");
_Static_assert(TREE_CELLS == 2, "the code adds two cells up");

/* The status flags go to AX, and RAX to its spill slot. */
static u8 *emit_save_flags(u8 *p)
{
	p = emit_spill(p, RAX, T_SPILL3);
	BYTES(0x9f, 0x0f, 0x90, 0xc0); /* lahf; seto al */
	return p;
}

static u8 *emit_load_flags(u8 *p)
{
	BYTES(0x04, 0x7f, 0x9e); /* add al, 127; sahf */
	return emit_reload(p, RAX, T_SPILL3);
}

/* mov qword gs:[cell], 0 */
static u8 *emit_clear_cells(u8 *p)
{
	for (u32 i = 0; i < TREE_CELLS; i++) {
		BYTES(0x65, 0x48, 0xc7, 0x04, 0x25);
		WORD(T_DUE + 8 * i);
		WORD(0);
	}
	return p;
}

/* Makes of the place in ECX the entry's address in RCX. */
static u8 *emit_entry_at(u8 *p)
{
	BYTES(0x65, 0x23, 0x0c, 0x25); /* and ecx, gs:[MASK] */
	WORD(T_TREE_MASK);
	BYTES(0xc1, 0xe1, ENTRY_SHIFT);	     /* shl ecx, SHIFT */
	BYTES(0x65, 0x48, 0x03, 0x0c, 0x25); /* add rcx, gs:[TABLE] */
	WORD(T_TREE_TABLE);
	return p;
}

/* cmp dword [rcx+TARGET+4*half], half of the target, inverted */
static u8 *emit_compare_half(u8 *p, u64 target, u32 half)
{
	BYTES(0x81, 0x79, ENTRY_TARGET + 4 * half);
	WORD(~target >> 32 * half);
	return p;
}

/* Goes to found if the entry at RCX is that of the caller in EDX and of the target, else on. */
static u8 *emit_look(u8 *p, u64 target, const u8 *found)
{
	u8 *jumps[2];

	BYTES(0x39, 0x11, 0x75, 0); /* cmp [rcx], edx; jne over */
	jumps[0] = p;
	p = emit_compare_half(p, target, 0);
	BYTES(0x75, 0); /* jne over */
	jumps[1] = p;
	p = emit_compare_half(p, target, 1);
	BYTES(0x0f, 0x84); /* je found */
	REL32(found);
	for (u32 i = 0; i < 2; i++)
		jumps[i][-1] = (u8)(p - jumps[i]);
	return p;
}

/* The entry is not at the near place: looks behind it, and at the far one. Goes to found, or on
 * where there is none. */
static u8 *emit_find_on(u8 *p, u64 target, const u8 *found)
{
	const u8 *loop;

	BYTES(0x48, 0x83, 0xc1, ENTRY_SIZE); /* add rcx, SIZE */
	p = emit_look(p, target, found);
	BYTES(0x69, 0xca); /* imul ecx, edx, FAR */
	WORD(TREE_FAR);
	BYTES(0x81, 0xc1); /* add ecx, far */
	WORD(tree_far(target));
	loop = p = emit_entry_at(p);
	p = emit_look(p, target, found);
	BYTES(0x83, 0x79, ENTRY_NODE, 0);    /* cmp dword [rcx+NODE], 0 */
	BYTES(0x48, 0x8d, 0x49, ENTRY_SIZE); /* lea rcx, [rcx+SIZE] */
	BYTES(0x75, 0);			     /* jne loop */
	p[-1] = (u8)(loop - p);
	return p;
}

/* Finds the callee's entry in RCX, with its caller's number in RDX, or goes to cold where it is not
 * at its near place. */
static u8 *emit_find(u8 *p, u64 target, const u8 *cold)
{
	p = emit_reload(p, RDX, T_TREE_NODE);
	BYTES(0x8d, 0x0c, 0x55); /* lea ecx, [rdx*NEAR+near] */
	WORD(tree_near(target));
	p = emit_entry_at(p);
	BYTES(0x39, 0x11); /* cmp [rcx], edx */
	p = emit_jne(p, cold);
	for (u32 half = 0; half < 2; half++)
		p = emit_jne(emit_compare_half(p, target, half), cold);
	return p;
}

/* Gives the caller in RDX what the cells have, and notes the call of the callee, whose entry is at
 * RCX. */
static u8 *emit_enter(u8 *p)
{
	BYTES(0x8b, 0x49, ENTRY_NODE); /* mov ecx, [rcx+NODE] */
	p = emit_spill(p, RCX, T_TREE_NODE);
	BYTES(0x48, 0xc1, 0xe2, 3);	     /* shl rdx, 3 */
	BYTES(0x65, 0x48, 0x03, 0x14, 0x25); /* add rdx, gs:[SELF] */
	WORD(T_TREE_SELF);
	p = emit_reload(p, RCX, T_DUE);
	BYTES(0x65, 0x48, 0x03, 0x0c, 0x25); /* add rcx, gs:[cell] */
	WORD(T_DUE + 8);
	BYTES(0x48, 0x01, 0x0a); /* add [rdx], rcx */
	p = emit_clear_cells(p);
	p = emit_reload(p, RDX, T_TREE_TOP);
	p = emit_reload(p, RCX, T_TREE_NODE);
	BYTES(0x48, 0x83, 0xc2, CALL_SIZE); /* add rdx, SIZE */
	BYTES(0x48, 0x89, 0x4a, CALL_NODE); /* mov [rdx+NODE], rcx */
	p = emit_spill(p, RDX, T_TREE_TOP);
	BYTES(0x48, 0x8d, 0x4c, 0x24, 0x08); /* lea rcx, [rsp+8] */
	BYTES(0x48, 0xf7, 0xd9);	     /* neg rcx */
	BYTES(0x48, 0x89, 0x0a);	     /* mov [rdx], rcx */
	return p;
}

static u8 *emit_switch(u8 *p, u32 exit, bool flags)
{
	u8 *cold = cache.cold -= COLD_FIND, *c;
	u64 target = exit_target(&cache.exits[exit]);

	if (flags)
		p = emit_save_flags(p);
	p = emit_spill(p, RDX, T_SPILL1);
	p = emit_find(p, target, cold);
	c = emit_find_on(cold, target, p);
	p = emit_reload(emit_enter(p), RDX, T_SPILL1);
	c = emit_reload(c, RDX, T_SPILL1);
	c = emit_reload(c, RCX, T_SPILL0);
	if (flags) {
		p = emit_load_flags(p);
		c = emit_load_flags(c);
	}
	emit_leave(c, exit | EXIT_COUNTED);
	return p;
}

u8 *calls_emit_entry(u8 *p, u32 exit, const struct trace *tr)
{
	return emit_switch(p, exit, tr->flags & TR_FLAGS);
}

u8 *calls_emit_call(u8 *p, u32 exit, const struct trace *tr)
{
	p = emit_spill(p, RCX, T_SPILL0);
	p = emit_switch(p, exit, tr->flags & TR_FLAGS);
	return emit_reload(p, RCX, T_SPILL0);
}

/* Ends the innermost call, or goes to cold with all registers as they were but RCX: where it has
 * not ended. The stack pointer is so many bytes above that with which the call returns. */
static u8 *emit_end(u8 *p, u32 above, u8 **cold)
{
	p = emit_spill(p, RDX, T_SPILL1);
	p = emit_spill(p, RAX, T_SPILL3);
	p = emit_reload(p, RDX, T_TREE_TOP);
	BYTES(0x48, 0x8b, 0x0a);       /* mov rcx, [rdx] */
	BYTES(0x48, 0x8d, 0x8c, 0x0c); /* lea rcx, [rsp+rcx-above] */
	WORD(-above);
	BYTES(0xe3, 5); /* jrcxz over */
	p = emit_jmp(p, *cold);
	BYTES(0x48, 0x8b, 0x42, CALL_NODE);	 /* mov rax, [rdx+NODE] */
	BYTES(0x48, 0x8d, 0x52, (u8)-CALL_SIZE); /* lea rdx, [rdx-SIZE] */
	p = emit_spill(p, RDX, T_TREE_TOP);
	BYTES(0x48, 0x8b, 0x52, CALL_NODE); /* mov rdx, [rdx+NODE] */
	p = emit_spill(p, RDX, T_TREE_NODE);
	p = emit_reload(p, RDX, T_TREE_SELF);
	BYTES(0x48, 0x8d, 0x04, 0xc2); /* lea rax, [rdx+rax*8] */
	BYTES(0x48, 0x8b, 0x08);       /* mov rcx, [rax] */
	for (u32 i = 0; i < TREE_CELLS; i++) {
		p = emit_reload(p, RDX, T_DUE + 8 * i);
		BYTES(0x48, 0x8d, 0x0c, 0x11); /* lea rcx, [rcx+rdx] */
	}
	BYTES(0x48, 0x89, 0x08); /* mov [rax], rcx */
	p = emit_clear_cells(p);
	*cold = emit_reload(*cold, RDX, T_SPILL1);
	*cold = emit_reload(*cold, RAX, T_SPILL3);
	return emit_reload(emit_reload(p, RDX, T_SPILL1), RAX, T_SPILL3);
}

u8 *calls_emit_return(u8 *p, u32 more)
{
	u8 *cold = cache.cold -= COLD_SIZE;

	p = emit_end(p, more, &cold);
	emit_leave(emit_reload(cold, RCX, T_SPILL0), EXIT_UNWIND);
	return emit_reload(p, RCX, T_TARGET);
}

/* mov [rsp], rcx; lea rsp, [rsp+8+more] */
static u8 *emit_put_back(u8 *p, u32 more)
{
	p = emit_reload(p, RCX, T_TARGET);
	BYTES(0x48, 0x89, 0x0c, 0x24, 0x48, 0x8d, 0xa4, 0x24);
	WORD(8 + more);
	return p;
}

u8 *calls_emit_pair_return(u8 *p, u32 more)
{
	u8 *cold = cache.cold -= COLD_SIZE;

	p = emit_end(p, -8u, &cold);
	cold = emit_put_back(cold, more);
	emit_leave(emit_reload(cold, RCX, T_SPILL0), EXIT_UNWIND);
	return p;
}

u8 *calls_emit_jump(u8 *p)
{
	u8 *cold = cache.cold -= COLD_SIZE;

	p = emit_reload(p, RCX, T_TREE_TOP);
	BYTES(0x48, 0x8b, 0x09);       /* mov rcx, [rcx] */
	BYTES(0x48, 0x8d, 0x0c, 0x0c); /* lea rcx, [rsp+rcx] */
	p = emit_spill(p, RCX, T_SPILL1);
	/* The topmost byte is 0 if the stack pointer is where the call has ended. */
	BYTES(0x65, 0x0f, 0xb6, 0x0c, 0x25); /* movzx ecx, byte gs:[SPILL1+7] */
	WORD(T_SPILL1 + 7);
	BYTES(0xe3, 2, 0xeb, 5); /* jrcxz over; jmp behind */
	p = emit_jmp(p, cold);
	emit_leave(emit_reload(cold, RCX, T_SPILL0), EXIT_UNWIND);
	return emit_reload(p, RCX, T_TARGET);
}
