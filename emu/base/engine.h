/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's inner interfaces: who offers what to the other files of emu/.
 *
 * One process image has one struct engine (`engine`), one code cache, and a struct thread per thread
 * of the program, found through GS. Engine code runs on a stack of its own with the program's
 * registers saved in thread->cpu; the program's FP and vector registers stay in the CPU (the engine
 * is built without them).
 */
#ifndef PMC_EMU_ENGINE_H
#define PMC_EMU_ENGINE_H

#include "emu/base/types.h"
#include "emu/launch.h"

struct thread; /* thread.h */

struct engine {
	struct emu_header *shm; /* mapped shared; NULL never */
	int shm_fd, engine_fd;	/* hidden from the program, see fds.c */
	int exe_fd;		/* the program's file, hidden as well; -1: none */
	char exe_link[32];	/* what stands for /proc/self/exe: "/proc/self/fd/" and exe_fd */
	s32 pid;		/* of the process that this memory belongs to: a vfork child's differs */
	u64 place;		/* in the tree of processes and images: what random numbers start from */
	u64 engine_start, engine_end; /* where the engine itself is mapped */
	u64 footprint;		/* bytes of address space that are ours, for RLIMIT_AS */
	bool strict; /* in seccomp's strict mode: read, write, exit and sigreturn are all that is left */
	bool deterministic;
	bool writes_memory; /* a /proc/…/mem was opened for writing */
	u32 vectors;		/* our vector chunk */
	char exe[4096];		/* absolute path of the program, as /proc/self/exe would show it */
};
extern struct engine engine;

/* ---- entry.S, start.c: from the kernel's entry to the program's first instruction ---- */

/* Called by the entry code with the kernel's initial stack. Never returns. */
_Noreturn void engine_start(u64 *kernel_stack);

/* ---- load.c: a program in memory, as execve(2) would have put it ---- */

struct image {
	u64 entry;    /* where the first instruction is: the interpreter's entry, or the program's */
	u64 sp;	      /* the program's initial stack pointer (argc is there) */
	u64 at_entry, at_phdr, at_phnum, at_phent, at_base; /* values of the auxiliary vector */
	u64 brk;      /* end of the program's bss: where its heap begins */
	u64 start_code, end_code, start_data, end_data; /* as /proc/self/stat would show them */
	bool fixed;	 /* not position-independent */
	bool exec_stack;
};
/*
 * Map the program that is open at fd, and its interpreter (fd stays open). Registers every executable
 * mapping by maps_set(). Returns 0 or -errno; after a failure the process is good for nothing but a
 * message and exit.
 */
int load_program(int fd, struct image *img);

/* entry.S: the program's first instruction, with the registers as execve leaves them. */
_Noreturn void native_run(u64 entry, u64 sp);

/* ---- exec.c ---- */

/*
 * The program's execve/execveat. Returns only when it failed: -errno, as the kernel would have said.
 * Decides whether the target is followed by the engine or runs natively with a note.
 */
long exec_syscall(struct thread *t, int dirfd, u64 path, u64 argv, u64 envp, int flags);

/* seccomp.c: would the filters that the program has installed end the engine's next image? */
bool seccomp_forbids_engine(const struct thread *t);

/* ---- files.c (and its neighbours): system calls by which a program could see or lose the engine */

/*
 * Looks at a system call before it is passed on: hidden descriptors (close, close_range, dup2, dup3,
 * fcntl, …), /proc/self/exe (open*, readlink*, stat*…), and under --deterministic random numbers
 * (getrandom, reads of /dev/urandom and /dev/random).
 * Returns true when it answered the call itself: the result (or -errno) is in *ret.
 * Returns false when the call is to be passed on; arg[] may have been changed.
 * May be called with signals open and by several threads at once.
 */
bool file_syscall(struct thread *t, long nr, u64 arg[6], long *ret);
/* The next 64 deterministic random bits (RDRAND, getrandom, AT_RANDOM). Per process, from the seed
 * and the process's place in the tree, so that a parent's and a child's differ. */
u64 random_next(void);
void random_init(u64 seed);
void random_forking(void); /* in the parent, before any fork, vfork or clone of a process */
void random_fork(void); /* in the child, if it has memory of its own; sets engine.pid, too */

#include "emu/base/cpuid.h"
#include "emu/base/format.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/code/maps.h"
#include "emu/count/task.h"

/* ---- run.c ---- */

/* Begin to run the program, translated (or natively under EMU_F_NATIVE). */
_Noreturn void engine_run(const struct image *img);

#endif
