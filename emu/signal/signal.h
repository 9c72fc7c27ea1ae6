/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The kernel's signal structures (x86-64), by their layout alone: Linux
 * arch/x86/include/uapi/asm/{signal,sigcontext,ucontext}.h.
 */
#ifndef PMC_EMU_SIGNAL_H
#define PMC_EMU_SIGNAL_H

#include "emu/base/sigmask.h"
#include "emu/base/thread.h"

#define SIG_DFL	       0ull
#define SIG_IGN	       1ull
#define SA_NOCLDSTOP   0x1ull
#define SA_NOCLDWAIT   0x2ull
#define SA_SIGINFO     0x4ull
#define SA_RESTORER    0x04000000ull
#define SA_ONSTACK     0x08000000ull
#define SA_RESTART     0x10000000ull
#define SA_NODEFER     0x40000000ull
#define SA_RESETHAND   0x80000000ull
#define SS_ONSTACK     1u
#define SS_DISABLE     2u
#define SS_AUTODISARM  (1u << 31)

#define FLAG_TF 0x100ull
#define FLAG_DF 0x400ull
#define FLAG_RF 0x10000ull

/* Places in the machine context. */
enum {
	MC_R8,
	MC_RDI = 8,
	MC_RSI,
	MC_RBP,
	MC_RBX,
	MC_RDX,
	MC_RAX,
	MC_RCX,
	MC_RSP,
	MC_RIP,
	MC_FLAGS,
	MC_SEGMENTS,
	MC_ERR,
	MC_TRAPNO,
	MC_OLDMASK,
	MC_CR2,
	MC_FP,
	MC_WORDS = 32
};

struct ucontext {
	u64 flags, link;
	struct stack_alt stack;
	u64 mc[MC_WORDS];
	u64 sigmask;
};

struct siginfo {
	s32 signo, err, code, pad;
	union {
		u64 addr; /* faults; SIGSYS: address behind the call */
		struct {
			s32 pid, uid;
		};
		u8 room[112];
	};
};

struct sigframe {
	u64 restorer;
	struct ucontext uc;
	struct siginfo info;
};

_Static_assert(sizeof(struct siginfo) == 128, "siginfo");
_Static_assert(sizeof(struct ucontext) == 16 + 24 + 256 + 8, "ucontext");

#endif
