/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The program's general registers while the engine runs. */
#ifndef PMC_EMU_CPU_H
#define PMC_EMU_CPU_H

#include "emu/base/types.h"

enum reg { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };

struct cpu {
	u64 r[16]; /* by enum reg, the numbers of the instruction encoding */
	u64 rip;
	u64 rflags;
};

#endif
