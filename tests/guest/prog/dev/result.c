/* SPDX-License-Identifier: BSD-2-Clause */
/* Results, and the device that the programs test. */
#include <errno.h>
#include <fcntl.h>
#include <pmc/pmc_ioctl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"

int failed;

void result(int good, const char *fmt, ...)
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

void must(int good, const char *what)
{
	if (good)
		return;
	result(0, "%s: %s", what, strerror(errno));
	exit(1);
}

int has_checks(void)
{
	return !access("/sys/kernel/debug/kmemleak", F_OK);
}

int dev(void)
{
	int fd = open(PMC_DEVICE, O_RDWR | O_CLOEXEC);

	must(fd >= 0, PMC_DEVICE);
	return fd;
}
