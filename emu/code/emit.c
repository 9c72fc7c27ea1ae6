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

u8 *emit_count(u8 *p, u32 exit, bool keep_flags)
{
	const struct exit *x = &cache.exits[exit];
	u32 off = T_COUNT + x->id * 8;

	if (!keep_flags) {
		BYTES(0x65, 0x48, 0x83, 0x04, 0x25); /* add qword gs:[off], 1 */
		WORD(off);
		BYTES(1);
		return spend_emit(p, x);
	}
	p = emit_spill(p, RCX, T_SPILL2);
	p = emit_reload(p, RCX, off);
	BYTES(0x48, 0x8d, 0x49, 0x01); /* lea rcx, [rcx+1] */
	p = spend_emit_rcx(emit_spill(p, RCX, off), x);
	return emit_reload(p, RCX, T_SPILL2);
}
