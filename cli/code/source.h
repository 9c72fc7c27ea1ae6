/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of source files. */
#ifndef PMC_CLI_CODE_SOURCE_H
#define PMC_CLI_CODE_SOURCE_H

#include <stddef.h>

struct source_file {
	char *path, *text;
	char **line;
	size_t n;
	int error; /* -errno: it cannot be read */
};

/* Begins as zeros. */
struct sources {
	struct source_file *file;
	size_t n, last;
};

/* The text of a line, without its end; NULL: it is unknown. Lines count from 1. */
const char *source_line(struct sources *sources, const char *path, unsigned line);
void sources_deinit(struct sources *sources);

#endif
