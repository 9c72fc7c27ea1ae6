/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Watches the processes that PMCs are attached to, for the log: what code they map, what they
 * execute, whom they fork, when they end. Linux tells an ordinary user of a process's end only
 * (pidfd); the rest is what /proc shows when watch_look() looks.
 */
#ifndef COMPAT_FREEBSD_LOG_WATCH_H
#define COMPAT_FREEBSD_LOG_WATCH_H

#include "compat/freebsd/log/record.h"

struct watch_map {
	uint64_t start, end;
	char *path;
};

struct watch {
	struct watch *next;
	pmc_id_t id;
	pid_t pid;
	int pidfd;
	bool tree; /* its children are counted, too */
	bool ended;
	char exe[PATH_MAX];
	uint64_t base; /* where the program is mapped */
	struct watch_map *map;
	size_t maps;
	pid_t *child;
	size_t children;
};

/* Begins to watch: writes the attachment and the mappings. NULL: no memory. */
struct watch *watch_begin(struct record_log *log, pmc_id_t id, pid_t pid, bool tree);
/* Writes what has changed. true: the process has ended since the last look. */
bool watch_look(struct record_log *log, struct watch *w);
void watch_end(struct watch *w);

/* The program of a process, of PATH_MAX bytes; "" when it is not to be known. */
const char *watch_exe(pid_t pid, char *exe);
/* Is the file a position-independent program? Others have no load address of their own. */
bool watch_is_dynamic(const char *path);

#endif
