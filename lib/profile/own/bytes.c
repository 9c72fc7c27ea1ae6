/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes and numbers, out and in. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/own/bytes.h"

u8 *bytes_grow(struct bytes *out, size_t n)
{
	if (!out->failed && n > out->room - out->n)
		out->failed = vector_reserve(&out->data, &out->room, out->n + n, 1);
	return out->failed ? NULL : out->data + out->n;
}

void bytes_add(struct bytes *out, const void *data, size_t n)
{
	u8 *to = bytes_grow(out, n);

	if (to && n) {
		memcpy(to, data, n);
		out->n += n;
	}
}

void bytes_byte(struct bytes *out, u8 byte)
{
	bytes_add(out, &byte, 1);
}

void bytes_u32(struct bytes *out, u32 value)
{
	u8 b[4] = { (u8)value, (u8)(value >> 8), (u8)(value >> 16), (u8)(value >> 24) };

	bytes_add(out, b, sizeof(b));
}

void bytes_u64(struct bytes *out, u64 value)
{
	bytes_u32(out, (u32)value);
	bytes_u32(out, (u32)(value >> 32));
}

void bytes_varint(struct bytes *out, u64 value)
{
	u8 b[10];

	bytes_add(out, b, (size_t)(bytes_put_varint(b, value) - b));
}

void bytes_signed(struct bytes *out, s64 value)
{
	bytes_varint(out, (u64)value << 1 ^ (u64)(value >> 63));
}

void bytes_text(struct bytes *out, const char *text)
{
	size_t n = strlen(text);

	bytes_varint(out, n);
	bytes_add(out, text, n + 1);
}

void bytes_append(struct bytes *out, const struct bytes *from)
{
	bytes_add(out, from->data, from->n);
	out->failed |= from->failed;
}

void bytes_deinit(struct bytes *out)
{
	free(out->data);
}

/* ---- Reading ---- */

u32 cursor_u32(struct cursor *in)
{
	const u8 *b = cursor_bytes(in, 4);

	return b ? b[0] | (u32)b[1] << 8 | (u32)b[2] << 16 | (u32)b[3] << 24 : 0;
}

u64 cursor_u64(struct cursor *in)
{
	u64 low = cursor_u32(in);

	return low | (u64)cursor_u32(in) << 32;
}

u64 cursor_long_varint(struct cursor *in)
{
	u64 value = 0;
	unsigned shift;
	u8 byte;

	for (shift = 0; shift < 70; shift += 7) {
		byte = cursor_byte(in);
		if (shift == 63 && byte > 1)
			break;
		value |= (u64)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	in->bad = true;
	return 0;
}

const u8 *cursor_bytes(struct cursor *in, u64 n)
{
	const u8 *at = in->at;

	if (n > (u64)(in->end - in->at)) {
		in->bad = true;
		in->at = in->end;
		return NULL;
	}
	in->at += n;
	return at;
}

const char *cursor_text(struct cursor *in)
{
	u64 n = cursor_varint(in);
	const u8 *at = n < UINT64_MAX ? cursor_bytes(in, n + 1) : NULL;

	if (!at || at[n] || memchr(at, 0, n)) {
		in->bad = true;
		return "";
	}
	return (const char *)at;
}
