/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes records of FreeBSD 14's log. They gather in memory until record_flush(), or until there
 * are many. Once a write has failed nothing more is written; record_flush() tells the error.
 */
#ifndef COMPAT_FREEBSD_LOG_RECORD_H
#define COMPAT_FREEBSD_LOG_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include <pmclog.h>

struct record_log {
	bool open;
	int fd, error;
	char *bytes;
	size_t n, room;
	uint64_t frequency; /* of the time stamp counter */
	/* CLOCK_MONOTONIC's time of the records to come; 0: now */
	uint64_t time;
};

/*
 * Begins a log on a duplicate of fd with its INITIALIZE record: 0 or an errno. record_end() flushes
 * and closes the duplicate.
 */
int record_begin(struct record_log *log, int fd, enum pmc_cputype cputype, const char *cpuid);
int record_flush(struct record_log *log);
int record_end(struct record_log *log);

void record_close(struct record_log *log); /* the last record of a log */
void record_allocate(struct record_log *log, pmc_id_t id, uint32_t event, uint32_t flags,
		     uint64_t rate);
void record_allocate_soft(struct record_log *log, pmc_id_t id, uint32_t event, uint32_t flags,
			  const char *name);
void record_attach(struct record_log *log, pmc_id_t id, pid_t pid, const char *path);
void record_detach(struct record_log *log, pmc_id_t id, pid_t pid);
void record_map_in(struct record_log *log, pid_t pid, uint64_t start, const char *path);
void record_map_out(struct record_log *log, pid_t pid, uint64_t start, uint64_t end);
void record_exec(struct record_log *log, pid_t pid, pmc_id_t id, uint64_t base, uint64_t dynamic,
		 const char *path);
void record_exit(struct record_log *log, pmc_id_t id, pid_t pid, uint64_t value);
/* `count`: since the thread's switch before */
void record_switch(struct record_log *log, pmc_id_t id, pid_t pid, pid_t tid, uint64_t count);
void record_fork(struct record_log *log, pid_t parent, pid_t child);
void record_callchain(struct record_log *log, pid_t pid, pid_t tid, pmc_id_t id, uint32_t cpuflags,
		      const uint64_t *pc, size_t n);
void record_thread(struct record_log *log, pid_t tid, pid_t pid, const char *name);
void record_thread_exit(struct record_log *log, pid_t tid);
void record_sysexit(struct record_log *log, pid_t pid);
void record_drop(struct record_log *log);
void record_userdata(struct record_log *log, uint32_t data);

#endif
