// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The decoder: prefixes, and then the decoder of legacy or of vector instructions.
 *
 * One pass, no state. It works on at least INSN_READABLE bytes (14 prefixes, EVEX with its opcode
 * 5, ModRM, SIB, displacement 4, and 8 for any immediate), so that no step has to ask whether
 * another byte is there; the length is compared afterwards. That is sound because what is decoded
 * depends on no byte past the length that comes out. SDM volume 2, chapter 2 (instruction format).
 */
#include "emu/decode/decode.h"
#include "emu/decode/fields.h"
#include "emu/decode/legacy.h"
#include "emu/decode/vector.h"

/* clang-format off */
/* What a leading byte is; 0, LEAD_OPCODE, stands for an opcode of the one-byte map. */
enum lead {
	LEAD_OPCODE, LEAD_REX, LEAD_SEG, LEAD_FS, LEAD_GS, LEAD_66, LEAD_67, LEAD_LOCK, LEAD_F2,
	LEAD_F3, LEAD_0F, LEAD_VEX2, LEAD_VEX3, LEAD_EVEX, LEAD_8F,
};

static const uint8_t lead_byte[256] = {
	[0x0f] = LEAD_0F,
	[0x26] = LEAD_SEG, [0x2e] = LEAD_SEG, [0x36] = LEAD_SEG, [0x3e] = LEAD_SEG,
	[0x40] = LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX,
	LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX, LEAD_REX,
	[0x62] = LEAD_EVEX, [0x64] = LEAD_FS, [0x65] = LEAD_GS, [0x66] = LEAD_66, [0x67] = LEAD_67,
	[0x8f] = LEAD_8F, [0xc4] = LEAD_VEX3, [0xc5] = LEAD_VEX2,
	[0xf0] = LEAD_LOCK, [0xf2] = LEAD_F2, [0xf3] = LEAD_F3,
};
/* clang-format on */

/* Decodes what follows the legacy prefixes: an instruction whose REX is known, at p[n]. */
static unsigned decode_opcode(const uint8_t *p, unsigned n, enum lead lead, uint8_t rex,
			      const struct prefixes *px, struct insn *in)
{
	in->flags = px->addr32 ? I_ADDR32 : 0;
	in->n_prefix = (uint8_t)(rex ? n - 1 : n);
	in->op_off = in->n_prefix;
	if (lead == LEAD_8F && (p[n + 1] & 31) < XOP_MAP_MIN)
		lead = LEAD_OPCODE; /* POP */
	if (lead == LEAD_OPCODE || lead == LEAD_0F) {
		in->rex = rex;
		return decode_legacy(p, n, px, in);
	}
	/* These prefixes before VEX raise #UD (SDM volume 2, 2.3.2-2.3.4). */
	if (rex || px->rep || px->opsize || px->lock)
		return invalid(in, n + 2);
	if (lead == LEAD_VEX2)
		return decode_vex2(p, n, px, in);
	if (lead == LEAD_EVEX)
		return decode_evex(p, n, px, in);
	if (lead == LEAD_8F)
		return decode_xop(p, n, px, in);
	return decode_vex3(p, n, px, in);
}

/* Decodes from at least INSN_READABLE bytes. */
static unsigned decode(const uint8_t *p, struct insn *in)
{
	struct prefixes px = { 0 };
	unsigned n = 0;
	uint8_t rex = 0;

	*in = (struct insn){ 0 };
	for (;; n++) {
		enum lead lead = lead_byte[p[n]];

		if (n >= INSN_MAX)
			return invalid(in, n);
		switch (lead) {
		case LEAD_REX: /* counts only right before the opcode */
			rex = p[n];
			continue;
		case LEAD_SEG: /* ignored; an earlier FS or GS stays in force */
			break;
		case LEAD_FS:
			px.seg = SEG_FS;
			break;
		case LEAD_GS:
			px.seg = SEG_GS;
			break;
		case LEAD_66:
			px.opsize = 1;
			break;
		case LEAD_67:
			px.addr32 = 1;
			break;
		case LEAD_LOCK:
			px.lock = 1;
			break;
		case LEAD_F2:
			px.rep = PP_F2;
			break;
		case LEAD_F3:
			px.rep = PP_F3;
			break;
		default:
			return decode_opcode(p, n, lead, rex, &px, in);
		}
		rex = 0;
	}
}

int insn_decode_readable(const uint8_t *bytes, unsigned avail, struct insn *in)
{
	unsigned len = decode(bytes, in);

	return len <= avail ? (int)len : -1;
}

int insn_decode(const uint8_t *bytes, unsigned avail, struct insn *in)
{
	uint8_t copy[INSN_READABLE] = { 0 };

	if (avail >= INSN_READABLE)
		return insn_decode_readable(bytes, avail, in);
	for (unsigned i = 0; i < avail; i++)
		copy[i] = bytes[i];
	return insn_decode_readable(copy, avail, in);
}
