/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several threads that share work, during a call of the library. They take no signals, which are
 * the program's, and have ended when it returns.
 */
#ifndef PMC_LIB_WORKERS_H
#define PMC_LIB_WORKERS_H

#define WORKERS_MOST 4

/* How many are of use: one for each CPU that the calling thread may use, at most WORKERS_MOST. */
unsigned workers_count(void);
/*
 * Calls work(arg) in n threads at once, one of which is the calling one. Where a thread cannot be
 * had there are fewer.
 */
void workers_run(unsigned n, void (*work)(void *arg), void *arg);

#endif
