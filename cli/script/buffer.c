/* SPDX-License-Identifier: BSD-2-Clause */
/* See buffer.h; https://protobuf.dev/programming-guides/encoding/ describes the messages. */
#include "cli/script/buffer.h"

#include <stdlib.h>
#include <string.h>

#define KIND_VARINT 0u
#define KIND_BYTES  2u

void buffer_add(struct buffer *b, const void *data, size_t n)
{
	size_t room = b->room ? b->room : 4096;
	unsigned char *grown;

	while (room - b->n < n)
		room *= 2;
	if (room != b->room && !b->failed) {
		grown = realloc(b->data, room);
		if (grown) {
			b->data = grown;
			b->room = room;
		} else {
			b->failed = true;
		}
	}
	if (b->failed || !n)
		return;
	memcpy(b->data + b->n, data, n);
	b->n += n;
}

void buffer_u32(struct buffer *b, uint32_t value)
{
	unsigned char bytes[4];
	unsigned i;

	for (i = 0; i < 4; i++)
		bytes[i] = (unsigned char)(value >> 8 * i);
	buffer_add(b, bytes, 4);
}

void buffer_u64(struct buffer *b, uint64_t value)
{
	buffer_u32(b, (uint32_t)value);
	buffer_u32(b, (uint32_t)(value >> 32));
}

void buffer_padded(struct buffer *b, const char *text)
{
	size_t n = strlen(text);

	buffer_add(b, text, n);
	buffer_add(b, "\0\0\0\0\0\0\0", 8 - n % 8);
}

void buffer_varint(struct buffer *b, uint64_t value)
{
	unsigned char bytes[10];
	size_t n = 0;

	for (; value >= 0x80; value >>= 7)
		bytes[n++] = (unsigned char)(value | 0x80);
	bytes[n++] = (unsigned char)value;
	buffer_add(b, bytes, n);
}

void buffer_number(struct buffer *b, unsigned field, uint64_t value)
{
	buffer_varint(b, field << 3 | KIND_VARINT);
	buffer_varint(b, value);
}

void buffer_bytes(struct buffer *b, unsigned field, const void *data, size_t n)
{
	buffer_varint(b, field << 3 | KIND_BYTES);
	buffer_varint(b, n);
	buffer_add(b, data, n);
}

void buffer_deinit(struct buffer *b)
{
	free(b->data);
}
