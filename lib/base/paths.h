/* SPDX-License-Identifier: BSD-2-Clause */
/* Which file a command's name means. */
#ifndef PMC_LIB_PATHS_H
#define PMC_LIB_PATHS_H

#include <stdbool.h>

struct pmc_diag;

/*
 * Finds the file to execute, along the PATH of envp as execvp(3) does, and checks that it and its
 * interpreter may be executed. *found is the caller's to free. *shell: the file is neither ELF nor
 * #! and must be run by /bin/sh. 0 or -errno with diag.
 */
int path_find_command(const char *name, char *const envp[], char **found, bool *shell,
		      struct pmc_diag *diag);

#endif
