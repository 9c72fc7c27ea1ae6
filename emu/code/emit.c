// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Code that counts. */
#include "emu/code/emit.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/spend.h"

u8 *emit_leave(u8 *p, u32 exit)
{
	return emit_jmp(emit_store(p, T_EXIT, exit), cache.tramp_exit);
}

u8 *emit_count_rcx(u8 *p, u32 exit)
{
	const struct exit *x = &cache.exits[exit];
	u32 off = T_COUNT + x->id * 8;

	if (x->id == EXIT_NONE)
		return p;
	if (x->id != EXIT_UNCOUNTED) {
		p = emit_reload(p, RCX, off);
		BYTES(0x48, 0x8d, 0x49, 0x01); /* lea rcx, [rcx+1] */
		p = emit_spill(p, RCX, off);
	}
	return spend_emit_rcx(p, x);
}

u8 *emit_count(u8 *p, u32 exit, bool keep_flags)
{
	const struct exit *x = &cache.exits[exit];

	if (x->id == EXIT_UNCOUNTED && !spend_takes(x) && !spend_looks(x))
		return p;
	if (keep_flags) {
		p = emit_spill(p, RCX, T_SPILL2);
		p = emit_count_rcx(p, exit);
		return spend_emit_look_rcx(p, exit);
	}
	if (x->id != EXIT_UNCOUNTED) {
		BYTES(0x65, 0x48, 0x83, 0x04, 0x25); /* add qword gs:[off], 1 */
		WORD(T_COUNT + x->id * 8);
		BYTES(1);
	}
	return spend_emit_look(spend_emit(p, x), exit);
}
