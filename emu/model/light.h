/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Accesses that the model takes in without calls (core/machine/light.h). These functions are part
 * of the way to it (slow.h): a signal that finds the thread there lets it go on by single steps. So
 * all of their code must lie in that section, and they save the registers that they use.
 */
#ifndef PMC_EMU_LIGHT_H
#define PMC_EMU_LIGHT_H

#include "emu/base/types.h"
#include "emu/model/slow.h"

#define LIGHT	    __attribute__((no_caller_saved_registers, section(MODEL_WAY)))
#define QUICK_APART LIGHT __attribute__((noinline))

/* slow.S calls them. False: nothing was done. They change XMM0 to XMM2. */
bool model_light_data(void);
bool model_light_fetch(void);

#endif
