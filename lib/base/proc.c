/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and parses /proc: proc(5). */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/proc.h"

ssize_t proc_read(const char *path, char *buf, size_t size)
{
	size_t len = 0;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	while (len + 1 < size) {
		n = read(fd, buf + len, size - 1 - len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			n = -errno;
			close(fd);
			return n;
		}
		if (!n)
			break;
		len += (size_t)n;
	}
	buf[len] = 0;
	close(fd);
	return (ssize_t)len;
}

int proc_each_cpu(int (*each)(void *data, int cpu), void *data)
{
	char buf[4096], *at = buf;
	int result = 0;

	if (proc_read("/sys/devices/system/cpu/online", buf, sizeof(buf)) <= 0)
		strcpy(buf, "0");
	while (!result && *at >= '0' && *at <= '9') {
		long first = strtol(at, &at, 10), last = first;

		if (*at == '-')
			last = strtol(at + 1, &at, 10);
		for (; first <= last && !result; first++)
			result = each(data, (int)first);
		at += *at == ',';
	}
	return result;
}

bool proc_is_mounted(void)
{
	return !access("/proc/self", F_OK);
}

bool proc_key(const char *text, const char *key, u64 *value)
{
	size_t len = strlen(key);
	const char *p;

	for (p = text; p && *p; p = strchr(p, '\n'), p = p ? p + 1 : NULL) {
		if (strncmp(p, key, len))
			continue;
		p += len;
		while (*p == ' ' || *p == '\t')
			p++;
		if (*p++ != ':')
			continue;
		*value = strtoull(p, NULL, 10);
		return true;
	}
	return false;
}

/* ---- stat ---- */

struct stat_file {
	pid_t ppid;
	/* Page faults; child_: those of children that were waited for. */
	u64 minor, child_minor, major, child_major;
	u64 user, system, child_user, child_system; /* CPU time in ticks */
};

/* The name in parentheses may contain anything, so count fields from the last parenthesis. */
static int read_stat(const char *path, struct stat_file *f)
{
	unsigned long minor, cminor, major, cmajor, user, sys;
	long cuser, csys;
	char buf[1024], *p;
	int ppid;

	if (proc_read(path, buf, sizeof(buf)) <= 0)
		return -ESRCH;
	p = strrchr(buf, ')');
	if (!p || sscanf(p + 1, " %*c %d %*d %*d %*d %*d %*u %lu %lu %lu %lu %lu %lu %ld %ld",
			 &ppid, &minor, &cminor, &major, &cmajor, &user, &sys, &cuser, &csys) != 9)
		return -ESRCH;
	f->ppid = ppid;
	f->minor = minor;
	f->child_minor = cminor;
	f->major = major;
	f->child_major = cmajor;
	f->user = user;
	f->system = sys;
	f->child_user = (u64)cuser;
	f->child_system = (u64)csys;
	return 0;
}

static u64 ticks_ns(u64 ticks)
{
	long hz = sysconf(_SC_CLK_TCK);

	return mul_div(ticks, 1000000000u, hz > 0 ? (u64)hz : 100);
}

/* ---- Threads ---- */

static void read_switches(const char *dir, struct usage *u)
{
	char path[96], buf[4096];
	u64 n;

	snprintf(path, sizeof(path), "%s/status", dir);
	if (proc_read(path, buf, sizeof(buf)) > 0) {
		if (proc_key(buf, "voluntary_ctxt_switches", &n))
			u->switches += n;
		if (proc_key(buf, "VmHWM", &n) && n > u->max_rss_kb)
			u->max_rss_kb = n;
		if (proc_key(buf, "nonvoluntary_ctxt_switches", &n))
			u->switches += n;
	}
	snprintf(path, sizeof(path), "%s/sched", dir);
	if (proc_read(path, buf, sizeof(buf)) > 0 && proc_key(buf, "se.nr_migrations", &n))
		u->migrations += n;
}

