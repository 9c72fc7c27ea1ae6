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

#endif
