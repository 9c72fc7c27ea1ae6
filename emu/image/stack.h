/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The initial stack of a process: what the kernel has put there for the engine, and what the
 * program is to find instead.
 */
#ifndef PMC_EMU_STACK_H
#define PMC_EMU_STACK_H

#include "emu/base/engine.h"

struct image;

/* How many arguments of the engine come before the program's. */
#define STACK_OUR_ARGS 4
#define STACK_MAX_AUXV 64

/* An entry of the auxiliary vector. */
struct auxv {
	u64 type, value;
};

/* The stack that the kernel has made, taken apart. The pointers lead into it. */
struct stack {
	u64 *sp;
	u64 argc, envc;
	char **argv, **envp;
	u64 auxc; /* entries, the last AT_NULL included */
	struct auxv *auxv;

	/* Of the stack that the program gets; set by stack_rebuild(). */
	u64 args, args_end, env_end; /* the strings */
};

/* Takes the stack apart. 0, or -EINVAL: no kernel makes such a stack. */
int stack_parse(struct stack *s, u64 *sp);
/* The value of an entry of the auxiliary vector; 0: it has no such entry. */
u64 stack_auxv(const struct stack *s, u64 type);
/*
 * Makes the program's stack out of the kernel's, with the place and the contents that it would
 * have natively. execfn: the file name for AT_EXECFN, which is not on the old stack. random: 16
 * bytes for AT_RANDOM, or NULL to keep the kernel's. Sets img->sp.
 */
void stack_rebuild(struct stack *s, struct image *img, const char *execfn, const void *random);

#endif