pid_t proc_tgid(pid_t tid)
{
	char path[64], buf[4096];
	u64 tgid;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)tid);
	if (proc_read(path, buf, sizeof(buf)) <= 0 || !proc_key(buf, "Tgid", &tgid))
		return -1;
	return (pid_t)tgid;
}

int proc_thread(pid_t tid, struct usage *u)
{
	char dir[64], path[96], buf[128];
	struct stat_file f;
	pid_t tgid = proc_tgid(tid);

	if (tgid < 0)
		return -ESRCH;
	memset(u, 0, sizeof(*u));
	snprintf(dir, sizeof(dir), "/proc/%d/task/%d", (int)tgid, (int)tid);
	snprintf(path, sizeof(path), "%s/stat", dir);
	if (read_stat(path, &f))
		return -ESRCH;
	u->minor = f.minor;
	u->major = f.major;
	u->cpu_ns = ticks_ns(f.user + f.system);
	u->user_ns = ticks_ns(f.user);
	u->system_ns = ticks_ns(f.system);
	/* schedstat has nanoseconds, but some kernels lack it. */
	snprintf(path, sizeof(path), "%s/schedstat", dir);
	if (proc_read(path, buf, sizeof(buf)) > 0 && strtoull(buf, NULL, 10))
		u->cpu_ns = strtoull(buf, NULL, 10);
	read_switches(dir, u);
	return 0;
}

bool proc_has_migrations(void)
{
	char buf[4096];
	u64 n;

	return proc_read("/proc/self/sched", buf, sizeof(buf)) > 0 &&
	       proc_key(buf, "se.nr_migrations", &n);
}

void proc_name(pid_t tid, char name[16])
{
	char path[64], buf[64];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/comm", (int)tid);
	n = proc_read(path, buf, sizeof(buf));
	if (n <= 0)
		n = 1, buf[0] = 0;
	if (buf[n - 1] == '\n')
		buf[n - 1] = 0;
	buf[15] = 0;
	memcpy(name, buf, 16);
}

void proc_name_or(pid_t tid, const char before[16], char name[16])
{
	proc_name(tid, name);
	if (!name[0])
		memcpy(name, before, 16);
}

int proc_threads(pid_t pid, pid_t *tids, size_t n)
{
	char path[64];
	struct dirent *d;
	int found = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while ((d = readdir(dir))) {
		if (!isdigit((unsigned char)d->d_name[0]))
			continue;
		if ((size_t)found < n)
			tids[found] = (pid_t)atoi(d->d_name);
		found++;
	}
	closedir(dir);
	return found;
}

/* ---- Processes ---- */

bool proc_has_ended(pid_t id)
{
	char path[32], buf[512], *p;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)id);
	n = proc_read(path, buf, sizeof(buf));
	if (n < 0)
		return kill(id, 0) && errno == ESRCH;
	p = strrchr(buf, ')');
	return !n || (p && p[1] == ' ' && (p[2] == 'Z' || p[2] == 'X'));
}

/* The CPU clock of another process has nanoseconds; /proc has only ticks. */
static u64 process_cpu_ns(pid_t pid, u64 ticks)
{
	struct timespec ts;
	clockid_t clock;

	if (!clock_getcpuclockid(pid, &clock) && !clock_gettime(clock, &ts))
		return (u64)ts.tv_sec * 1000000000u + (u64)ts.tv_nsec;
	return ticks_ns(ticks);
}

static void add_process(pid_t pid, const struct stat_file *f, bool children, struct usage *u)
{
	char dir[64];

	u->cpu_ns += process_cpu_ns(pid, f->user + f->system);
	u->user_ns += ticks_ns(f->user);
	u->system_ns += ticks_ns(f->system);
	u->minor += f->minor;
	u->major += f->major;
	if (children) {
		u->cpu_ns += ticks_ns(f->child_user + f->child_system);
		u->user_ns += ticks_ns(f->child_user);
		u->system_ns += ticks_ns(f->child_system);
		u->minor += f->child_minor;
		u->major += f->child_major;
	}
	snprintf(dir, sizeof(dir), "/proc/%d", (int)pid);
	read_switches(dir, u);
}

