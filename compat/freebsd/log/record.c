/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes records of FreeBSD 14's log. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <x86intrin.h>

#include "compat/freebsd/log/record.h"

#define MANY (64 * 1024)

/* ---- Bytes ---- */

static void put(struct record_log *log, const void *bytes, size_t n)
{
	size_t room = log->room ? log->room : 4096;
	char *grown;

	while (room < log->n + n)
		room *= 2;
	if (room != log->room) {
		grown = realloc(log->bytes, room);
		if (!grown) {
			log->error = ENOMEM;
			return;
		}
		log->bytes = grown;
		log->room = room;
	}
	memcpy(log->bytes + log->n, bytes, n);
	log->n += n;
}

static void put32(struct record_log *log, uint32_t value)
{
	put(log, &value, sizeof(value));
}

static void put64(struct record_log *log, uint64_t value)
{
	put(log, &value, sizeof(value));
}

/* The string, cut to n bytes with its zero byte, and zeros up to n. */
static void put_string(struct record_log *log, const char *s, size_t n)
{
	static const char zeros[8];
	size_t length = strlen(s);

	if (length > n - 1)
		length = n - 1;
	put(log, s, length);
	for (; length < n; length += n - length < 8 ? n - length : 8)
		put(log, zeros, n - length < 8 ? n - length : 8);
}

/* How many bytes a path takes; the format's own length has 16 bits. */
static size_t path_size(const char *path)
{
	size_t n = strlen(path) + 1;

	n = n > PATH_MAX ? PATH_MAX : n;
	return (n + 3) & ~(size_t)3;
}

/* The time stamp counter now, or as it was at log->time. */
static uint64_t stamp(const struct record_log *log)
{
	uint64_t tsc = __rdtsc(), now;
	struct timespec t;

	if (!log->time)
		return tsc;
	clock_gettime(CLOCK_MONOTONIC, &t);
	now = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
	if (now <= log->time)
		return tsc;
	return tsc - (uint64_t)((double)(now - log->time) * (double)log->frequency / 1e9);
}

/* The header of a record with `length` bytes behind it. false: nothing is to be written. */
static bool begin(struct record_log *log, enum pmclog_type type, size_t length)
{
	if (!log->open || log->error)
		return false;
	if (log->n > MANY)
		record_flush(log);
	put32(log, PMCLOG_HEADER_MAGIC << 24 | (uint32_t)type << 16 | (uint32_t)(16 + length));
	put32(log, 0);
	put64(log, stamp(log));
	return true;
}

/* ---- The log ---- */

/* How often the time stamp counter advances in a second. */
static uint64_t tsc_frequency(void)
{
	struct timespec t0, t1;
	uint64_t c0, c1, ns;

	clock_gettime(CLOCK_MONOTONIC, &t0);
	c0 = __rdtsc();
	do {
		clock_gettime(CLOCK_MONOTONIC, &t1);
		c1 = __rdtsc();
		ns = (uint64_t)(t1.tv_sec - t0.tv_sec) * 1000000000 + (uint64_t)t1.tv_nsec -
		     (uint64_t)t0.tv_nsec;
	} while (ns < 5000000);
	return (uint64_t)((double)(c1 - c0) * 1e9 / (double)ns);
}

int record_begin(struct record_log *log, int fd, enum pmc_cputype cputype, const char *cpuid)
{
	uint64_t frequency = tsc_frequency();
	int flags = fcntl(fd, F_GETFL);
	struct timespec now;

	if (flags < 0)
		return EBADF;
	if ((flags & O_ACCMODE) == O_RDONLY)
		return EBADF;
	memset(log, 0, sizeof(*log));
	log->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (log->fd < 0)
		return errno;
	log->open = true;
	log->frequency = frequency;
	clock_gettime(CLOCK_REALTIME, &now);
	begin(log, PMCLOG_TYPE_INITIALIZE, 32 + PMC_CPUID_LEN);
	put32(log, PMC_VERSION);
	put32(log, cputype);
	put64(log, frequency);
	put64(log, (uint64_t)now.tv_sec);
	put64(log, (uint64_t)now.tv_nsec);
	put_string(log, cpuid, PMC_CPUID_LEN);
	return 0;
}

/* Writes all bytes. A reader that has gone is an error, not a signal to the program. */
static int write_all(int fd, const char *bytes, size_t n)
{
	const struct timespec now = { 0, 0 };
	sigset_t pipe, before;
	ssize_t done;
	int err = 0;

	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &pipe, &before);
	while (n && !err) {
		done = write(fd, bytes, n);
		if (done < 0 && errno != EINTR)
			err = errno;
		if (done > 0) {
			bytes += done;
			n -= (size_t)done;
		}
	}
	if (err == EPIPE && !sigismember(&before, SIGPIPE))
		sigtimedwait(&pipe, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err;
}

int record_flush(struct record_log *log)
{
	if (!log->error && log->n)
		log->error = write_all(log->fd, log->bytes, log->n);
	log->n = 0;
	return log->error;
}

int record_end(struct record_log *log)
{
	int err = record_flush(log);

	if (close(log->fd) && !err)
		err = errno;
	free(log->bytes);
	memset(log, 0, sizeof(*log));
	return err;
}

