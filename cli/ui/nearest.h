/* SPDX-License-Identifier: BSD-2-Clause */
/* The name that was probably meant, by edit distance. */
#ifndef PMC_CLI_UI_NEAREST_H
#define PMC_CLI_UI_NEAREST_H

/*
 * Returns the name of `names` (closed by NULL) whose spelling is nearest to `typed`; NULL when
 * none is near enough to be meant.
 */
const char *nearest_name(const char *typed, const char *const *names);

#endif
