/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading result files. */
#ifndef PMC_CLI_RESULT_READ_H
#define PMC_CLI_RESULT_READ_H

#include <stddef.h>

struct result;

#define RESULT_SENTENCE 600 /* room for every sentence about a file */

/*
 * Reads a result file (docs/result.md). The result keeps `path` as its title. Returns 0 or -errno;
 * then the sentence says what is wrong, where, and what would be right. Nothing in the file is
 * trusted. Fields that this version does not know are ignored.
 */
int result_read(struct result *result, const char *path, char sentence[RESULT_SENTENCE]);

#endif
