/* SPDX-License-Identifier: GPL-2.0 */
/* Who may count what. */
#ifndef PMC_KERNEL_ACCESS_H
#define PMC_KERNEL_ACCESS_H

#include <linux/types.h>

struct cred;
struct mm_struct;
struct task_struct;

/* The parameter `paranoid`. */
int access_level(void);
/* What perf_event_paranoid and the security modules are asked about, too: PMC_FEATURE_PERF_… */
u32 access_asks_perf(void);
/* May the caller count anything at all, any task, kernel mode, CPUs? */
bool access_any(void);
bool access_privileged(void);
bool access_kernel(void);
bool access_cpus(void);
/*
 * May the caller count this task? 0 or -EPERM. If 0, *cred and *mm (which may be NULL) are those of
 * the task that were looked at, and access_put() puts them.
 */
int access_get(struct task_struct *task, bool privileged, const struct cred **cred,
	       struct mm_struct **mm);
void access_put(const struct cred *cred, struct mm_struct *mm);
/* Does a task with the credentials `of` have no right that one with `who` lacks? */
bool access_has_no_more(const struct cred *who, const struct cred *of);
/* … and is it the same user's? */
bool access_equals(const struct cred *who, const struct cred *of);
/* May a user with these credentials still count the current task after it executed a program? */
bool access_after_exec(const struct cred *cred);

#endif
