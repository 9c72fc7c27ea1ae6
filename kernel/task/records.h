/* SPDX-License-Identifier: GPL-2.0 */
/* What counted tasks do besides counting, told in the rings of sets with PMC_SETUP_RECORDS. */
#ifndef PMC_KERNEL_RECORDS_H
#define PMC_KERNEL_RECORDS_H

#include "kernel/base/types.h"

struct linux_binprm;

int records_init(void);
void records_exit(void);
/* Does the kernel tell modules of mappings and names? */
bool records_are_possible(void);

/* Makes the kernel tell, and not any more; with plans_mutex. */
int records_begin(void);
void records_end(void);

/* A set that counts this CPU gets records of whatever runs there. */
void records_add_cpu(struct set *set, int cpu);
/* Does nothing if it does not. After this nothing is written to its ring. */
void records_remove_cpu(struct set *set);

/* The current task does this; preemption is off. */
void records_fork(struct task_struct *child);
void records_exec(const struct linux_binprm *program, pid_t old);
void records_ending(void);

#endif
