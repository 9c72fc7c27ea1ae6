/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A thread of the program, and what threads share. The block is found through GS; offsets.h names
 * the fields that emitted code and assembly use.
 */
#ifndef PMC_EMU_THREAD_H
#define PMC_EMU_THREAD_H

#include "emu/base/engine.h"
#include "emu/base/offsets.h"

enum reg { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };

/* The program's general state while the engine runs. */
struct cpu {
	u64 r[16]; /* in the order of the instruction encoding: enum reg */
	u64 rip;
	u64 rflags;
};

#define NSIG 64

/* The kernel's struct sigaction (not libc's). */
struct ksigaction {
	u64 handler;
	u64 flags;
	u64 restorer;
	u64 mask;
};

/* Signal actions as the program set them; shared by threads as CLONE_SIGHAND says. */
struct sighand {
	u32 lock;
	u32 users;
	struct ksigaction action[NSIG + 1];
};

struct stack_alt {
	u64 sp;
	u32 flags, pad;
	u64 size;
};

enum thread_state {
	THREAD_FREE,
	THREAD_ENGINE,	/* in engine code */
	THREAD_CACHE,	/* may run translated code */
};

/* A signal frame as the kernel made it, kept until a safe point. */
struct pending {
	u32 sig;
	u32 fp_size;
	u64 mask; /* what was blocked when it came */
	u8 info[128];
	u64 mcontext[32]; /* struct sigcontext_64 */
	u8 fp[12288] __attribute__((aligned(64)));
};

/* An instruction that runs alone because the program set TF: trap.c. */
struct trap {
	bool on;
	bool silent;   /* no SIGTRAP behind it */
	bool compares; /* CMPS, SCAS: ends when ZF differs from while_zf */
	bool while_zf;
	u8 kind, len, cls;
	u64 pc, flags; /* before it */
	u64 left; /* repetitions of a string instruction after this one */
};

struct thread {
	struct thread *self;
	u64 spill[4];
	u64 stack;
	struct cpu cpu;
	u32 exit;
	volatile u32 pending_sig;
	u64 resume;
	u64 gsbase;
	u64 target;
	u64 upper;
	u32 from;
	/* --- from here on only C knows --- */
	struct thread *next; /* list of all, under threads.lock */
	volatile u32 state;  /* enum thread_state */
	s32 pid, tid;
	u32 task, chunk;
	struct emu_thread *shm; /* the chunk */
	struct sighand *sighand;
	u64 sigmask;	     /* what the program believes is blocked */
	u64 stashed;	     /* blocked synchronous signals that somebody sent */
	u64 call_mask;	     /* call_masked: the mask that the system call has for its time */
	struct stack_alt alt; /* the program's sigaltstack */
	u16 gs_selector;
	bool call_masked;
	bool stepping;	  /* single-stepping to a clean point */
	bool own_tf;	  /* ... and TF is the program's as well */
	bool popping;	  /* ... and the next instruction is POPF, which says so anew */
	bool vfork_child; /* borrows the address space: counts as its own process */
	bool one_shot;	  /* the next instruction runs alone: it writes to code */
	struct trap trap;
	const struct filter *filters; /* seccomp.c: the last one installed */
	u64 syscall_pc; /* the SYSCALL instruction being carried out */
	struct pending pending;
};

_Static_assert(offsetof(struct thread, spill) == T_SPILL0, "T_SPILL0");
_Static_assert(offsetof(struct thread, stack) == T_STACK, "T_STACK");
_Static_assert(offsetof(struct thread, cpu) == T_REGS, "T_REGS");
_Static_assert(offsetof(struct thread, cpu.rip) == T_RIP, "T_RIP");
_Static_assert(offsetof(struct thread, cpu.rflags) == T_RFLAGS, "T_RFLAGS");
_Static_assert(offsetof(struct thread, exit) == T_EXIT, "T_EXIT");
_Static_assert(offsetof(struct thread, pending_sig) == T_PENDING, "T_PENDING");
_Static_assert(offsetof(struct thread, resume) == T_RESUME, "T_RESUME");
_Static_assert(offsetof(struct thread, gsbase) == T_GSBASE, "T_GSBASE");
_Static_assert(offsetof(struct thread, target) == T_TARGET, "T_TARGET");
_Static_assert(offsetof(struct thread, upper) == T_UPPER, "T_UPPER");
_Static_assert(offsetof(struct thread, from) == T_FROM, "T_FROM");
_Static_assert(sizeof(struct thread) <= T_STACK_LOW, "struct thread outgrew its place");
_Static_assert(sizeof(struct emu_thread) <= EMU_CHUNK_SIZE, "chunk");

static inline struct thread *thread_self(void)
{
	struct thread *t;

	__asm__ volatile("mov %%gs:0, %0" : "=r"(t));
	return t;
}

/* All blocks, also free ones; under threads_lock. */
extern struct thread *threads_first;
extern volatile u32 threads_lock;
extern u32 threads_count; /* of blocks that are not free */

