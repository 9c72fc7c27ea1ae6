/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections: their headers and checksums. */
#include <errno.h>
#include <stdio.h>

#include "lib/base/diag.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/reader.h"

int reader_damaged(const struct reader *r, const struct section *section, const char *what)
{
	return diag_say(r->diag, -EPROTO, "%s: the file is damaged: %s in the section at byte %zu",
			r->name, what, section->offset);
}

int reader_section(struct reader *r, size_t *offset, bool check, struct section *section)
{
	struct cursor in = { r->bytes + *offset, r->bytes + r->n, false };
	const u8 *header = in.at;
	u32 kind, crc;
	u64 n;

	if (r->n - *offset < FORMAT_SECTION)
		return 0;
	section->offset = *offset;
	kind = cursor_u32(&in);
	n = cursor_u64(&in);
	crc = cursor_u32(&in);
	if (check && cursor_u32(&in) != crc_of(&r->crc, header, 16))
		return reader_damaged(r, section, "the header's checksum is wrong");
	if (n > r->n - *offset - FORMAT_SECTION)
		return 0;
	section->kind = kind;
	section->in.at = header + FORMAT_SECTION;
	section->in.end = section->in.at + n;
	section->in.bad = false;
	if (check && crc != crc_of(&r->crc, section->in.at, n))
		return reader_damaged(r, section, "the checksum is wrong");
	*offset += FORMAT_SECTION + n;
	return 1;
}
