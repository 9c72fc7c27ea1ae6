/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The state of the engine in this process. One process image has one of it. */
#ifndef PMC_EMU_ENGINE_H
#define PMC_EMU_ENGINE_H

#include "emu/base/types.h"

#define ENGINE_EXE 4096

struct engine {
	struct emu_header *shm; /* mapped shared; never NULL */
	int shm_fd, engine_fd;	/* hidden from the program, see fds.c */
	int exe_fd;		/* the program's file, hidden as well; -1: none */
	int shelf_fd;		/* and where heritages lie: emu/heritage/shelf.h; -1: nowhere */
	char exe_link[32];	/* replaces /proc/self/exe: "/proc/self/fd/" and exe_fd */
	s32 pid;     /* of the process that owns this memory: a vfork child has another one */
	u64 place;   /* in the tree of processes and images: random numbers start from it */
	u64 sigmask; /* what the program begins with */
	u64 engine_start, engine_end; /* where the engine itself is mapped */
	u64 footprint;	    /* bytes of address space that are the engine's, for RLIMIT_AS */
	u64 data_footprint; /* of these, private writable memory, for RLIMIT_DATA */
	/* In seccomp's strict mode: only read, write, exit and sigreturn are left. */
	bool strict;
	bool deterministic;
	bool fsgsbase; /* the kernel lets programs use RDFSBASE */
	bool model;    /* a machine is modelled: emu/model/ … */
	bool bursts;   /* … now and then: emu/count/burst.h */
	u32 sampled;   /* a bit for each signal whose sum is the sampled event; 0: none is */
	u32 due;       /* the same of what code counts down: for samples, or for bursts, … */
	bool tree;     /* … or for the call tree: emu/count/tree.h */
	bool reads;    /* the program reads its own counts: all exits have counters */
	bool profile;  /* the log says which instructions the counters stand for: emu/profile.h */
	struct emu_clock *clock; /* the process's virtual clock; NULL: its clock is the real one */
	bool writes_memory;	 /* a /proc/…/mem was opened for writing */
	bool lazy_memory;	 /* the program itself fills in absent pages: userfaultfd(2) */
	u32 vectors;		 /* the process's vector chunk */
	u32 chunk_size;		 /* how much of each chunk the process maps: count/chunk.h */
	/* Absolute path of the program, as /proc/self/exe would show it. */
	char *exe; /* ENGINE_EXE bytes */
};
extern struct engine engine;

#endif
