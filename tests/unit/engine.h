/* SPDX-License-Identifier: BSD-2-Clause */
/* Where tests of the library find the engine of the build that they belong to. */
#ifndef PMC_TESTS_ENGINE_H
#define PMC_TESTS_ENGINE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Names it in $PMC_EMU; false when it was not built. */
static inline bool use_engine(void)
{
	const char *build = getenv("BUILD");
	char path[512];

	snprintf(path, sizeof(path), "%s/pmc-emu", build ? build : "build");
	setenv("PMC_EMU", path, 1);
	return access(path, X_OK) == 0;
}

#endif
