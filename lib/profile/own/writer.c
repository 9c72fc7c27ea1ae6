/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections: their header is filled in when their length is known. */
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/writer.h"

static void put(u8 *to, u64 value, unsigned n)
{
	for (; n; n--, value >>= 8)
		*to++ = (u8)value;
}

void writer_begin(struct writer *w, u32 kind)
{
	static const u8 rest[FORMAT_SECTION - 4];

	w->section = w->out->n;
	bytes_u32(w->out, kind);
	bytes_add(w->out, rest, sizeof(rest));
}

void writer_end(struct writer *w)
{
	size_t n = w->out->n - w->section - FORMAT_SECTION;
	u8 *header = w->out->data + w->section;

	if (w->out->failed)
		return;
	put(header + 4, n, 8);
	put(header + 12, crc_of(w->crc, header + FORMAT_SECTION, n), 4);
	put(header + 16, crc_of(w->crc, header, 16), 4);
}
