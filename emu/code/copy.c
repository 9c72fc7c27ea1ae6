// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See copy.h. */
#include "emu/code/copy.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"
#include "emu/code/emit.h"
#include "emu/code/nop.h"
#include "emu/decode/decode.h"

#define REL32_SIZE 4

/* An instruction of a trace's code, and what of it is relative to its end. */
struct relative {
	u32 at, end;	/* offsets in the code */
	u32 field;	/* of the relative number; 0: there is none */
	bool is_branch; /* else it is the address of an operand */
	bool is_short;	/* the number has one byte */
};

static bool is_relative(const struct insn *in)
{
	switch ((enum insn_kind)in->kind) {
	case K_JCC:
	case K_LOOP:
	case K_JRCXZ:
	case K_JMP:
	case K_CALL:
	case K_XBEGIN:
		return true;
	default:
		return false;
	}
}

/* Looks at the instruction at r->end. False: it is none. */
static bool next(struct relative *r, const u8 *code, u64 size)
{
	struct insn in;

	if (insn_decode(code + r->end, (unsigned)(size - r->end), &in) < 0 || in.kind == K_INVALID)
		return false;
	*r = (struct relative){ .at = r->end, .end = r->end + in.len };
	if (in.flags & I_RIPREL) {
		r->field = r->at + in.disp_off;
	} else if (is_relative(&in)) {
		r->field = r->at + in.imm_off;
		r->is_branch = true;
		r->is_short = in.imm_size != REL32_SIZE;
	}
	return true;
}

static s64 number(const struct relative *r, const u8 *code)
{
	s32 n;

	if (r->is_short)
		return (s8)code[r->field];
	memcpy(&n, code + r->field, sizeof(n));
	return n;
}

static bool is_within(const struct relative *r, const u8 *code, u64 size)
{
	s64 to = r->end + number(r, code);

	return r->is_branch && to >= 0 && to < (s64)size;
}

bool copy_can(const struct trace *tr)
{
	const s64 most = cache.end - cache.start;
	const u8 *code = trace_body(tr);
	u64 size = tr->end - tr->body;
	struct relative r = { 0 };

	while (r.end < size) {
		s64 n;

		if (!next(&r, code, size))
			return false;
		if (!r.field || is_within(&r, code, size))
			continue;
		n = number(&r, code);
		if (r.is_short || n + most != (s32)(n + most) || n - most != (s32)(n - most))
			return false;
	}
	return true;
}

/* ---- What is left out ---- */

#define OP_0F	 0x0f
#define OP_JCC	 0x80 /* the second byte of jcc rel32, less its condition */
#define JCC_SIZE 6

static bool is_long_jcc(const struct relative *r, const u8 *code)
{
	return r->end - r->at == JCC_SIZE && code[r->at] == OP_0F &&
	       (code[r->at + 1] & 0xf0) == OP_JCC;
}

/* The bytes of the NOP with which emit_align_rel32() may have begun. */
static u32 padding(const u8 *p)
{
	for (u32 n = 3; n; n--)
		if (nop_is(p, n))
			return n;
	return 0;
}

static bool is_among(u32 patch, const u32 *patches, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (patches[i] == patch)
			return true;
	return false;
}

/* What may be left out behind a branch that ends at r->end? */
static struct copy_cut cut_behind(const struct relative *r, const struct trace *tr,
				  const u32 *patches, u32 n)
{
	const u8 *code = trace_body(tr), *p = code + r->end;
	u32 size = padding(p) + JUMP_SIZE;
	struct copy_cut cut = { r->end, size, false };
	const u8 *jump = p + size - JUMP_SIZE;
	bool is_exit;
	s32 rel;

	if (r->end + size >= tr->end - tr->body)
		return (struct copy_cut){ 0 };
	memcpy(&rel, jump + 1, sizeof(rel));
	is_exit = is_among(tr->body + (u32)(jump + 1 - code), patches, n);
	if (!is_exit && (nop_is(jump, JUMP_SIZE) || (*jump == OP_JMP && !rel)))
		return cut;
	cut.turns = is_exit && *jump == OP_JMP && number(r, code) == size;
	return cut.turns ? cut : (struct copy_cut){ 0 };
}

void copy_plan(struct copy *c, const struct trace *tr, const u32 *patches, u32 n)
{
	const u8 *code = trace_body(tr);
	u64 size = tr->end - tr->body;
	struct relative r = { 0 };

	c->n_cuts = 0;
	while (r.end + JCC_SIZE < size && next(&r, code, size) && c->n_cuts < COPY_CUTS) {
		if (!is_long_jcc(&r, code))
			continue;
		c->cut[c->n_cuts] = cut_behind(&r, tr, patches, n);
		if (!c->cut[c->n_cuts].size)
			continue;
		r.end += c->cut[c->n_cuts++].size;
	}
}

u32 copy_place(const struct copy *c, u32 off)
{
	u32 less = 0;

	for (u32 i = 0; i < c->n_cuts && c->cut[i].at < off; i++) {
		u32 behind = off - c->cut[i].at;

		less += behind < c->cut[i].size ? behind : c->cut[i].size;
	}
	return off - less;
}

/* The cut that begins there, or NULL. */
static const struct copy_cut *cut_at(const struct copy *c, u32 off)
{
	for (u32 i = 0; i < c->n_cuts; i++)
		if (c->cut[i].at == off)
			return &c->cut[i];
	return NULL;
}

u32 copy_patch(const struct copy *c, u32 off)
{
	for (u32 i = 0; i < c->n_cuts; i++)
		if (c->cut[i].turns && c->cut[i].at + c->cut[i].size == off + REL32_SIZE)
			return copy_place(c, c->cut[i].at) - REL32_SIZE;
	return copy_place(c, off);
}

/* ---- The copy ---- */

/* Where does the jump lead, or the operand lie, seen from the code's beginning? */
static s64 goal_of(const struct relative *r, const u8 *code)
{
	return r->end + number(r, code);
}

/* Copies one instruction to `at`; to: the whole copy. */
static void copy_one(u8 *at, const struct relative *r, const struct trace *tr, const struct copy *c,
		     u8 *to)
{
	const struct copy_cut *cut = cut_at(c, r->end);
	const u8 *code = trace_body(tr), *goal;
	struct relative of = *r;
	s64 n;

	memcpy(at, code + r->at, r->end - r->at);
	if (!r->field)
		return;
	if (cut && cut->turns) {
		at[1] ^= 1;
		of.end = cut->at + cut->size;
		of.field = of.end - REL32_SIZE;
	}
	goal = code + goal_of(&of, code);
	if (is_within(&of, code, tr->end - tr->body))
		goal = to + copy_place(c, (u32)goal_of(&of, code));
	n = goal - (at + (r->end - r->at));
	memcpy(at + (r->field - r->at), &n, r->is_short ? 1 : REL32_SIZE);
}

u8 *copy_code(u8 *to, const struct trace *tr, const struct copy *c)
{
	const u8 *code = trace_body(tr);
	u32 size = tr->end - tr->body;
	struct relative r = { 0 };

	while (r.end < size && next(&r, code, size)) {
		const struct copy_cut *cut = cut_at(c, r.end);

		copy_one(to + copy_place(c, r.at), &r, tr, c, to);
		if (cut)
			r.end += cut->size;
	}
	return to + copy_place(c, size);
}
