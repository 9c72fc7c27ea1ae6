/* SPDX-License-Identifier: BSD-2-Clause */
/* What another pmc prints, line by line. */
#ifndef PMC_CLI_REPORT_CAPTURED_H
#define PMC_CLI_REPORT_CAPTURED_H

#include <stddef.h>

struct pager_line;

struct captured {
	char *text;
	size_t size, room;
	char **line;
	size_t n;
};

/*
 * Runs this program with the words (argv[0] included, closed by NULL) and takes what it prints on
 * standard output and error. Returns 0 or -errno.
 */
int captured_run(struct captured *captured, char *const *argv);
void captured_deinit(struct captured *captured);

/* For a pager: of is the text. */
void captured_line(void *of, size_t i, struct pager_line *line);

#endif