/* threads.c */
struct thread *thread_create(void);	   /* a block, not yet running; NULL: no memory */
void thread_destroy(struct thread *t);	   /* of a thread that never ran, or is gone */
void thread_set_gs(struct thread *t);	   /* in the thread itself */
long thread_clone(struct thread *t, u64 flags, u64 stack, u64 ptid, u64 ctid, u64 tls);
long thread_clone3(struct thread *t, u64 args, u64 size);
_Noreturn void thread_exit(struct thread *t, long status);
_Noreturn void thread_exit_group(struct thread *t, long status);

/* run.S */
extern char run_exit[], run_enter[], run_resume[], run_resume_end[], run_miss[];
extern char syscall_begin[], syscall_insn[], syscall_end[];
/* The program's system call, interruptible: returns its result; when a signal came before it began,
 * the engine goes on at run_enter instead (signal.c). */
long syscall_program(struct thread *t, long nr, const u64 arg[6]);
/* clone/fork/vfork with every form of stack: see run.S */
long syscall_clone(long nr, u64 a, u64 b, u64 c, u64 d, u64 e, struct thread *child);
_Noreturn void run_thread(struct thread *t); /* GS is set; goes to run_enter on the engine stack */

/* dispatch.c */
extern volatile u32 dispatch_flushing; /* a thread empties the cache: stay out */
/* The process is about to end: stop its other threads and make all counts final. */
void dispatch_end_counting(struct thread *self);
u64 dispatch_exit(struct thread *t);  /* called by run_exit: returns where to resume */
u64 dispatch_enter(struct thread *t); /* called by run_enter: run at t->cpu.rip */

/* canonical.c: is this an address at all? */
bool canonical(u64 address);
/* An indirect branch went to one that is not: back to before it, the count too. State THREAD_CACHE. */
struct exit;
void canonical_undo(struct thread *t, const struct exit *from);

/* special.c: instructions that the engine carries out; t->cpu.rip is the next one's address */
void special_insn(struct thread *t, u64 pc);

/* gs.c: one of them, with a GS override that cannot be mended in place. False: it is another one. */
struct insn;
bool gs_insn(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in);

/* trap.c: the program set TF; one instruction runs alone. Begin, before it runs; undo, it did not run
 * after all; back, it left the cache (false: there was none); report, it is done: SIGTRAP. */
void trap_begin(struct thread *t, const struct insn *in, const u8 *bytes);
void trap_undo(struct thread *t);
bool trap_back(struct thread *t);
void trap_report(struct thread *t, bool by_engine);

/* seccomp.c */
/* Do the program's filters let this call pass? What they do not, the kernel is to refuse. */
bool seccomp_allows(const struct thread *t, long nr, const u64 arg[6]);
/* prctl or seccomp: does it install a filter? Then it was done: the result is in *ret. */
bool seccomp_install(struct thread *t, long nr, const u64 arg[6], long *ret);

/* vsyscall.c: the program has jumped to where no code can be read. Carries out a call of the vsyscall
 * page, if it is one. */
bool vsyscall_call(struct thread *t);

/* callmask.c: does the system call have a signal mask for its time? Sets t->call_mask, call_masked. */
void callmask_note(struct thread *t, long nr, const u64 a[6]);

/* int80.c: INT 80h is being carried out; rip is behind it. False: no such call here. */
bool int80_exec(struct thread *t);

/* syscall.c */
/* The program's system call; rip is behind the instruction, RAX gets the result. False: a signal came
 * before it began, and rip is at the instruction again. */
bool syscall_exec(struct thread *t, long nr, u64 a[6]);
void syscall_insn_exec(struct thread *t);

/* fpstate.c: the FP state for a signal frame; returns its size */
u32 fpstate_save(u8 *fp, u32 room);

/* signal.c */
void signal_init(void);
void signal_thread_init(struct thread *t);
void signal_kick(struct thread *t);
long signal_sigaction(struct thread *t, u64 sig, u64 act, u64 old, u64 size);
long signal_sigprocmask(struct thread *t, u64 how, u64 set, u64 old, u64 size);
long signal_sigaltstack(struct thread *t, u64 ss, u64 old);
_Noreturn void signal_sigreturn(struct thread *t);
void signal_deliver_pending(struct thread *t);
/* A fault of the program that the engine found itself (no such code, invalid instruction).
 * cpu.rip is the faulting instruction. Changes t->cpu to the handler, or ends the process. */
void signal_fault(struct thread *t, int sig, int code, u64 addr, u64 trapno, u64 err);
void signal_before_exec(struct thread *t);
void signal_after_exec(struct thread *t);

void signal_hand_over(struct thread *t); /* the program's actions become the kernel's */

/* leave.c: the process runs natively from t->cpu on, uncounted */
bool leave_possible(const struct thread *t);
_Noreturn void leave_engine(struct thread *t);

#include "emu/code/cache.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"
#include "emu/code/link.h"
#include "emu/code/translate.h"
#include "emu/count/count.h"
#include "emu/count/task.h"
#include "emu/count/vector.h"

#endif
