/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash of bytes, for tables and for files in the cache. */
#ifndef PMC_LIB_SYMBOLS_BASE_HASH_H
#define PMC_LIB_SYMBOLS_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_bytes(const void *bytes, size_t n)
{
	const uint8_t *at = bytes;
	uint64_t sum = n, word;

	for (; n >= sizeof(word); at += sizeof(word), n -= sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
		sum ^= sum >> 32;
	}
	word = 0;
	memcpy(&word, at, n);
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum ^ sum >> 32;
}

#endif
