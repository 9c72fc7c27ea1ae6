// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What the filters of a thread did not let pass. It is called from slow.S, in the midst of
 * translated code: no lock of the engine, no system call but one, no fault but those of copies from
 * the program.
 */
#include "emu/model/access.h"

#include "core/machine/access.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/model/counted.h"
#include "emu/model/model.h"
#include "emu/model/outcomes.h"
#include "emu/model/slow.h"

#include <asm/prctl.h>

/* Places in model.saved. */
enum { SAVED_RAX, SAVED_RCX, SAVED_RDX, SAVED_RSI, SAVED_RDI };

#define FLAG_DF 0x400u
#define FLAG_ZF 0x040u

static u64 fs_base(struct thread *t)
{
	if (engine.fsgsbase || t->model.fs & MODEL_FS_UNKNOWN)
		sys2(__NR_arch_prctl, ARCH_GET_FS, &t->model.fs);
	return t->model.fs;
}

/* ---- Repeated string instructions ---- */

struct string {
	struct machine_state *s;
	unsigned op, size;
	u64 from, to; /* the next elements */
	u64 left, step, mask;
	u64 base; /* is added to `from` */
	u64 value;
	u64 ip;
	bool repne;
};

static void begin(struct string *g, struct thread *t)
{
	const u64 *saved = t->model.saved;
	u32 what = t->model.what;
	bool down = model_flags(t) & FLAG_DF;

	g->s = model_state(t);
	g->op = what & MODEL_STRING_OP;
	g->size = 1u << (what >> MODEL_STRING_SIZE & 3);
	g->mask = what & MODEL_STRING_ADDR32 ? 0xffffffffu : ~0ull;
	g->from = saved[SAVED_RSI];
	g->to = saved[SAVED_RDI];
	g->left = saved[SAVED_RCX] & g->mask;
	g->step = down ? 0 - (u64)g->size : g->size;
	g->base = what & MODEL_STRING_FS ? fs_base(t) : what & MODEL_STRING_GS ? t->gsbase : 0;
	g->value = saved[SAVED_RAX];
	g->repne = what & MODEL_STRING_REPNE;
	g->ip = t->model.ip;
}

static u64 source(const struct string *g)
{
	return g->base + (g->from & g->mask);
}

static u64 destination(const struct string *g)
{
	return g->to & g->mask;
}

static void next(struct string *g, u64 n)
{
	g->from += n * g->step;
	g->to += n * g->step;
	g->left -= n;
}

/* How many elements from this address on, it included, lie in its line. */
static u64 in_line(const struct string *g, u64 address)
{
	u64 line = 1ull << g->s->load_bits, at = address & (line - 1);

	if (at + g->size > line)
		return 1;
	return g->step == g->size ? (line - at) / g->size : at / g->size + 1;
}

static bool reads(const struct string *g)
{
	return g->op != MODEL_STOS && g->op != MODEL_SCAS;
}

/* The element at `to` is accessed, and how. */
static bool writes(const struct string *g)
{
	return g->op == MODEL_MOVS || g->op == MODEL_STOS;
}

static bool looks(const struct string *g)
{
	return g->op == MODEL_CMPS || g->op == MODEL_SCAS;
}

static bool passes(const struct string *g, u64 address, bool store)
{
	const struct machine_state *s = g->s;
	const struct filter *f = store && !s->stores_like_loads ? &s->stores : &s->loads;

	return filter_has(f, address >> s->load_bits);
}

/* Do all further elements in these lines change nothing? */
static bool settled(const struct string *g)
{
	return (!reads(g) || passes(g, source(g), false)) &&
	       (g->op == MODEL_LODS || passes(g, destination(g), writes(g)));
}

static void one(struct string *g)
{
	if (g->op == MODEL_CMPS) { /* as the processor does: the source is read first */
		pmc_machine_read(g->s, source(g), g->size, g->ip);
		pmc_machine_read(g->s, destination(g), g->size, g->ip);
		return;
	}
	if (reads(g))
		pmc_machine_read(g->s, source(g), g->size, g->ip);
	if (writes(g))
		pmc_machine_write(g->s, destination(g), g->size, g->ip);
	else if (g->op == MODEL_SCAS)
		pmc_machine_read(g->s, destination(g), g->size, g->ip);
}

/* Compares the elements as the instruction will. True: it is the last one, or the program cannot
 * read it. */
