/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a file goes that pmc writes: a descriptor, a device, or a file beside the one that it
 * replaces. */
#ifndef PMC_CLI_UI_DESTINATION_H
#define PMC_CLI_UI_DESTINATION_H

#include <stdbool.h>

struct destination {
	int fd;
	/* Where links lead to, and the file that becomes it; NULL: it is written directly. */
	char *target, *beside;
};

/*
 * The descriptor that a path names: "-", /dev/stdout, /dev/stderr, /dev/fd/N or /proc/self/fd/N.
 * -1: none. To open such a path anew would begin at the file's start, over what others write there.
 */
int descriptor_of(const char *path);

/*
 * Opens what is written as it comes: a descriptor that the path names, duplicated, or a file of
 * that path, which begins empty unless more is appended. The descriptor, or -1 with errno.
 */
int open_over(const char *path, bool append);

/*
 * Opens what the path names: a descriptor, duplicated; what is there and is no regular
 * file (a pipe); or else a new file beside the one that links lead to, which may not exist. A file
 * that is read-only is refused. Returns 0, or errno with nothing open.
 */
int destination_open(struct destination *to, const char *path);
/*
 * Closes it. A file beside the target gets the target's rights, or those of a new file, and its
 * name; it goes if it is not kept, or that fails. Returns 0 or errno.
 */
int destination_close(struct destination *to, bool keep);

#endif
