/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unpacks what zlib has packed (RFC 1950, 1951), as sections of debug information are. A debug file
 * has many megabytes of them, and what zlib itself takes is more than all the rest of a report.
 */
#ifndef PMC_LIB_SYMBOLS_INFLATE_H
#define PMC_LIB_SYMBOLS_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unpacks n bytes into exactly `size`. False: they are damaged, or of another size; what `to` has
 * then is undefined. */
bool inflate_bytes(const uint8_t *from, size_t n, uint8_t *to, size_t size);

#endif
