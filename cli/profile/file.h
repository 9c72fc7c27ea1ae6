/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile that the user named. */
#ifndef PMC_CLI_PROFILE_FILE_H
#define PMC_CLI_PROFILE_FILE_H

#include <stdbool.h>

struct pmc_profile;

#define PROFILE_FILE "pmc.data" /* without -i and -o */

/* What -i names; NULL: PROFILE_FILE; "-": standard input. */
const char *profile_file_name(const char *path);
/*
 * Opens a profile; path as above. Returns 0, or an exit status after a complaint that
 * says what is wrong with the file, and what suits it.
 */
int profile_file_open(const char *path, struct pmc_profile **profile);

/* Is the file a profile? It may also be missing, or something else. */
bool profile_file_is(const char *path);

#endif
