/* SPDX-License-Identifier: BSD-2-Clause */
/* The rights of files that are written beside their path, then renamed. */
#ifndef PMC_CLI_UI_RIGHTS_H
#define PMC_CLI_UI_RIGHTS_H

/* Gives a file of mkostemp(), which has fewer, the rights of the one at the path, or those of a new
 * one. Returns 0 or errno. */
int rights_like(int fd, const char *path);

#endif
