/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The arguments of system calls that are descriptors.
 */
#ifndef PMC_EMU_DESCRIPTORS_H
#define PMC_EMU_DESCRIPTORS_H

#include "emu/base/types.h"

/*
 * Replaces each descriptor among the arguments that is the engine's by a number that is never open:
 * the kernel then answers as it would natively.
 */
void descriptors_hide(long nr, u64 arg[6]);

#endif
