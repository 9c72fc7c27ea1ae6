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

/* Of struct emu_tree_node and struct tree_call. */
#define NODE_CALLER 0
#define NODE_TARGET 8
#define NODE_SELF   16
#define NODE_MIX    24
#define CALL_GONE   0
#define CALL_NODE   8
#define CALL_SIZE   16

_Static_assert(offsetof(struct emu_tree_node, caller) == NODE_CALLER, "NODE_CALLER");
_Static_assert(offsetof(struct emu_tree_node, target) == NODE_TARGET, "NODE_TARGET");
_Static_assert(offsetof(struct emu_tree_node, self) == NODE_SELF, "NODE_SELF");
_Static_assert(offsetof(struct emu_tree_node, mix) == NODE_MIX, "NODE_MIX");
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

/* Finds the callee in RCX, with its caller in RDX, or goes to cold. */
static u8 *emit_find(u8 *p, u64 target, const u8 *cold)
{
	p = emit_reload(p, RDX, T_TREE_NODE);
	BYTES(0x8b, 0x4a, NODE_MIX); /* mov ecx, [rdx+MIX] */
	BYTES(0x81, 0xc1);	     /* add ecx, mix */
	WORD(tree_mix(target));
	BYTES(0x0f, 0xb7, 0xc9);	     /* movzx ecx, cx */
	BYTES(0x65, 0x48, 0x8b, 0x0c, 0xcd); /* mov rcx, gs:[rcx*8+TREE] */
	WORD(T_TREE);
	BYTES(0x48, 0x39, 0x11); /* cmp [rcx], rdx */
	p = emit_jne(p, cold);
	for (u32 half = 0; half < 2; half++) {
		BYTES(0x81, 0x79, NODE_TARGET + 4 * half); /* cmp dword [rcx+TARGET], half */
		WORD(target >> 32 * half);
		p = emit_jne(p, cold);
	}
	return p;
}

/* Gives the caller in RDX what the cells have, and notes the call of the callee in RCX. */
static u8 *emit_enter(u8 *p)
{
	p = emit_spill(p, RCX, T_TREE_NODE);
	p = emit_reload(p, RCX, T_DUE);
	BYTES(0x65, 0x48, 0x03, 0x0c, 0x25); /* add rcx, gs:[cell] */
	WORD(T_DUE + 8);
	BYTES(0x48, 0x01, 0x4a, NODE_SELF); /* add [rdx+SELF], rcx */
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
	u8 *cold = cache.cold -= COLD_SIZE, *c;

	if (flags)
		p = emit_save_flags(p);
	p = emit_spill(p, RDX, T_SPILL1);
	p = emit_find(p, cache.exits[exit].target, cold);
	p = emit_reload(emit_enter(p), RDX, T_SPILL1);
	c = emit_reload(cold, RDX, T_SPILL1);
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
	BYTES(0x48, 0x8b, 0x48, NODE_SELF); /* mov rcx, [rax+SELF] */
	for (u32 i = 0; i < TREE_CELLS; i++) {
		p = emit_reload(p, RDX, T_DUE + 8 * i);
		BYTES(0x48, 0x8d, 0x0c, 0x11); /* lea rcx, [rcx+rdx] */
	}
	BYTES(0x48, 0x89, 0x48, NODE_SELF); /* mov [rax+SELF], rcx */
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
