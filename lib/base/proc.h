/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the kernel says about tasks and about itself in /proc and /sys. Functions that return int
 * return 0 or -errno; -ESRCH: the task has ended.
 */
#ifndef PMC_LIB_PROC_H
#define PMC_LIB_PROC_H

#include <sys/types.h>

#include "core/base/types.h"

/* What tasks have used. */
struct usage {
	u64 cpu_ns, minor, major, switches, migrations; /* minor, major: page faults */
	u64 user_ns, system_ns;				/* in ticks of the kernel's clock */
	u64 max_rss_kb; /* the most that one process has had resident */
};

/* Is /proc mounted? In a bare chroot and in some sandboxes it is not. */
bool proc_is_mounted(void);

/* One thread, by its tid. */
int proc_thread(pid_t tid, struct usage *u);
/*
 * One process: all threads that it has and had. Switches and migrations are those of its first
 * thread only, because /proc does not sum them.
 */
int proc_process(pid_t pid, struct usage *u);
/* The same with all its descendants: those that live and those that were waited for. */
int proc_tree(pid_t pid, struct usage *u);
/* One CPU: the user and system time of everything that ran there. -ENOENT: there is no such CPU. */
int proc_cpu(int cpu, struct usage *u);
/* Does /proc/PID/sched show migrations? */
bool proc_has_migrations(void);

/* The process that a thread belongs to; -1 when the thread has ended. */
pid_t proc_tgid(pid_t tid);
/* The name of a thread; "" when it has ended. */
void proc_name(pid_t tid, char name[16]);
/* The present name of a thread, or `before` when it has ended. */
void proc_name_or(pid_t tid, const char before[16], char name[16]);
/* Writes at most n tids of a process. Returns how many there are, or -errno. */
int proc_threads(pid_t pid, pid_t *tids, size_t n);

/*
 * Has it ended? Zombies count as ended. A process of which only the first thread has ended looks
 * like a zombie, too, so better ask a pidfd where there is one.
 */
bool proc_has_ended(pid_t id);

/* Reads a whole small file and adds a zero byte. Returns its length or -errno. */
ssize_t proc_read(const char *path, char *buf, size_t size);
/*
 * Calls each() with every CPU that is online, in order, until one does not return 0. Returns what
 * the last call returned. Where the kernel does not say which are online, there is CPU 0.
 */
int proc_each_cpu(int (*each)(void *data, int cpu), void *data);
/* The number after "Key:" in text; false when no line has the key. */
bool proc_key(const char *text, const char *key, u64 *value);

/* Does the kernel's NMI watchdog run? It normally holds a counter of every CPU. */
bool proc_watchdog(void);
/* Is the kernel locked down, so that nobody may write registers? */
bool proc_locked_down(void);

#endif
