/* SPDX-License-Identifier: BSD-2-Clause */
/* See logs.h. */
#include <stddef.h>

#include "lib/backends/emulated/profile/logs.h"

const struct emu_log *logs_head(struct shared *sh, u32 first)
{
	return shared_chunk(sh, (s32)first);
}

void logs_begin(struct log_reader *r, struct shared *sh, u32 first)
{
	r->sh = sh;
	r->at = logs_head(sh, first);
	r->offset = 0;
}

u64 logs_position(const struct log_reader *r)
{
	return r->at ? r->at->before + r->offset : 0;
}

const struct emu_log_head *logs_next(struct log_reader *r)
{
	const struct emu_log_head *record;
	u64 used;
	u32 next;

	for (;;) {
		if (!r->at)
			return NULL;
		/* Nothing comes to a chunk any more that has one behind it. */
		next = __atomic_load_n(&r->at->next, __ATOMIC_ACQUIRE);
		used = __atomic_load_n(&r->at->used, __ATOMIC_ACQUIRE);
		if (used > EMU_CHUNK_LEAST - sizeof(*r->at))
			return NULL;
		if (r->offset < used)
			break;
		if (!next)
			return NULL;
		r->at = shared_chunk(r->sh, (s32)(next - 1));
		r->offset = 0;
	}
	record = (const struct emu_log_head *)((const u8 *)(r->at + 1) + r->offset);
	if (record->size < sizeof(*record) || record->size > EMU_LOG_MAX || record->size % 8 ||
	    record->size > used - r->offset)
		return NULL;
	r->offset += record->size;
	return record;
}
