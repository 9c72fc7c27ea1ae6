// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See place.h. The trace's records tell where the code of each instruction begins, and which
 * registers of the program are in spill slots inside of it.
 */
#include "emu/signal/place.h"

#include "emu/base/mutex.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/path.h"
#include "emu/code/scratch.h"
#include "emu/code/trace.h"
#include "emu/model/outcomes.h"
#include "emu/signal/abi.h"
#include "emu/signal/context.h"
#include "emu/signal/trap.h"

bool place_find(u64 rip, struct place *p)
{
	const struct trace *tr;
	u32 i, off;

	tr = cache_at(rip);
	if (!tr)
		return false;
	off = (u32)(rip - (u64)trace_body(tr));
	/* Of several records at one address, the last: those before it have no code of their own.
	 *  */
	for (i = tr->n_irec; i-- > 1;)
		if (cache.irecs[tr->irec + i].off <= off)
			break;
	if (i == ~0u)
		i = 0;
	p->trace = tr;
	p->insn = i;
	p->clean = cache.irecs[tr->irec + i].off == off;
	return true;
}

bool place_is_clean(u64 rip, struct place *p)
{
	return place_find(rip, p) && p->clean;
}

/* Are these the bytes of an x87 instruction, behind its prefixes? */
static bool is_x87(const u8 *p)
{
	while (*p == 0x66 || *p == 0x67 || (*p & 0xf0) == 0x40 || *p == 0x64 || *p == 0x65)
		p++;
	return (*p & 0xf8) == 0xd8;
}

u64 place_of_x87(const struct thread *t, u64 at)
{
	/* A thread that the cache is not emptied under may hold up the one that has the lock. */
	bool locks = t->state != THREAD_CACHE;
	struct place p;
	u64 pc = 0;

	if (!cache_has(at))
		return 0;
	if (locks)
		mutex_lock(&cache_lock);
	if (place_find(at, &p) && is_x87((const u8 *)at))
		pc = cache_pc(p.trace, p.insn);
	if (locks)
		mutex_unlock(&cache_lock);
	return pc;
}

static void load_spilled(struct thread *t, u8 spill)
{
	if (spill == SP_RCX || spill == SP_RCX_RDX) {
		t->cpu.r[RCX] = t->spill[0];
		if (spill == SP_RCX_RDX)
			t->cpu.r[RDX] = t->spill[1];
	} else if (spill & SP_ONE) {
		t->cpu.r[spill & 15] = t->spill[2];
	} else if (spill & SP_PAIR) {
		t->cpu.r[spill & 15] = t->spill[2];
		t->cpu.r[(spill & 15) + 1] = t->spill[3];
	}
}

/* The scratch registers of checks that are out. */
static void load_scratch(struct thread *t, const struct irec *r, u8 out)
{
	const u64 slots[] = { t->model.rcx, t->model.rdx, t->model.third };

	for (unsigned i = 0; i < 3; i++)
		if (out >> i & 1)
			t->cpu.r[scratch_name(r->names, i)] = slots[i];
}

void place_take(struct thread *t, const u64 *mc, const struct place *p)
{
	const struct trace *tr = p->trace;
	const struct irec *r = &cache.irecs[tr->irec + p->insn];

	model_outcomes(t); /* the signal may end the process */
	context_load_registers(mc, &t->cpu);
	t->cpu.rflags = mc[MC_FLAGS];
	t->cpu.rip = trace_pc(tr) + (u64)(s64)r->dpc;
	if (!p->clean)
		load_spilled(t, r->spill);
	load_scratch(t, r, p->clean ? r->out : r->out >> 4);
	trap_undo(t);
	path_begun(t, tr, p->insn);
	/* The trace has already counted one of its exits, which it does not reach. */
	if (__atomic_load_n(&tr->count_exit, __ATOMIC_ACQUIRE) != EXIT_NONE &&
	    (p->insn > tr->count_at || (p->insn == tr->count_at && !p->clean)))
		path_sub(t, &cache.exits[tr->count_exit]);
}
