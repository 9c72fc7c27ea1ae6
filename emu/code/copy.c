// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See copy.h. */
#include "emu/code/copy.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"
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

u8 *copy_code(u8 *to, const struct trace *tr)
{
	const u8 *code = trace_body(tr);
	u64 size = tr->end - tr->body;
	s32 nearer = (s32)(code - to);
	struct relative r = { 0 };

	memcpy(to, code, size);
	while (r.end < size && next(&r, code, size)) {
		s32 n;

		if (!r.field || is_within(&r, code, size))
			continue;
		n = (s32)number(&r, code) + nearer;
		memcpy(to + r.field, &n, sizeof(n));
	}
	return to + size;
}

u8 *copy_pad(u8 *p, u64 n)
{
	static const u8 nops[9][9] = {
		{ 0x90 },
		{ 0x66, 0x90 },
		{ 0x0f, 0x1f, 0x00 },
		{ 0x0f, 0x1f, 0x40, 0x00 },
		{ 0x0f, 0x1f, 0x44, 0x00, 0x00 },
		{ 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00 },
		{ 0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00 },
		{ 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00 },
		{ 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00 },
	};

	while (n) {
		u64 k = n < ARRAY_SIZE(nops) ? n : ARRAY_SIZE(nops);

		memcpy(p, nops[k - 1], k);
		p += k;
		n -= k;
	}
	return p;
}
