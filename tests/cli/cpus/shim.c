/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A library to preload: a machine with as many CPUs as SHIM_CPUS lists ("0-63,128-191"). Its kernel
 * opens any event on each of these CPUs, and event number k on CPU c has counted
 * 1,000,000 × (k + 1) + c. Events are numbered by their configs in SHIM_CONFIGS ("3,2"). With
 * SHIM_REAL=N the kernel is the real one, which has N CPUs: CPU c is its CPU c % N.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FILES 1000000

static uint64_t count_of[FILES]; /* + 1; 0: not an event */

static int memory_with(const char *text)
{
	int fd = memfd_create("shim", MFD_CLOEXEC);

	if (fd < 0 || write(fd, text, strlen(text)) < 0 || lseek(fd, 0, SEEK_SET))
		return -1;
	return fd;
}

static int has_cpu(long cpu)
{
	const char *at = getenv("SHIM_CPUS");
	char *end;

	while (at && *at >= '0' && *at <= '9') {
		long first = strtol(at, &end, 10), last = first;

		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (cpu >= first && cpu <= last)
			return 1;
		at = end + (*end == ',');
	}
	return 0;
}

static int open_cpus(void)
{
	const char *cpus = getenv("SHIM_CPUS");
	char line[4096];

	snprintf(line, sizeof(line), "%s\n", cpus ? cpus : "0");
	return memory_with(line);
}

/* Is it the list of CPUs? */
static int is_cpus(const char *path)
{
	return !strcmp(path, "/sys/devices/system/cpu/online") ||
	       !strcmp(path, "/sys/devices/system/cpu/present");
}

/* The number in /sys/devices/system/cpu/cpuN, or below it; -1: it is another path. */
static long cpu_of(const char *path)
{
	static const char folder[] = "/sys/devices/system/cpu/cpu";
	size_t n = sizeof(folder) - 1;

	return strncmp(path, folder, n) || path[n] < '0' || path[n] > '9' ? -1 : atol(path + n);
}

int open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, mode_t);
	va_end(args);
	if (is_cpus(path))
		return open_cpus();
	if (cpu_of(path) >= 0 && strstr(path, "/online"))
		return memory_with(has_cpu(cpu_of(path)) ? "1\n" : "0\n");
	return openat(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static unsigned number_of(uint64_t config)
{
	const char *at = getenv("SHIM_CONFIGS");
	char *end;
	unsigned k = 0;

	for (; at && *at; at = end + (*end == ','), k++)
		if (strtoull(at, &end, 10) == config)
			return k;
	return 0;
}

static long open_event(const struct perf_event_attr *attr, long cpu)
{
	int fd;

	if (!has_cpu(cpu)) {
		errno = ENODEV;
		return -1;
	}
	fd = memory_with("");
	if (fd >= FILES)
		abort();
	if (fd >= 0)
		count_of[fd] = 1000000ull * (number_of(attr->config) + 1) + (uint64_t)cpu + 1;
	return fd;
}

int access(const char *path, int mode)
{
	if (cpu_of(path) >= 0) {
		errno = ENOENT;
		return has_cpu(cpu_of(path)) ? 0 : -1;
	}
	return faccessat(AT_FDCWD, path, mode, 0);
}

long syscall(long number, ...)
{
	static long (*real)(long, ...);
	long a[6];
	va_list args;

	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	if (number == SYS_perf_event_open && (int)a[2] >= 0 && !getenv("SHIM_REAL"))
		return open_event((const struct perf_event_attr *)a[0], (int)a[2]);
	if (number == SYS_perf_event_open && (int)a[2] >= 0)
		a[2] %= atol(getenv("SHIM_REAL"));
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "syscall");
	return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* It has been enabled and running for a second. */
ssize_t read(int fd, void *to, size_t size)
{
	static ssize_t (*real)(int, void *, size_t);

	if (fd >= 0 && fd < FILES && count_of[fd]) {
		const uint64_t value[3] = { count_of[fd] - 1, 1000000000, 1000000000 };

		memcpy(to, value, size < sizeof(value) ? size : sizeof(value));
		return (ssize_t)(size < sizeof(value) ? size : sizeof(value));
	}
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "read");
	return real(fd, to, size);
}

int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, ...);
	va_list args;
	void *arg;

	va_start(args, request);
	arg = va_arg(args, void *);
	va_end(args);
	if (fd >= 0 && fd < FILES && count_of[fd])
		return 0;
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "ioctl");
	return real(fd, request, arg);
}

int close(int fd)
{
	if (fd >= 0 && fd < FILES)
		count_of[fd] = 0;
	return (int)syscall(SYS_close, fd);
}
