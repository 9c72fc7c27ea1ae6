/* SPDX-License-Identifier: BSD-2-Clause */
/* /proc: what the kernel tells about tasks. Everything returns 0 or -errno (-ESRCH: gone). */
#ifndef PMC_LIB_PROC_H
#define PMC_LIB_PROC_H

#include "lib/base/internal.h"

/* One thread, by its tid; switches and migrations too. */
int proc_thread(pid_t tid, struct usage *u);
/* One process with the threads that it had and has; no switches, no migrations, unless it has one
 * thread only (then they are that thread's). */
int proc_process(pid_t pid, struct usage *u);
/* The same with all its descendants: those alive, and those that were waited for. */
int proc_tree(pid_t pid, struct usage *u);
/* Does /proc/…/sched tell migrations? */
bool proc_has_migrations(void);
/* The process that a thread belongs to; -1 when it is gone. */
pid_t proc_tgid(pid_t tid);
/* The name of a thread; "" when it is gone. */
void proc_name(pid_t tid, char name[16]);
/* The name that it has now, or when it is gone the one that it had before. */
void proc_name_or(pid_t tid, const char before[16], char name[16]);
/* All tids of a process, at most n; how many there are, or -errno. */
int proc_threads(pid_t pid, pid_t *tids, size_t n);
/* A whole small file, with a zero byte at its end; its length or -errno. */
ssize_t proc_read(const char *path, char *buf, size_t size);
/* The number after "Key:" in text; false when there is no such line. */
bool proc_key(const char *text, const char *key, u64 *value);

/* Does the kernel's NMI watchdog run? It has a counter of every CPU then, as a rule. */
bool proc_watchdog(void);
/* Is the kernel locked down, so that nobody writes registers? */
bool proc_locked_down(void);

#endif
