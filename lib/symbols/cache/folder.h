/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folder of the user's cache, $XDG_CACHE_HOME/pmc/symbols or ~/.cache/pmc/symbols, with files
 * whose names are numbers. It is used only if it and its files belong to the user and nobody else
 * may write to them. It stays below 256 MiB: the files that were not used for longest go first.
 */
#ifndef PMC_LIB_SYMBOLS_CACHE_FOLDER_H
#define PMC_LIB_SYMBOLS_CACHE_FOLDER_H

#include <stddef.h>
#include <stdint.h>

#define CACHE_LARGEST ((size_t)64 << 20) /* a larger file is neither written nor read */

/* Reads a file, which the caller frees. NULL: there is none that may be used. */
void *cache_folder_read(uint64_t name, size_t *size);
/* Writes a file: it is replaced whole, or stays as it was. Makes room for it. */
void cache_folder_write(uint64_t name, const void *bytes, size_t size);

#endif
