/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sampling by /dev/pmc, called directly. usage: sample MODE [N]; one line per result, "ok NAME" or
 * "not ok NAME: …"; exit status 0 when all are ok.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

static const struct {
	const char *name;
	void (*run)(unsigned n);
	unsigned n;
} modes[] = {
#define X(name, n, what) { #name, mode_##name, n },
	MODES(X)
#undef X
};

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int fd = dev();
	size_t i;

	must(!ioctl(fd, PMC_IOC_INFO, &info), "asking");
	close(fd);
	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(what, modes[i].name))
			continue;
		modes[i].run(argc > 2 ? (unsigned)atoi(argv[2]) : modes[i].n);
		return failed;
	}
	fprintf(stderr, "usage: sample MODE [N]\n");
	return 2;
}
