// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The links between traces.
 *
 * Other threads may execute a jump while it is redirected. Its rel32 lies inside one cache line
 * (the emitter ensures that) and is stored at once, so that a thread sees the old target or the new
 * one.
 */
#include "emu/code/link.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/heads.h"
#include "emu/code/index.h"
#include "emu/code/path.h"

u8 *link_stub(u32 exit)
{
	struct exit *x = &cache.exits[exit];
	u8 *start, *p;

	if (x->stub)
		return cache.start + x->stub;
	p = start = cache.cold -= 20;
	x->stub = (u32)(start - cache.start);
	BYTES(0x65, 0xc7, 0x04, 0x25); /* mov dword gs:[EXIT], exit */
	WORD(T_EXIT);
	WORD(exit);
	emit_jmp(p, cache.tramp_exit);
	return start;
}

void link_patch(struct exit *x, const u8 *to)
{
	u8 *at = cache.start + x->patch;
	s32 rel = (s32)(to - (at + 4));

	__atomic_store_n((s32 *)at, rel, __ATOMIC_RELEASE);
}

void link_exit(u32 exit, struct trace *tr)
{
	struct exit *x = &cache.exits[exit];
	u8 *to = tr->body;

	if (x->to || !x->patch)
		return;
	if (!x->counted) {
		/* A piece of code on the way counts. */
		u8 *p;

		if (x->id == EXIT_NONE)
			path_counter(x);
		to = cache.hot;
		p = emit_count(to, x->id, tr->flags & TR_FLAGS);
		cache.hot = emit_jmp(p, tr->body);
	}
	x->to = (u32)(tr - cache.traces) + 1;
	x->next = tr->incoming;
	tr->incoming = exit;
	link_patch(x, to);
}

u8 *link_indirect(struct trace *tr)
{
	u8 *p = cache.hot, *entry = p;
	const u8 *first = heads_first(tr->pc), *next = first ? first : cache.tramp_miss;

	if (tr->indirect)
		return tr->indirect;
	if (tr->pc >> 47)
		return NULL; /* more bits than a displacement has: the engine leads there */
	/*
	 * Compare without touching the flags: even when this trace does not need them, another one
	 * behind it in the chain may, or one that is yet to be made. The low 16 bits are equal
	 * already. Compare all others, since a target that is not canonical must not pass for one
	 * that is. (A load of 8 bytes from TARGET+2 would do, but it would have to wait until the
	 * store of TARGET has reached the cache.)
	 */
	if (cache.pext) {
		BYTES(0x65, 0x48, 0x8b, 0x0c, 0x25); /* mov rcx, gs:[TARGET] */
		WORD(T_TARGET);
		BYTES(0x65, 0xc4, 0xe2, 0xf2, 0xf5, 0x0c, 0x25); /* pext rcx, rcx, gs:[UPPER] */
		WORD(T_UPPER);
	} else {
		BYTES(0x65, 0x0f, 0xb7, 0x0c, 0x25); /* movzx ecx, word gs:[TARGET+6] */
		WORD(T_TARGET + 6);
		BYTES(0xe3, 0x05); /* jrcxz over the jump */
		p = emit_jmp(p, next);
		BYTES(0x65, 0x8b, 0x0c, 0x25); /* mov ecx, gs:[TARGET+2] */
		WORD(T_TARGET + 2);
	}
	p = emit_align_rel32(p, 3);
	BYTES(0x48, 0x8d, 0x89); /* lea rcx, [rcx-middle] */
	tr->tag = (u32 *)p;
	WORD(-(u32)(tr->pc >> 16));
	BYTES(0xe3, 0x05); /* jrcxz over the jump */
	p = emit_jmp(p, next);
	p = emit_reload(p, RCX, T_SPILL0);
	if (tr->body)
		p = emit_jmp(p, tr->body);
	cache.hot = p;
	tr->indirect = entry;
	heads_set(tr->pc, entry);
	return entry;
}

void link_drop(struct trace *tr)
{
	u32 i, next;

	if (tr->flags & TR_DEAD)
		return;
	tr->flags |= TR_DEAD;
	index_remove(tr);
	/* The entry matches when the sum is 0, and 48 bits plus 1 never are. */
	if (tr->tag)
		__atomic_store_n(tr->tag, 1, __ATOMIC_RELEASE);
	for (i = tr->incoming; i != EXIT_NONE; i = next) {
		struct exit *x = &cache.exits[i];

		next = x->next;
		x->next = EXIT_NONE;
		x->to = 0;
		link_patch(x, link_stub(i));
	}
	tr->incoming = EXIT_NONE;
}
