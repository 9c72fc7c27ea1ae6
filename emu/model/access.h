/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* An access that the model must see, as translated code tells of it. */
#ifndef PMC_EMU_MODEL_ACCESS_H
#define PMC_EMU_MODEL_ACCESS_H

struct thread;

/* T_MODEL_WHAT: bytes in the lower 16 bits, and what is accessed. */
enum model_what {
	MODEL_READ = 0x00000,
	MODEL_WRITE = 0x10000,
	MODEL_MODIFY = 0x20000,
	MODEL_FETCH = 0x30000,
	MODEL_STRING = 0x40000, /* a repeated string instruction: MODEL_STRING_ in the lower bits */
	MODEL_BRANCH = 0x50000, /* MODEL_BRANCH_ in the lower bits; model.ip is its address */
	MODEL_KIND = 0x70000,
	MODEL_FS = 0x80000,	/* T_MODEL_FS has been added */
	MODEL_BIT = 0x100000,	/* model.bit, an offset in bits, moves the operand */
	MODEL_LINES = 0x200000, /* a fetch of more than one line */
	MODEL_LIVE = 0x400000,	/* the status flags are alive */
};
enum model_string {
	MODEL_MOVS,
	MODEL_LODS,
	MODEL_STOS,
	MODEL_CMPS,
	MODEL_SCAS,
	MODEL_STRING_OP = 0x07,
	MODEL_STRING_SIZE = 3, /* from here on two bits: log2 of an element's bytes */
	MODEL_STRING_REPNE = 0x20,
	MODEL_STRING_ADDR32 = 0x40,
	MODEL_STRING_FS = 0x80, /* moves the source */
	MODEL_STRING_GS = 0x100,
};

enum model_branch {
	MODEL_LOOPNE, /* the others write notes: outcomes.h */
	MODEL_LOOPE,
	MODEL_LOOP,
	MODEL_JRCXZ,
	MODEL_OUTCOMES, /* there is no more room for notes */
	MODEL_BRANCH_OP = 0x0f,
	MODEL_BRANCH_ADDR32 = 0x10, /* ECX counts */
};

/*
 * A value of T_MODEL_FS has this bit if the FS base is not known. Where programs may not read it
 * (no FSGSBASE), a system call tells it, which takes longer than anything else here; so the thread
 * remembers it. With this bit no address is one that a filter lets pass: the model sees it, and
 * asks. Nothing but ARCH_SET_FS, modify_ldt, a clone and loads of the register change the base.
 */
#define MODEL_FS_UNKNOWN (1ull << 63)

/* slow.S calls them: of anything; of a read, a write or both, without MODEL_FS and MODEL_BIT; of a
 * fetch. */
void model_access(struct thread *t);
void model_data(struct thread *t);
void model_fetch(struct thread *t);

#endif
