/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The kernel's structures and constants for signals on x86-64, by their layout alone: Linux
 * arch/x86/include/uapi/asm/{signal,sigcontext,ucontext}.h and asm-generic/siginfo.h.
 */
#ifndef PMC_EMU_SIGNAL_ABI_H
#define PMC_EMU_SIGNAL_ABI_H

#include "emu/base/sigmask.h"
#include "emu/base/thread.h"

#define SIG_DFL	      0ull
#define SIG_IGN	      1ull
#define SA_NOCLDSTOP  0x1ull
#define SA_NOCLDWAIT  0x2ull
#define SA_SIGINFO    0x4ull
#define SA_RESTORER   0x04000000ull
#define SA_ONSTACK    0x08000000ull
#define SA_RESTART    0x10000000ull
#define SA_NODEFER    0x40000000ull
#define SA_RESETHAND  0x80000000ull
#define SS_ONSTACK    1u
#define SS_DISABLE    2u
#define SS_AUTODISARM (1u << 31)
#define MINSIGSTKSZ   2048

/* siginfo.code */
#define SI_USER		  0 /* kill(2) */
#define SI_KERNEL	  0x80
#define SI_QUEUE	  (-1)
#define SI_TIMER	  (-2)
#define SI_MESGQ	  (-3)
#define SI_ASYNCIO	  (-4)
#define SI_SIGIO	  (-5)
#define SI_TKILL	  (-6)
#define SEGV_MAPERR	  1
#define SEGV_ACCERR	  2
#define ILL_ILLOPN	  2
#define TRAP_BRKPT	  1
#define TRAP_TRACE	  2
#define SYS_USER_DISPATCH 2

/* Places in the machine context (struct sigcontext_64). */
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
	MC_SEGMENTS, /* CS, GS, FS, SS: 16 bits each */
	MC_ERR,
	MC_TRAPNO,
	MC_OLDMASK,
	MC_CR2,
	MC_FP,
	MC_WORDS = 32
};

#define USER_SEGMENTS 0x002b000000000033ull /* CS and SS of a 64-bit program */

/* ucontext.flags */
#define UC_FP_XSTATE	     1
#define UC_SIGCONTEXT_SS     2
#define UC_STRICT_RESTORE_SS 4

struct ucontext {
	u64 flags, link;
	struct stack_alt stack;
	u64 mc[MC_WORDS];
	u64 sigmask;
};

struct siginfo {
	s32 signo, err, code, pad;
	union {
		u64 addr; /* faults: the address; SIGSYS: the address behind the call */
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
