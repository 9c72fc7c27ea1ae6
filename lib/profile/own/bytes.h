/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pieces that pmc's files are made of: bytes, numbers in little-endian order or as varints
 * (LEB128: seven bits in a byte, the lowest first, the top bit says that more follow), signed ones
 * as zigzag (0, -1, 1, -2 … are 0, 1, 2, 3 …), texts as their length, their bytes and a zero byte.
 */
#ifndef PMC_LIB_PROFILE_BYTES_H
#define PMC_LIB_PROFILE_BYTES_H

#include "core/base/types.h"

/* ---- Writing. A failure (no memory) stays. ---- */

struct bytes {
	u8 *data;
	size_t n, room;
	bool failed;
};

/* Puts a number of at most ten bytes at `to`. Returns where the next one goes. */
static inline u8 *bytes_put_varint(u8 *to, u64 value)
{
	for (; value >= 0x80; value >>= 7)
		*to++ = (u8)(value | 0x80);
	*to++ = (u8)value;
	return to;
}

static inline u8 *bytes_put_signed(u8 *to, s64 value)
{
	return bytes_put_varint(to, (u64)value << 1 ^ (u64)(value >> 63));
}

/* Room for n bytes at least; NULL: there is no memory. Then say where they end. */
u8 *bytes_grow(struct bytes *out, size_t n);

static inline u8 *bytes_room(struct bytes *out, size_t n)
{
	return n <= out->room - out->n ? out->data + out->n : bytes_grow(out, n);
}

static inline void bytes_end(struct bytes *out, const u8 *end)
{
	out->n = (size_t)(end - out->data);
}

void bytes_add(struct bytes *out, const void *data, size_t n);
void bytes_byte(struct bytes *out, u8 byte);
void bytes_u32(struct bytes *out, u32 value);
void bytes_u64(struct bytes *out, u64 value);
void bytes_varint(struct bytes *out, u64 value);
void bytes_signed(struct bytes *out, s64 value);
void bytes_text(struct bytes *out, const char *text);
/* All bytes of another one, and its failure. */
void bytes_append(struct bytes *out, const struct bytes *from);
void bytes_deinit(struct bytes *out);

/* ---- Reading. Behind the end, or after what is wrong, everything is 0 and bad is set. ---- */

struct cursor {
	const u8 *at, *end;
	bool bad;
};
u32 cursor_u32(struct cursor *in);
u64 cursor_u64(struct cursor *in);
/* A varint of more than one byte. */
u64 cursor_long_varint(struct cursor *in);
/* A text in the file itself; "" when it is bad. */
const char *cursor_text(struct cursor *in);
/* n bytes in the file itself; NULL when they are not there. */
const u8 *cursor_bytes(struct cursor *in, u64 n);

static inline u8 cursor_byte(struct cursor *in)
{
	if (in->at < in->end)
		return *in->at++;
	in->bad = true;
	return 0;
}

static inline u64 cursor_varint(struct cursor *in)
{
	if (in->at < in->end && *in->at < 0x80)
		return *in->at++;
	return cursor_long_varint(in);
}

static inline s64 cursor_signed(struct cursor *in)
{
	u64 value = cursor_varint(in);

	return (s64)(value >> 1 ^ -(value & 1));
}

/* The value as an index below n; otherwise it is bad. */
static inline u32 cursor_index(struct cursor *in, u64 value, size_t n)
{
	if (value < n && value < UINT32_MAX)
		return (u32)value;
	in->bad = true;
	return 0;
}

#endif
