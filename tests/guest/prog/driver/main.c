/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ABI of /dev/pmc, called directly. usage: driver MODE [N], or driver spin N, a loop of 3 * N
 * instructions for others to count. One line per result, "ok NAME" or "not ok NAME: …"; exit status
 * 0 when all are ok. Any PMU from the Pentium Pro on will do, but for mode abi.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

static const struct {
	const char *name;
	void (*run)(long n);
} modes[] = {
#define X(name, what) { #name, mode_##name },
	MODES(X)
#undef X
};

static void ask(void)
{
	int fd = dev();

	about.size = sizeof(about);
	ioctl(fd, PMC_IOC_INFO, &about);
	close(fd);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 1000;
	size_t i;

	if (!strcmp(what, "spin")) {
		spin((uint64_t)n);
		return 0;
	}
	ask();
	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(what, modes[i].name))
			continue;
		modes[i].run(n);
		return failed;
	}
	return 2;
}
