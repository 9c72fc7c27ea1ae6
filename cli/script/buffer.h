/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes that become a file: numbers in little-endian order and Protocol Buffers' pieces. */
#ifndef PMC_CLI_SCRIPT_BUFFER_H
#define PMC_CLI_SCRIPT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins as zeros. */
struct buffer {
	unsigned char *data;
	size_t n, room;
	bool failed; /* there was no memory */
};

void buffer_add(struct buffer *b, const void *data, size_t n);
void buffer_u32(struct buffer *b, uint32_t value);
void buffer_u64(struct buffer *b, uint64_t value);
/* The text, zero bytes behind it up to a multiple of eight bytes: at least one. */
void buffer_padded(struct buffer *b, const char *text);

/* Fields of a message: a number; a text or a message in bytes. */
void buffer_number(struct buffer *b, unsigned field, uint64_t value);
void buffer_bytes(struct buffer *b, unsigned field, const void *data, size_t n);
/* A number without its field, for packed ones. */
void buffer_varint(struct buffer *b, uint64_t value);

void buffer_deinit(struct buffer *b);

#endif
