/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folder of the user's cache, $XDG_CACHE_HOME/pmc or ~/.cache/pmc, with a folder for each sort
 * of files. A folder is used only if it and its files are the user's own and nobody else may write
 * to them. In a program with privileges there is none, nor for root in another user's home.
 */
#ifndef PMC_LIB_USER_CACHE_H
#define PMC_LIB_USER_CACHE_H

#include <stdbool.h>
#include <sys/stat.h>

/* Opens the folder of this name; `create`: makes it if need be. -1: it cannot be used. */
int user_cache_open(const char *name, bool create);
/* Is it the user's, and may nobody else write to it? */
bool user_cache_owns(const struct stat *st);

#endif
