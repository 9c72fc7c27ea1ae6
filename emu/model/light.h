/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Accesses that light.S takes in (core/machine/light.h). These functions, which it calls, are part
 * of the way to the model (slow.h): a signal that finds the thread there lets it go on by single
 * steps. So all of their code must lie in that section, and they save the registers that they use,
 * but XMM0 to XMM2.
 */
#ifndef PMC_EMU_LIGHT_H
#define PMC_EMU_LIGHT_H

#include "emu/base/types.h"
#include "emu/model/slow.h"

#define LIGHT	    __attribute__((no_caller_saved_registers, section(MODEL_WAY)))
#define QUICK_APART LIGHT __attribute__((noinline))

/* As model_slow (slow.h): for a read, a write or both, of an address that is complete, and for a
 * fetch. On processors with LAHF. _slow_ changes the status flags. */
extern const u8 model_slow_data[], model_slow_fetch[];
extern const u8 model_live_data[], model_live_fetch[];
/* A use of a page by the access of T_MODEL_WHAT. False: nothing was done. */
bool model_light_page_data(u64 page);
bool model_light_page_code(u64 page);
/* A line was used, and the others of its set lost their bits for that. */
void model_light_clear_data(u64 line);
void model_light_clear_code(u64 line);

#endif
