// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See spend.h. */
#include "emu/code/spend.h"

#include "emu/base/cpu.h"
#include "emu/base/offsets.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/select.h"
#include "emu/count/due.h"
#include "emu/count/tree.h"

#define COLD_SIZE   20
#define LEAVE_SIZE  40
#define RETURN_SIZE 16
#define SIGN	    7 /* which byte of a cell has it; the byte is 0 or 0xff */

static u32 weight(const struct exit *x)
{
	return engine.due ? due_weight(x->vec) : 0;
}

static u32 cell(u64 number)
{
	return T_DUE + 8 * (u32)(number % (engine.tree ? TREE_CELLS : T_DUE_CELLS));
}

bool spend_takes(const struct exit *x)
{
	return weight(x);
}

bool spend_looks(const struct exit *x)
{
	return engine.sampled && !(cache.traces[x->trace].flags & TR_ALONE);
}

u8 *spend_emit_rcx(u8 *p, const struct exit *x)
{
	u32 n = weight(x);

	if (!n)
		return p;
	p = emit_reload(p, RCX, cell(x->trace));
	BYTES(0x48, 0x8d, 0x89); /* lea rcx, [rcx-n], or for a call tree [rcx+n] */
	WORD(engine.tree ? n : -n);
	return emit_spill(p, RCX, cell(x->trace));
}

u8 *spend_emit(u8 *p, const struct exit *x)
{
	u32 n = weight(x);

	if (!n)
		return p;
	/* sub qword gs:[cell], n, or for a call tree add */
	BYTES(0x65, 0x48, n < 128 ? 0x83 : 0x81, engine.tree ? 0x04 : 0x2c, 0x25);
	WORD(cell(x->trace));
	if (n < 128)
		*p++ = (u8)n;
	else
		WORD(n);
	return p;
}

/* Leaves for the engine, which goes on at `back` if it can. */
static void put_leave(u8 *p, u32 exit, const u8 *back)
{
	p = emit_store(p, T_TARGET, exit);
	p = emit_store(p, T_FROM, (u32)(back - cache.start));
	emit_jmp(p, cache.tramp_near);
}

u8 *spend_emit_look(u8 *p, u32 exit)
{
	const struct exit *x = &cache.exits[exit];
	u8 *cold;

	if (!spend_looks(x))
		return p;
	if (!weight(x)) {
		BYTES(0x65, 0x80, 0x3c, 0x25); /* cmp byte gs:[sign], 0 */
		WORD(cell(x->trace) + SIGN);
		*p++ = 0;
	}
	cold = cache.cold -= LEAVE_SIZE;
	p = emit_js(p, cold);
	put_leave(cold, exit, p);
	return p;
}

/* movzx ecx, byte gs:[sign]; jrcxz over; jmp cold */
static u8 *emit_sign(u8 *p, u64 number, const u8 *cold)
{
	BYTES(0x65, 0x0f, 0xb6, 0x0c, 0x25);
	WORD(cell(number) + SIGN);
	BYTES(0xe3, 5);
	return emit_jmp(p, cold);
}

u8 *spend_emit_look_rcx(u8 *p, u32 exit)
{
	const struct exit *x = &cache.exits[exit];
	u8 *cold;

	if (!spend_looks(x))
		return emit_reload(p, RCX, T_SPILL2);
	cold = cache.cold -= LEAVE_SIZE;
	p = emit_reload(emit_sign(p, x->trace, cold), RCX, T_SPILL2);
	put_leave(emit_reload(cold, RCX, T_SPILL2), exit, p);
	return p;
}

bool spend_has_looked(u32 exit)
{
	const struct trace *tr = &cache.traces[cache.exits[exit].trace];

	return tr->count_exit == exit && tr->look != NO_LOOK;
}

u8 *spend_emit_look_jump(u8 *p, u32 exit)
{
	const struct exit *x = &cache.exits[exit];

	if (!spend_looks(x) || spend_has_looked(exit))
		return p;
	p = emit_sign(p, x->trace, cache.tramp_miss);
	return emit_reload(p, RCX, T_TARGET);
}

/* lea rsp, [rsp+pops]; leaves for the engine, which goes on at T_TARGET. */
static void put_return(u8 *p, u32 pops)
{
	BYTES(0x48, 0x8d, 0xa4, 0x24);
	WORD(pops);
	emit_jmp(p, cache.tramp_miss);
}

u8 *spend_emit_look_return(u8 *p, u32 exit, u32 pops)
{
	const struct exit *x = &cache.exits[exit];
	u8 *cold;

	if (!spend_looks(x) || spend_has_looked(exit))
		return p;
	cold = cache.cold -= RETURN_SIZE;
	put_return(cold, pops);
	return emit_reload(emit_sign(p, x->trace, cold), RCX, T_TARGET);
}

u16 spend_most(void)
{
	u32 sum = 0;

	for (unsigned i = 0; i < sel.n; i++)
		sum += due_most(sel.s[i].cls);
	return (u16)sum;
}

u8 *spend_put_near(u8 *p)
{
	cache.tramp_near_rcx = p;
	p = emit_reload(p, RCX, T_SPILL0);
	cache.tramp_near = p;
	return emit_leave(p, EXIT_SAMPLE);
}

/* Leaves for the engine, which goes on with the trace of that number. */
static void emit_near(u8 *p, u32 trace, const u8 *to)
{
	emit_jmp(emit_store(p, T_TARGET, trace), to);
}

u8 *spend_emit_check(u8 *p, const struct step *s, const struct trace *tr)
{
	u32 number = (u32)(tr - cache.traces), sign = cell(number) + SIGN;
	u8 *cold = cache.cold -= COLD_SIZE;

	if (!s->live) {
		BYTES(0x65, 0x80, 0x3c, 0x25); /* cmp byte gs:[sign], 0 */
		WORD(sign);
		*p++ = 0;
		p = emit_jne(p, cold);
		emit_near(cold, number, cache.tramp_near);
		return p;
	}
	p = emit_spill(p, RCX, T_SPILL0);
	BYTES(0x65, 0x0f, 0xb6, 0x0c, 0x25); /* movzx ecx, byte gs:[sign] */
	WORD(sign);
	BYTES(0xe3, 5); /* jrcxz over */
	p = emit_jmp(p, cold);
	emit_near(cold, number, cache.tramp_near_rcx);
	return emit_reload(p, RCX, T_SPILL0);
}
