/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs ask that record another one with libpmc. */
#ifndef PMC_TESTS_EMU_RECORDED_H
#define PMC_TESTS_EMU_RECORDED_H

#include <pmc/profile.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The descriptor of the memory that the engine and libpmc share; -1: there is none. */
static inline int recorded_memory(void)
{
	char path[32], target[64];
	ssize_t n;

	for (int fd = 0; fd < 64; fd++) {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		n = readlink(path, target, sizeof(target) - 1);
		if (n > 0 && !strncmp(target, "/memfd:pmc", 10))
			return fd;
	}
	return -1;
}

/* The sum of an event, whose name in the profile ends in ":u". UINT64_MAX: it is not there. */
static inline uint64_t recorded_sum(const struct pmc_profile *profile, const char *name)
{
	struct pmc_profile_event e;
	size_t n = strlen(name);

	for (size_t i = 0; !pmc_profile_event_at(profile, i, &e); i++)
		if (!strncmp(e.name, name, n) && !strcmp(e.name + n, ":u"))
			return e.total;
	return UINT64_MAX;
}

#endif
