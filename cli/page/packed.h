/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers packed for the page: each as a varint (LEB128: seven bits in a byte, the lowest first;
 * the top bit says that more follow), all of them in base64. The page's script reads them faster
 * than JSON, and most counts of a tree need one byte or two.
 */
#ifndef PMC_CLI_PAGE_PACKED_H
#define PMC_CLI_PAGE_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Begins as zeros. */
struct packed {
	uint8_t *byte;
	size_t n, room;
	bool failed; /* there was no memory */
};

void packed_add(struct packed *packed, uint64_t number);
/* Prints what was added as a string of JSON, with its quotes. */
void packed_print(FILE *out, const struct packed *packed);
void packed_deinit(struct packed *packed);

#endif
