/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For programs that call /dev/pmc and say what came of it, "ok NAME" or "not ok NAME: …", a line each
 * (tests/guest/driver.sh: said).
 */
#ifndef TESTS_GUEST_PROG_DEV_H
#define TESTS_GUEST_PROG_DEV_H

#include <errno.h>
#include <fcntl.h>
#include <pmc/pmc_ioctl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int failed; /* main returns it */

static inline void result(int good, const char *fmt, ...)
{
	va_list ap;

	printf(good ? "ok " : "not ok ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
	failed |= !good;
}

/* Without it nothing else makes sense. */
static inline void must(int good, const char *what)
{
	if (good)
		return;
	result(0, "%s: %s", what, strerror(errno));
	exit(1);
}

/* Is this the kernel with checks (qemu/debug-kernel)? All takes longer there. */
static inline int has_checks(void)
{
	return !access("/sys/kernel/debug/kmemleak", F_OK);
}

static inline int dev(void)
{
	int fd = open(PMC_DEVICE, O_RDWR | O_CLOEXEC);

	must(fd >= 0, PMC_DEVICE);
	return fd;
}

#endif
