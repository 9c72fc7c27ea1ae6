/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A thread of the program. Its block is found through GS: struct thread, the engine's stack, the
 * signal stack, the table of indirect jumps, and the chunk of counters. offsets.h names the fields
 * that emitted code and assembly use.
 *
 * Engine code runs on a stack of its own, with the program's registers saved in thread->cpu. The
 * program's FP and vector registers stay in the CPU: the engine is built without them.
 */
#ifndef PMC_EMU_THREAD_H
#define PMC_EMU_THREAD_H

#include "emu/base/cpu.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/launch.h"

struct filter;
struct sighand;
struct total;
struct tree_call;
struct tree_entry;

/* How many ranges of memory a system call may write to before it counts as writing anywhere. */
#define BUSY_MAX 16
#define BUSY_ALL (BUSY_MAX + 1)

enum thread_state {
	THREAD_FREE,
	THREAD_ENGINE, /* in engine code */
	THREAD_CACHE,  /* may run translated code */
};

/* The kernel's stack_t. */
struct stack_alt {
	u64 sp;
	u32 flags, pad;
	u64 size;
};

/* Addresses [start, end) of the program. */
struct span {
	u64 start, end;
};

/* A signal frame as the kernel made it, kept until a safe point. */
struct pending {
	u32 sig;
	u32 fp_size;
	u64 mask; /* what was blocked when the signal came */
	u8 info[128];
	u64 mcontext[32]; /* struct sigcontext_64 */
	u8 fp[12288] __attribute__((aligned(64)));
};

/* An instruction that runs alone because the program set TF: see emu/signal/trap.c. */
struct trap {
	bool on;
	bool silent;   /* no SIGTRAP follows it */
	bool compares; /* CMPS, SCAS: it ends when ZF differs from while_zf */
	bool while_zf;
	u8 kind, len, cls;
	u64 pc, flags; /* as they were before it */
	u64 left;      /* how often a string instruction is still to be repeated after this time */
};

/* Pending signals of SYNC_SIGNALS: emu/signal/account.c. */
struct account {
	volatile u64 set;
	u8 info[6][48]; /* what the kernel knows of their siginfo */
};

/* T_MODEL_: what translated code and a machine's model tell each other. */
struct model_call {
	u64 address, rsp, ip;
	u32 what, inside;
	u64 saved[9];
	u64 fs;
	u64 line, place;
	u32 step;
	u64 rcx, rdx;
	u64 bit;
	u64 third;
	u64 outcome;
};

/* Where a thread is between bursts: emu/count/burst.c. */
struct burst {
	u64 at, until; /* instructions from its beginning on; the phase ends there */
	u64 planned;   /* due_left() has counted down from here */
	u64 number;    /* of the period */
	u8 phase;
	u64 weight; /* what is counted now stands for so many times as much; 0: for nothing */
};

/* Where the thread is, while its next sample may be due: see emu/run/approach.h. */
struct sample {
	bool caught; /* pc[] is as before the instruction that is executed alone */
	u32 n;	     /* of pc[] */
	u64 next;    /* behind the last instruction that was executed alone; 0: there was none */
	/* The way that the program most likely goes on: with instruction `at` of trace number
	 * `trace`, if the cache's epoch is still this. */
	bool along;
	u32 epoch, trace, at;
	u64 pc[EMU_MAX_CHAIN];
	u64 registers[16]; /* at pc[0], for a dump */
};

/* How full the code cache is: emu/code/cache.h. */
struct cache_mark {
	u32 epoch, n_traces, n_exits, n_irecs, n_moves;
	u8 *hot, *cold;
	u64 *literals;
};

/* What the code of an instruction that the thread executes alone has taken of the cache. */
struct alone {
	bool is_there;
	struct cache_mark before, after;
};

/* A thread's call tree: emu/count/tree.c. */
struct tree {
	u32 n, n_parts; /* nodes, and parts that they are in */
	u32 room;   /* how many parts have room at tree_self, a mapping of its own; 0: it is none */
	u32 begins; /* with so many calls, at T_TREE_CHAIN */
	/* The handler that runs on the alternate stack: its place among the calls, 0: none does;
	 * and that stack. */
	u32 alt;
	struct span alt_stack;
};

