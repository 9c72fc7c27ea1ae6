/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Beginning with the heritage of an ancestor. */
#ifndef PMC_EMU_INHERIT_H
#define PMC_EMU_INHERIT_H

#include "emu/code/heritage.h"

/* Fills the code cache, which is empty, from engine.heritage_fd. False: the heritage is of another
 * interpreter, or of one that lies elsewhere, or there is none. */
bool inherit(const struct heritage_of *of);

#endif
