/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Memory for argument lists that do not fit on the stack.
 */
#ifndef PMC_EMU_EXEC_SCRATCH_H
#define PMC_EMU_EXEC_SCRATCH_H

#include "emu/base/types.h"

struct scratch;

/*
 * Returns size bytes, or NULL without memory. *entry gets the entry that they belong to, or NULL
 * when all are in use: then the memory of a vfork child is lost to its parent.
 */
void *scratch_get(u64 size, struct scratch **entry);
/* Gives the memory back: the exec has failed. */
void scratch_put(void *list, u64 size, struct scratch *entry);

#endif