static bool is_last(const struct string *g)
{
	u64 a = g->value, b = 0, low = g->size == 8 ? ~0ull : (1ull << 8 * g->size) - 1;

	if (g->op == MODEL_CMPS && copy_from_user(&a, source(g), g->size))
		return true;
	if (copy_from_user(&b, destination(g), g->size))
		return true;
	return ((a & low) == (b & low)) == g->repne;
}

/* Those up to the end of a line, at once: after the first one they change nothing. */
static u64 together(const struct string *g)
{
	u64 n = g->left;
	u64 a = reads(g) ? in_line(g, source(g)) : n;
	u64 b = g->op != MODEL_LODS ? in_line(g, destination(g)) : n;

	n = a < n ? a : n;
	return b < n ? b : n;
}

static void string_access(struct thread *t)
{
	struct string g = { 0 };

	for (begin(&g, t); g.left;) {
		u64 n = 1;

		one(&g);
		if (looks(&g) && is_last(&g))
			return;
		if (!looks(&g) && settled(&g))
			n = together(&g);
		next(&g, n);
	}
}

/* ---- Branches ---- */

/* Of LOOPcc and JrCXZ. */
static bool is_taken(const struct thread *t, u32 what)
{
	u64 mask = what & MODEL_BRANCH_ADDR32 ? 0xffffffffu : ~0ull;
	u64 rcx = t->model.saved[SAVED_RCX];
	bool zf = model_flags(t) & FLAG_ZF, left = (rcx - 1) & mask;

	switch (what & MODEL_BRANCH_OP) {
	case MODEL_LOOPNE:
		return left && !zf;
	case MODEL_LOOPE:
		return left && zf;
	case MODEL_LOOP:
		return left;
	default:
		return !(rcx & mask);
	}
}

/* ---- All ---- */

static void tell(struct thread *t)
{
	struct machine_state *s = model_state(t);
	u64 address = t->model.address, fs = t->model.fs;
	u32 what = t->model.what, size = what & 0xffff;

	if (what & MODEL_FS)
		address += fs_base(t) - fs;
	if (what & MODEL_BIT) /* whole operands, downwards for negative offsets */
		address += (u64)((s64)t->model.bit >> (3 + __builtin_ctz(size))) * size;
	switch (what & MODEL_KIND) {
	case MODEL_READ:
		pmc_machine_read(s, address, size, t->model.ip);
		break;
	case MODEL_WRITE:
		pmc_machine_write(s, address, size, t->model.ip);
		break;
	case MODEL_MODIFY:
		pmc_machine_modify(s, address, size, t->model.ip);
		break;
	case MODEL_FETCH:
		pmc_machine_fetch(s, address, size);
		break;
	case MODEL_BRANCH:
		model_conditional(s, t->model.ip, is_taken(t, what));
		break;
	default:
		string_access(t);
	}
}

/* ---- For a profile ---- */

/* The instruction that the access is of. */
static u64 instruction(const struct thread *t)
{
	return (t->model.what & MODEL_KIND) == MODEL_FETCH ? t->model.address : t->model.ip;
}

static void access(struct thread *t)
{
	u32 what = t->model.what;
	struct counted counted;

	if ((what & MODEL_KIND) == MODEL_BRANCH)
		model_outcomes(t); /* those before this one */
	if (what == (MODEL_BRANCH | MODEL_OUTCOMES))
		return;
	if (!model_facts.n_told || !t->burst.weight) {
		tell(t);
		return;
	}
	counted_begin(t, &counted);
	tell(t);
	counted_end(t, &counted, instruction(t));
}

void model_access(struct thread *t)
{
	access(t);
	model_state(t)->now += MODEL_TIMES;
}

void model_data(struct thread *t)
{
	struct machine_state *s = model_state(t);
	u32 what = t->model.what, size = what & 0xffff;

	if (model_facts.n_told)
		access(t);
	else
		pmc_machine_data(s, t->model.address, size,
				 what & MODEL_WRITE ? ACCESS_WRITE : ACCESS_READ,
				 what & (MODEL_WRITE | MODEL_MODIFY), t->model.ip);
	s->now += MODEL_TIMES;
}

void model_fetch(struct thread *t)
{
	struct machine_state *s = model_state(t);

	if (model_facts.n_told)
		access(t);
	else
		pmc_machine_fetch(s, t->model.address, t->model.what & 0xffff);
	s->now += MODEL_TIMES;
}