/* ---- Records ---- */

void record_close(struct record_log *log)
{
	begin(log, PMCLOG_TYPE_CLOSELOG, 0);
}

void record_allocate(struct record_log *log, pmc_id_t id, uint32_t event, uint32_t flags,
		     uint64_t rate)
{
	if (!begin(log, PMCLOG_TYPE_PMCALLOCATE, 24))
		return;
	put32(log, id);
	put32(log, event);
	put32(log, flags);
	put32(log, 0);
	put64(log, rate);
}

void record_allocate_soft(struct record_log *log, pmc_id_t id, uint32_t event, uint32_t flags,
			  const char *name)
{
	if (!begin(log, PMCLOG_TYPE_PMCALLOCATEDYN, 16 + PMC_NAME_MAX))
		return;
	put32(log, id);
	put32(log, event);
	put32(log, flags);
	put32(log, 0);
	put_string(log, name, PMC_NAME_MAX);
}

void record_attach(struct record_log *log, pmc_id_t id, pid_t pid, const char *path)
{
	size_t n = path_size(path);

	if (!begin(log, PMCLOG_TYPE_PMCATTACH, 8 + n))
		return;
	put32(log, id);
	put32(log, (uint32_t)pid);
	put_string(log, path, n);
}

void record_detach(struct record_log *log, pmc_id_t id, pid_t pid)
{
	if (!begin(log, PMCLOG_TYPE_PMCDETACH, 8))
		return;
	put32(log, id);
	put32(log, (uint32_t)pid);
}

void record_map_in(struct record_log *log, pid_t pid, uint64_t start, const char *path)
{
	size_t n = path_size(path);

	if (!begin(log, PMCLOG_TYPE_MAP_IN, 16 + n))
		return;
	put32(log, (uint32_t)pid);
	put32(log, 0);
	put64(log, start);
	put_string(log, path, n);
}

void record_map_out(struct record_log *log, pid_t pid, uint64_t start, uint64_t end)
{
	if (!begin(log, PMCLOG_TYPE_MAP_OUT, 24))
		return;
	put32(log, (uint32_t)pid);
	put32(log, 0);
	put64(log, start);
	put64(log, end);
}

void record_exec(struct record_log *log, pid_t pid, pmc_id_t id, uint64_t base, uint64_t dynamic,
		 const char *path)
{
	size_t n = path_size(path);

	if (!begin(log, PMCLOG_TYPE_PROCEXEC, 24 + n))
		return;
	put32(log, (uint32_t)pid);
	put32(log, id);
	put64(log, base);
	put64(log, dynamic);
	put_string(log, path, n);
}

void record_exit(struct record_log *log, pmc_id_t id, pid_t pid, uint64_t value)
{
	if (!begin(log, PMCLOG_TYPE_PROCEXIT, 16))
		return;
	put32(log, id);
	put32(log, (uint32_t)pid);
	put64(log, value);
}

void record_switch(struct record_log *log, pmc_id_t id, pid_t pid, pid_t tid, uint64_t count)
{
	if (!begin(log, PMCLOG_TYPE_PROCCSW, 24))
		return;
	put64(log, count);
	put32(log, id);
	put32(log, (uint32_t)pid);
	put32(log, (uint32_t)tid);
	put32(log, 0);
}

void record_fork(struct record_log *log, pid_t parent, pid_t child)
{
	if (!begin(log, PMCLOG_TYPE_PROCFORK, 8))
		return;
	put32(log, (uint32_t)parent);
	put32(log, (uint32_t)child);
}

void record_userdata(struct record_log *log, uint32_t data)
{
	if (!begin(log, PMCLOG_TYPE_USERDATA, 8))
		return;
	put32(log, data);
	put32(log, 0);
}

void record_callchain(struct record_log *log, pid_t pid, pid_t tid, pmc_id_t id, uint32_t cpuflags,
		      const uint64_t *pc, size_t n)
{
	if (!begin(log, PMCLOG_TYPE_CALLCHAIN, 16 + n * sizeof(*pc)))
		return;
	put32(log, (uint32_t)pid);
	put32(log, (uint32_t)tid);
	put32(log, id);
	put32(log, cpuflags);
	put(log, pc, n * sizeof(*pc));
}

void record_thread(struct record_log *log, pid_t tid, pid_t pid, const char *name)
{
	if (!begin(log, PMCLOG_TYPE_THR_CREATE, 16 + MAXCOMLEN + 1))
		return;
	put32(log, (uint32_t)tid);
	put32(log, (uint32_t)pid);
	put32(log, 0);
	put32(log, 0);
	put_string(log, name, MAXCOMLEN + 1);
}

void record_thread_exit(struct record_log *log, pid_t tid)
{
	if (!begin(log, PMCLOG_TYPE_THR_EXIT, 8))
		return;
	put32(log, (uint32_t)tid);
	put32(log, 0);
}

void record_sysexit(struct record_log *log, pid_t pid)
{
	if (!begin(log, PMCLOG_TYPE_SYSEXIT, 8))
		return;
	put32(log, (uint32_t)pid);
	put32(log, 0);
}

void record_drop(struct record_log *log)
{
	begin(log, PMCLOG_TYPE_DROPNOTIFY, 0);
}
