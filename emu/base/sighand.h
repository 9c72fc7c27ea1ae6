/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Signal actions as the program set them. Threads share them as CLONE_SIGHAND says. */
#ifndef PMC_EMU_BASE_SIGHAND_H
#define PMC_EMU_BASE_SIGHAND_H

#include "emu/base/types.h"

#define NSIG 64

/* The kernel's struct sigaction (not libc's). */
struct ksigaction {
	u64 handler;
	u64 flags;
	u64 restorer;
	u64 mask;
};

struct sighand {
	u32 lock;
	u32 users;
	struct ksigaction action[NSIG + 1];
};

#endif
