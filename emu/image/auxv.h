/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The auxiliary vector of a program that sees another machine than the host. */
#ifndef PMC_EMU_AUXV_H
#define PMC_EMU_AUXV_H

struct stack;

/* Changes the kernel's vector on the stack, before stack_rebuild(). */
void auxv_present(struct stack *s);

#endif
