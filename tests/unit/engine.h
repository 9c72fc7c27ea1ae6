/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells the library's tests where the engine of their own build is. */
#ifndef PMC_TESTS_ENGINE_H
#define PMC_TESTS_ENGINE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Puts its path into $PMC_EMU; returns false if it was not built. */
static inline bool use_engine(void)
{
	const char *build = getenv("BUILD");
	char path[512];

	snprintf(path, sizeof(path), "%s/pmc-emu", build ? build : "build");
	setenv("PMC_EMU", path, 1);
	return access(path, X_OK) == 0;
}

#endif
