/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The way from translated code to the model and back. */
#ifndef PMC_EMU_SLOW_H
#define PMC_EMU_SLOW_H

#include "emu/base/thread.h"

/* Translated code calls one of them, or of light.h's, on the engine's stack, with model.what of its
 * thread set, and the program's RSP in its slot; no function of C. All other registers and flags
 * stay as they are. _old: on processors without LAHF. */
extern const u8 model_slow[], model_slow_old[];
/* What light.S does not take in. */
extern const u8 model_whole_data[], model_whole_fetch[];
/* All of this code, and that of light.c, lies in this section, between these. */
#define MODEL_WAY "model_way"
extern const u8 __start_model_way[], __stop_model_way[];

/* Is rip between translated code and the model? */
static inline bool model_is_on_way(u64 rip)
{
	return rip >= (u64)__start_model_way && rip < (u64)__stop_model_way;
}
/* Is the thread, which a signal found at rip, in the model itself, and not on its way? */
static inline bool model_is_in(const struct thread *t, u64 rip)
{
	return t->model.inside && !model_is_on_way(rip);
}
/* Is it either? */
static inline bool model_has(const struct thread *t, u64 rip)
{
	return model_is_on_way(rip) || t->model.inside;
}
/* The program's flags, while its thread is in the model; status flags only if they are alive. */
static inline u64 model_flags(const struct thread *t)
{
	return *t->model_flags;
}

#endif
