/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a process has translated lies on some 700 small pages, even of a shell. At a fork the kernel
 * copies an entry of its page tables for each of them, and takes it down again when the child ends,
 * which is half of what such a child costs. A large page has one entry. So a process that forks
 * again and again puts its translations and tables in large pages. As neither parent nor child
 * writes there as a rule, they stay whole.
 */
#ifndef PMC_EMU_DENSE_H
#define PMC_EMU_DENSE_H

struct thread;

/* The process is about to fork, and has one thread. Under cache_lock. */
void dense_forking(struct thread *t);
/* In the child. */
void dense_forked(void);

#endif
