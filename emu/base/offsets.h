/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Offsets from GS, for assembly and for emitted code. thread.h asserts that struct thread agrees.
 * The assembler reads this header too, so it holds numbers only.
 */
#ifndef PMC_EMU_OFFSETS_H
#define PMC_EMU_OFFSETS_H

#define T_SELF	      0
#define T_SPILL0      8	 /* RCX around indirect jumps */
#define T_SPILL1      16 /* RDX, in entries that keep the flags and in jumps by way of GS */
#define T_SPILL2      24 /* scratch registers of operands that were adapted */
#define T_SPILL3      32
#define T_STACK	      40 /* top of the engine's stack */
#define T_REGS	      48 /* struct cpu: 16 registers, RIP, RFLAGS */
#define T_RIP	      176
#define T_RFLAGS      184
#define T_EXIT	      192 /* u32: which exit was taken */
#define T_PENDING     196 /* u32: a signal waits for a safe point */
#define T_RESUME      200 /* address in the code cache to continue at */
#define T_GSBASE      208 /* the program's own GS base */
#define T_TARGET      216 /* program address that an indirect jump goes to */
#define T_MODEL_FLAGS 224 /* where the flags are while the thread is in the model */
#define T_FROM	      232 /* u32: which exit the indirect jump took */

/* What translated code tells a machine's model, where a filter does not let an access pass. */
#define T_MODEL_ADDRESS 240
#define T_MODEL_RSP	248 /* the program's, while translated code calls the model */
#define T_MODEL_IP	256 /* of the instruction, if a prefetcher wants it */
#define T_MODEL_WHAT	264 /* u32: MODEL_ */
#define T_MODEL_INSIDE	268 /* u32: the thread is in the model */
#define T_MODEL_SAVED	272 /* 9 registers that C may change */
#define T_MODEL_FS	344 /* the program's FS base, as MODEL_FS_UNKNOWN says */
#define T_MODEL_LINE	352 /* mask of the bits of an address that are the number of its line */
#define T_MODEL_PLACE	360 /* and of those that are its place in a filter */
#define T_MODEL_STEP	368 /* u32: a signal waits until the thread is back */
#define T_MODEL_RCX	376 /* the program's, while checks use the register (code/scratch.h) … */
#define T_MODEL_RDX	384 /* … the first one that is chosen for a trace … */
#define T_MODEL_BIT	392 /* of BT and its like */
#define T_MODEL_THIRD	400 /* … and the second */
#define T_MODEL_OUTCOME 408 /* where the next note on a branch goes, from OUTCOMES_BEGIN on */

#define T_DUE	    416 /* s64[T_DUE_CELLS]: how far the next sample is: count/due.h */
#define T_DUE_CELLS 4
/* With a call tree: code/calls.h. */
#define T_TREE_TOP   448 /* of the thread's calls */
#define T_TREE_SELF  456 /* where the nodes' counts are */
#define T_TREE_TABLE 464 /* of nodes by caller and function: count/tree.h */
#define T_TREE_MASK  472 /* u32: of the table's places */

#define T_UNPAIRED 476 /* u32: counts returns whose calls have not entered them: code/pair.h */

/* The block of a thread: struct thread, the landings of returns, the engine's stack, the signal
 * stack, the table of indirect jumps, the same of a profile, the chunk. */
#define T_RETURNS   0x6000 /* T_RETURNS_N addresses in the code cache (emu/code/pair.h) */
#define T_RETURNS_N 256
#define T_STACK_LOW 0x8000
#define T_STACK_TOP 0x18000
#define T_ALTSTACK  0x18000
#define T_ALTSIZE   0x8000
#define T_IND	    0x20000 /* 65,536 addresses in the code cache, by the target's low 16 bits */
#define T_SITES \
	0xa0000 /* with a profile: as many, by target and site (emu/code/target.c); with
			       * bursts: those of code with checks (emu/code/link.c) */
/* What lies here can be one large page (emu/syscall/dense.h): the chunk begins so far behind. */
#define T_TABLES 0x200000
#define T_CHUNK	 (T_IND + T_TABLES) /* struct emu_thread, shared memory */
#define T_BASE	 T_CHUNK
#define T_COUNT	 (T_CHUNK + 4096)
/* Behind it, which is of the least size then, if a machine is modelled: its state, filters and
 * arrays. */
#define T_STATE	   (T_CHUNK + 0x200000)
#define T_OUTCOMES (T_STATE + 0x2000) /* notes on branches: model/outcomes.h */
#define T_LOADS	   (T_STATE + 0x7000) /* the filters, in this order */
#define T_STORES   (T_LOADS + 0x8000)
#define T_FETCHES  (T_STORES + 0x8000)
#define T_TIMES	   (T_FETCHES + 0x8000) /* of the first filter, and then of the last */

/* In the same place, with a call tree (emu/count/tree.h): the calls that are under way, and those
 * with which a thread begins. */
#define T_TREE	     T_STATE
#define T_TREE_CALLS T_TREE
#define T_TREE_CHAIN (T_TREE_CALLS + 0x4000)
#define T_TREE_PARTS (T_TREE_CHAIN + 0x4000) /* where the nodes are */
#define T_TREE_SIZE  0x9000
#define T_TREE_NODE  (T_BASE + 3960) /* the number of what is counted for, in the chunk */

/* The buffer is full when the third byte of T_MODEL_OUTCOME is not 0. Behind that is room for what
 * one trace can note. */
#define OUTCOMES_BEGIN 0xc000
#define OUTCOMES_SIZE  (0x10000 - OUTCOMES_BEGIN + 0x800)

/* A page that leads to the engine, at the same address in every process: emu/syscall/jumps.c. */
#define MISS_PAGE 0x7e8000100000

/* Exits that have no record: values of T_EXIT. */
#define EXIT_UNWIND \
	0xfffffffc /* as EXIT_INDIRECT; the call tree is to see first which calls have ended */
#define EXIT_INDIRECT 0xfffffffe /* T_TARGET holds the target */
/* A cell is negative: with bursts T_TARGET is the number of a trace; with samples that of an exit,
 * and the code goes on at T_FROM. */
#define EXIT_SAMPLE 0xfffffffd
/* A bit of T_EXIT beside an exit's number: the exit has been counted. */
#define EXIT_COUNTED 0x40000000

#endif