/* PR_SET_SYSCALL_USER_DISPATCH, as the program has set it. */
struct dispatch {
	u64 start, size, selector;
	u8 mode; /* PR_SYS_DISPATCH_OFF (0), _ON, _INCLUSIVE_ON */
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
	const u64 *model_flags;
	u32 from;
	struct model_call model;
	s64 due[T_DUE_CELLS];
	struct tree_call *call_top; /* the innermost one; NULL: no call tree */
	u64 *tree_self;
	struct tree_entry *tree_table;
	u32 tree_mask;
	u32 unpaired;
	/* Only C knows the fields from here on. */
	struct thread *next; /* in the list of all, under threads_lock */
	volatile u32 state;  /* enum thread_state */
	s32 pid, tid;
	u32 task, chunk;
	struct emu_thread *shm; /* the chunk */
	struct total *total;	/* emu/count/total.c; NULL: none yet */
	struct sighand *sighand;
	u64 sigmask;	      /* what the program believes is blocked */
	u64 call_mask;	      /* with call_masked: the mask that a system call has while it runs */
	struct stack_alt alt; /* the program's sigaltstack */
	volatile u32 kick;    /* is one on its way? emu/signal/kick.c */
	u16 gs_selector;
	bool call_masked;
	bool stepping;	  /* single-stepping to a clean point */
	bool program_tf;  /* while stepping: TF is the program's as well */
	bool popping;	  /* while stepping: the next instruction is POPF, which sets TF anew */
	bool vfork_child; /* borrows the address space, but counts as a process of its own */
	u32 grown; /* the exit that is none any more, where the trace goes on; EXIT_NONE: none */
	u32 spent; /* the exit that was counted last, behind which it goes on; EXIT_NONE: none */
	bool one_shot;	     /* the next instruction runs alone: it writes to code */
	bool clears_actions; /* a new task that begins without its parent's handlers */
	bool cpuid_faults;   /* ARCH_SET_CPUID */
	bool shares_jumps;   /* its table of jumps is the one that threads share */
	struct dispatch dispatch;
	struct trap trap;
	const struct filter *filters; /* of seccomp: the last one installed */
	u64 clock_insns;	      /* instructions that the virtual clock has taken in */
	u64 syscall_pc;		      /* the SYSCALL instruction that is being carried out */
	/* watched: a task of its own in this memory, which may be killed alone. The kernel clears
	 * `lives` when it has left the memory. */
	volatile u32 lives;
	bool watched;
	volatile u32 begun; /* a task of its own: it has a record and a chunk */
	bool unowned;	    /* watched, and no parent waits for its end to free the block */
	u64 clear_tid;	    /* a word that the kernel clears when the thread ends; 0: none */
	/* Where the kernel may be writing just now: emu/syscall/buffers.h. BUSY_ALL: anywhere. */
	u32 busy_n;
	struct span busy[BUSY_MAX];
	/* The system call that is being made with the program's own mask: emu/signal/kept.c. */
	volatile u32 call; /* a number that is different each time; 0: none */
	u32 calls;
	long call_nr;
	const u64 *call_args;
	struct account account; /* the signals that are pending for this thread */
	bool receives;		/* others may pass signals on to this thread */
	bool forwarded;		/* others have done so */
	bool account_busy;	/* it holds the lock of the account */
	u32 passage_meaning;	/* emu/count/passage.c */
	u32 told_meaning;	/* emu/count/told.c */
	s64 left;		/* of what is due, beside due[] */
	s64 given[T_DUE_CELLS]; /* what due[] had when it was set */
	s64 use[T_DUE_CELLS];	/* how much each has taken lately */
	u64 planned;		/* samples: all periods that have begun, together */
	struct sample sample;
	struct alone alone;
	bool asks; /* runs code that asks the models */
	struct burst burst;
	struct tree tree;
	/* For each page of the two tables of jumps: emu/syscall/jumps.c. */
	u8 jumps_missed[2 * (T_SITES - T_IND) / PAGE_SIZE];
	u16 jumps_written[2]; /* pages of each, one by one */
	s32 late_sig;	      /* came meanwhile, 0: none */
	u8 late[128];	      /* its siginfo */
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
_Static_assert(offsetof(struct thread, from) == T_FROM, "T_FROM");
_Static_assert(offsetof(struct thread, model) == T_MODEL_ADDRESS, "T_MODEL_ADDRESS");
_Static_assert(offsetof(struct thread, model.rsp) == T_MODEL_RSP, "T_MODEL_RSP");
_Static_assert(offsetof(struct thread, model.ip) == T_MODEL_IP, "T_MODEL_IP");
_Static_assert(offsetof(struct thread, model.what) == T_MODEL_WHAT, "T_MODEL_WHAT");
_Static_assert(offsetof(struct thread, model.inside) == T_MODEL_INSIDE, "T_MODEL_INSIDE");
_Static_assert(offsetof(struct thread, model.saved) == T_MODEL_SAVED, "T_MODEL_SAVED");
_Static_assert(offsetof(struct thread, model.fs) == T_MODEL_FS, "T_MODEL_FS");
_Static_assert(offsetof(struct thread, model.line) == T_MODEL_LINE, "T_MODEL_LINE");
_Static_assert(offsetof(struct thread, model.place) == T_MODEL_PLACE, "T_MODEL_PLACE");
_Static_assert(offsetof(struct thread, model.step) == T_MODEL_STEP, "T_MODEL_STEP");
_Static_assert(offsetof(struct thread, model.rcx) == T_MODEL_RCX, "T_MODEL_RCX");
_Static_assert(offsetof(struct thread, model.rdx) == T_MODEL_RDX, "T_MODEL_RDX");
_Static_assert(offsetof(struct thread, model.bit) == T_MODEL_BIT, "T_MODEL_BIT");
_Static_assert(offsetof(struct thread, model.third) == T_MODEL_THIRD, "T_MODEL_THIRD");
_Static_assert(offsetof(struct thread, model.outcome) == T_MODEL_OUTCOME, "T_MODEL_OUTCOME");
_Static_assert(offsetof(struct thread, due) == T_DUE, "T_DUE");
_Static_assert(offsetof(struct thread, call_top) == T_TREE_TOP, "T_TREE_TOP");
_Static_assert(offsetof(struct thread, tree_self) == T_TREE_SELF, "T_TREE_SELF");
_Static_assert(offsetof(struct thread, tree_table) == T_TREE_TABLE, "T_TREE_TABLE");
_Static_assert(offsetof(struct thread, tree_mask) == T_TREE_MASK, "T_TREE_MASK");
_Static_assert(offsetof(struct thread, unpaired) == T_UNPAIRED, "T_UNPAIRED");
_Static_assert(offsetof(struct thread, model_flags) == T_MODEL_FLAGS, "T_MODEL_FLAGS");
_Static_assert(T_BASE + offsetof(struct emu_thread, node) == T_TREE_NODE, "T_TREE_NODE");
_Static_assert(T_BASE + offsetof(struct emu_thread, count) == T_COUNT, "T_COUNT");
_Static_assert(sizeof(struct thread) <= T_RETURNS, "struct thread outgrew its place");
_Static_assert(sizeof(struct emu_thread) <= EMU_CHUNK_WIDE, "chunk");
_Static_assert(T_STATE == T_CHUNK + EMU_CHUNK_LEAST, "T_STATE");

/* The block's size up to the end of the chunk. */
static inline u64 thread_size(void)
{
	return T_CHUNK + engine.chunk_size;
}

/* The calling thread. */
static inline struct thread *thread_self(void)
{
	struct thread *t;

	__asm__ volatile("mov %%gs:0, %0" : "=r"(t));
	return t;
}

/* Has the task left this memory, and its block as it was? */
static inline bool thread_is_left(const struct thread *t)
{
	return t->unowned && !t->lives;
}

/* The blocks of all threads, free ones included; under threads_lock. */
extern struct thread *threads_first;
extern volatile u32 threads_lock;
extern u32 threads_count; /* of blocks that are not free */

#endif