int proc_process(pid_t pid, struct usage *u)
{
	struct stat_file f;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (read_stat(path, &f))
		return -ESRCH;
	memset(u, 0, sizeof(*u));
	add_process(pid, &f, false, u);
	return 0;
}

/* One process of the machine, for the search for descendants. */
struct entry {
	pid_t pid;
	struct stat_file f;
	bool in;
};

static struct entry *all_processes(size_t *n)
{
	struct entry *list = NULL, *grown;
	size_t room = 0;
	struct dirent *d;
	char path[300];
	DIR *dir = opendir("/proc");

	*n = 0;
	while (dir && (d = readdir(dir))) {
		if (!isdigit((unsigned char)d->d_name[0]))
			continue;
		if (*n == room) {
			room = room ? room * 2 : 128;
			grown = realloc(list, room * sizeof(*list));
			if (!grown)
				break;
			list = grown;
		}
		snprintf(path, sizeof(path), "/proc/%s/stat", d->d_name);
		memset(&list[*n], 0, sizeof(list[*n]));
		list[*n].pid = (pid_t)atoi(d->d_name);
		if (!read_stat(path, &list[*n].f))
			(*n)++;
	}
	if (dir)
		closedir(dir);
	return list;
}

int proc_tree(pid_t pid, struct usage *u)
{
	struct entry *list;
	struct stat_file f;
	bool more = true;
	char path[64];
	size_t n, i, k;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (read_stat(path, &f))
		return -ESRCH;
	memset(u, 0, sizeof(*u));
	list = all_processes(&n);
	for (i = 0; i < n; i++)
		list[i].in = list[i].pid == pid;
	/* Most children have higher numbers than their parents, so this takes few rounds. */
	while (more) {
		more = false;
		for (i = 0; i < n; i++) {
			for (k = 0; k < n && !list[i].in; k++) {
				if (list[k].in && list[i].f.ppid == list[k].pid)
					list[i].in = more = true;
			}
		}
	}
	for (i = 0; i < n; i++)
		if (list[i].in)
			add_process(list[i].pid, &list[i].f, true, u);
	if (!list)
		add_process(pid, &f, true, u);
	free(list);
	return 0;
}

int proc_cpu(int cpu, struct usage *u)
{
	unsigned long long user, nice, system, idle, iowait, irq, softirq;
	FILE *file = fopen("/proc/stat", "re");
	char line[512], key[24];
	int err = -ENOENT;

	if (!file)
		return -errno;
	snprintf(key, sizeof(key), "cpu%d ", cpu);
	while (err && fgets(line, sizeof(line), file)) {
		if (strncmp(line, key, strlen(key)) ||
		    sscanf(line + strlen(key), "%llu %llu %llu %llu %llu %llu %llu", &user, &nice,
			   &system, &idle, &iowait, &irq, &softirq) != 7)
			continue;
		memset(u, 0, sizeof(*u));
		u->user_ns = ticks_ns(user + nice);
		u->system_ns = ticks_ns(system + irq + softirq);
		u->cpu_ns = u->user_ns + u->system_ns;
		err = 0;
	}
	fclose(file);
	return err;
}

bool proc_watchdog(void)
{
	char buf[8];

	return proc_read("/proc/sys/kernel/nmi_watchdog", buf, sizeof(buf)) > 0 && buf[0] == '1';
}

/* The file lists all modes, with the current one in brackets. */
bool proc_locked_down(void)
{
	char buf[64];

	return proc_read("/sys/kernel/security/lockdown", buf, sizeof(buf)) > 0 &&
	       !strstr(buf, "[none]");
}
