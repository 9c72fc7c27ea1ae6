/* SPDX-License-Identifier: BSD-2-Clause */
/* A command as a user would type it. */
#ifndef PMC_LIB_COMMAND_LINE_H
#define PMC_LIB_COMMAND_LINE_H

/* The command line in one string, quoted for a shell: free() it. NULL: no memory. */
char *command_line(char *const argv[]);

#endif
