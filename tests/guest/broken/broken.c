/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A library for LD_PRELOAD that breaks an architectural PMU on purpose: it changes registers on
 * their way through /dev/cpu/0/msr as the environment's BROKEN says. tests/guest/selftest_test.sh
 * expects pmc selftest to find each fault.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define PMC(i)	      (0xc1 + (i))
#define PERFEVTSEL0   0x186
#define GLOBAL_STATUS 0x38e
#define GLOBAL_CTRL   0x38f
#define FIXED0	      0x309

static int is(const char *fault)
{
	const char *broken = getenv("BROKEN");

	return broken && !strcmp(broken, fault);
}

ssize_t pread64(int fd, void *to, size_t n, off64_t at)
{
	ssize_t (*next)(int, void *, size_t, off64_t) =
		(ssize_t(*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
	ssize_t got = next(fd, to, n, at);
	uint64_t *value = to;

	if (got != 8)
		return got;
	if (is("dead") && at == PMC(1))
		*value = 5;
	if (is("narrow") && at == PMC(2))
		*value &= 0xffffffff;
	if (is("bit") && at == PMC(0))
		*value &= ~(1ull << 20);
	if (is("double") && at == PMC(3))
		*value = *value << 1 & 0xffffffffffff;
	if (is("drift") && at == FIXED0)
		*value += *value >> 14;
	if (is("wide") && at == PMC(1) && *value < 0x1000000)
		*value |= 1ull << 47;
	if (is("silent") && at == GLOBAL_STATUS)
		*value = 0;
	return got;
}

ssize_t pwrite64(int fd, const void *from, size_t n, off64_t at)
{
	ssize_t (*next)(int, const void *, size_t, off64_t) =
		(ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
	uint64_t value;

	if (n != 8)
		return next(fd, from, n, at);
	memcpy(&value, from, 8);
	/* The enable bits stick once they were set. */
	if (is("stuck") && at == PERFEVTSEL0 && !value)
		value = 0x4100c0;
	if (is("stuck") && at == GLOBAL_CTRL)
		value |= 1;
	if (is("unset") && at == PERFEVTSEL0)
		value &= ~(1ull << 22);
	if (is("ring") && at == PERFEVTSEL0)
		value &= ~(1ull << 16);
	return next(fd, &value, 8, at);
}
