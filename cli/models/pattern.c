/* SPDX-License-Identifier: BSD-2-Clause */
/* The patterns of `pmc list`. */
#define _GNU_SOURCE /* FNM_CASEFOLD, strcasestr */
#include "cli/models/pattern.h"

#include <fnmatch.h>
#include <string.h>

bool pattern_matches(const char *pattern, const char *name)
{
	if (strpbrk(pattern, "*?["))
		return !fnmatch(pattern, name, FNM_CASEFOLD);
	return strcasestr(name, pattern);
}
