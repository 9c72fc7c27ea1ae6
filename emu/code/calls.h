/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Code that goes from node to node of the call tree (emu/count/tree.h). With a tree each trace ends
 * at a call and at a return, so all that a passage counts is for one node. What the code does not
 * know it leaves to the engine, by T_EXIT.
 */
#ifndef PMC_EMU_CALLS_H
#define PMC_EMU_CALLS_H

#include "emu/base/types.h"

struct trace;

/* On the way of a call, which is this exit, to the trace; its passage has been counted. Registers
 * stay, and the flags if the trace needs them. */
u8 *calls_emit_call(u8 *p, u32 exit, const struct trace *tr);
/* The same in the entry of an indirect call, with the program's RCX in its spill slot. */
u8 *calls_emit_entry(u8 *p, u32 exit, const struct trace *tr);
/* A return that takes so many more bytes off the stack has done so. The program's RCX is in its
 * spill slot, and T_TARGET, T_FROM and RCX are as for its jump. The flags stay. */
u8 *calls_emit_return(u8 *p, u32 more);
/* The same of a return that is about to end a pair (pair.h), with the landing in the place of the
 * return address, and with the stack pointer there. RCX is lost. */
u8 *calls_emit_pair_return(u8 *p, u32 more);
/* The same of an indirect jump, which may leave functions as longjmp does. */
u8 *calls_emit_jump(u8 *p);

#endif
