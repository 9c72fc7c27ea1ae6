/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The call tree of a profile (EMU_F_TREE): how often an event has happened in each function, by the
 * calls that led to it. Each thread has a tree of its own in chunks of the shared memory
 * (emu/profile.h), where it outlives the thread's end by a signal.
 *
 * Translated code counts the event in the thread's cells (due.h). A call or a return gives what the
 * cells have to the node that they were counted for, and goes to another node. Code does both
 * (code/switch.h) where the node is known; otherwise it asks the functions here. The calls that are
 * under way are known by the stack pointer: a call has ended when that is above the place of its
 * return address. So longjmp, exceptions and tail calls need nothing else.
 */
#ifndef PMC_EMU_TREE_H
#define PMC_EMU_TREE_H

#include "emu/base/types.h"
#include "emu/launch.h"

struct log;
struct thread;

/* How many calls are told apart at a time; what is called below counts for the innermost one. */
#define TREE_DEPTH 1000
/* How many cells are used of T_DUE_CELLS: a switch adds all of them up. */
#define TREE_CELLS 2

/* A call that is under way. The first one, which never ends, is where the thread began. */
struct tree_call {
	u64 gone; /* minus the stack pointer that it returns with */
	u64 node; /* its number */
};

/*
 * The nodes by caller and function: an entry is at its caller's near place for the function or
 * behind that, else at the far one or behind that, up to the first entry that is free. Nodes are
 * numbered as they come, so those of calls that follow one another are near one another, too.
 */
struct tree_entry {
	u32 caller;    /* its number; TREE_UNBOUND: translated code is to ask */
	u32 target[2]; /* all bits of what is called inverted, the lower half first */
	u32 node;      /* its number; 0: the entry is free */
};
#define TREE_UNBOUND 0x80000000u
#define TREE_NEAR    2		 /* times the caller's number, … */
#define TREE_FAR     0x9e3779b1u /* … and the same of the far place */
/* What is added for the function called. */
u32 tree_near(u64 target);
u32 tree_far(u64 target);

/* Begins the tree of a thread that has none: with the chain of tree_keep(), or at t->cpu.rip. */
void tree_begin(struct thread *t);
/* A function was called that returns with this stack pointer. */
void tree_enter(struct thread *t, u64 target, u64 sp);
/* The stack pointer may be above calls. */
void tree_unwind(struct thread *t, u64 sp);
/* A return was taken back. */
void tree_unreturn(struct thread *t);
/* A handler begins, with the frame at that address, and with the stack pointer of the call returns
 * from it. */
void tree_signal(struct thread *t, u64 handler, u64 restorer, u64 frame);
void tree_sigreturn(struct thread *t, u64 frame);
/* The event has happened n times more; wraps. */
void tree_add(struct thread *t, u64 n);

/* The chain of calls of t is that with which the tree of `to` begins. Before a fork both are the
 * same thread. */
void tree_keep(struct thread *t, struct thread *to);

/* Writes the tree that belongs to a thread's chunk to the log. total: what the thread has counted
 * since it began; so the current node has what the cells had. The record's sequence lock is held.
 */
void tree_log(struct log *l, const struct emu_task *k, struct emu_thread *c,
	      const u64 total[EMU_NSIGNALS]);
/* Gives its chunks back. */
void tree_free(struct emu_thread *c);
/* Before that, in the process that has the tree mapped: the thread has no tree any more. */
void tree_end(struct thread *t);
/* The same in a child of fork, where the tree is the parent's. */
void tree_forget(struct thread *t);

#endif
