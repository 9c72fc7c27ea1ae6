/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Code that notes what branches did, for the models of predictors. Notes go to a buffer of the
 * thread (emu/model/outcomes.h), in order; a model reads them when the buffer is full.
 */
#ifndef PMC_EMU_OUTCOME_H
#define PMC_EMU_OUTCOME_H

#include "emu/base/types.h"

struct step;

/* Calls the model (emu/model/slow.S): what happens is `what` (enum model_what). No register and no
 * flag changes. */
u8 *outcome_emit_call(u8 *p, u32 what);
/* Code for the beginning of a trace, whose first step this is: sees to it that the buffer has room
 * for all that the trace can note. Registers and flags stay, but flags that are dead there. */
u8 *outcome_emit_room(u8 *p, const struct step *s);
/* Code before a step's own: notes a conditional branch, or the return address of a call. */
u8 *outcome_emit(u8 *p, const struct step *s);
/* The indirect jump or call at ip, or a return, goes to the address in RCX. RDX and the flags
 * stay. */
u8 *outcome_emit_target(u8 *p, u64 ip, bool is_return);
/* The return at ip goes where the trace goes on. RCX may be used. */
u8 *outcome_emit_return(u8 *p, u64 ip, u64 target);

#endif
