/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Registers that checks use, while the program's values of them are in slots of the thread's block:
 * RCX and two that the trace mentions least. They come back when an instruction mentions them, and
 * where the trace may be left. Records of the trace (struct irec) tell which are out, so that a
 * signal finds the program's.
 */
#ifndef PMC_EMU_SCRATCH_H
#define PMC_EMU_SCRATCH_H

#include "emu/base/types.h"

/* All registers, as a mask. */
#define SCRATCH_ALL 0xffffu

/* The two that a check uses. */
struct scratch {
	unsigned a, b;
};

/* Chooses registers for the selected steps. All are in place. */
void scratch_begin(void);
/* Two of them, if possible such as an instruction does not mention (regs: a mask). rcx: the first
 * one must be RCX. */
struct scratch scratch_pair(u32 regs, bool rcx);

/* Has only the slot the program's value? */
bool scratch_is_out(unsigned reg);

/* Writes code that makes the program's value safe in the register's slot. The register may be used
 * until it is restored. */
u8 *scratch_save(u8 *p, unsigned reg);
/* For cold code that restores the register at its end. */
u8 *scratch_save_aside(u8 *p, unsigned reg);
/* The same of both, for a check before an instruction that mentions regs: those of them have the
 * program's values, and are out from here on. */
u8 *scratch_take(u8 *p, struct scratch two, u32 regs);
/* Loads the program's value from the slot. */
u8 *scratch_load(u8 *p, unsigned reg);
/* Restores those of a mask that are out. */
u8 *scratch_restore(u8 *p, u32 regs);
/* An instruction with these registers has been executed. */
void scratch_forget(u32 regs);

/* Which are out, for struct irec: a bit for each, and the numbers of the second and third. */
u8 scratch_out(void);
u8 scratch_names(void);
/* Register i of those names, and its slot. */
unsigned scratch_name(u8 names, unsigned i);
extern const u32 scratch_slots[3];

#endif
