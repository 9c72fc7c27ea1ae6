/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The instruction decoder under libFuzzer. An input is the bytes of an instruction, and what
 * follows.
 *
 * Rules: every copy that the decoder sees is exactly as long as it is told, so that
 * AddressSanitizer catches a read past its end. What is checked is what decode.h promises whatever
 * the bytes are.
 *
 * links: emu/decode/?*.c emu/decode/tables/?*.c
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emu/decode/decode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(cond)                                                                      \
	do {                                                                            \
		if (!(cond)) {                                                          \
			fprintf(stderr, "decode_fuzz: line %d: %s\n", __LINE__, #cond); \
			abort();                                                        \
		}                                                                       \
	} while (0)

/* Decode from a copy of n bytes of its own. */
static int decode_copy(const uint8_t *data, unsigned n, struct insn *in)
{
	uint8_t *copy = malloc(n ? n : 1);
	int len;

	MUST(copy);
	memcpy(copy, data, n);
	memset(in, 0, sizeof(*in));
	len = insn_decode(copy, n, in);
	free(copy);
	return len;
}

static void must_be_equal(const struct insn *a, const struct insn *b)
{
	MUST(a->len == b->len && a->kind == b->kind);
	if (a->kind == K_INVALID)
		return;
	MUST(a->map == b->map && a->op == b->op);
	MUST(a->flags == b->flags && a->rex == b->rex && a->modrm == b->modrm && a->sib == b->sib);
	MUST(a->n_prefix == b->n_prefix && a->op_off == b->op_off && a->modrm_off == b->modrm_off);
	MUST(a->disp_off == b->disp_off && a->disp_size == b->disp_size);
	MUST(a->imm_off == b->imm_off && a->imm_size == b->imm_size && a->imm == b->imm);
	MUST(a->cc == b->cc && a->fl_read == b->fl_read && a->fl_write == b->fl_write &&
	     a->regs == b->regs);
}

static void must_be_inside(const struct insn *in)
{
	unsigned len = in->len;

	MUST(in->n_prefix <= in->op_off && in->op_off < len);
	MUST(in->modrm_off < len && !in->modrm_off == !(in->flags & I_MODRM));
	MUST(in->disp_off + in->disp_size <= len && in->imm_off + in->imm_size <= len);
	MUST(!in->disp_off == !in->disp_size && !in->imm_off == !in->imm_size);
	MUST(!in->modrm_off || in->modrm_off > in->op_off);
	MUST(!in->disp_size || in->disp_off > (in->modrm_off ? in->modrm_off : in->op_off));
	MUST(!in->imm_size || in->imm_off >= in->disp_off + in->disp_size);
	MUST(!(in->flags & I_RIPREL) || ((in->flags & I_MEM) && in->disp_size == 4));
	MUST(!(in->flags & I_MEM) || (in->flags & I_MODRM));
	MUST(!((in->fl_read | in->fl_write) & ~FL_ALL));
	MUST(in->cc < 16 && !(in->regs >> 16) && in->map <= MAP_XOPA);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned n = size > 64 ? 64 : (unsigned)size, i;
	uint8_t more[80];
	struct insn in, again;
	int len = decode_copy(data, n, &in);

	if (len < 0) {
		MUST(len == -1 && n < 15);
		/* Still so when even less is there. */
		for (i = 0; i < n; i++)
			MUST(decode_copy(data, i, &again) == -1);
		return 0;
	}
	MUST(len >= 1 && len <= 15 && len <= (int)n && len == in.len);
	MUST(in.kind <= K_INVALID);
	if (in.kind != K_INVALID)
		must_be_inside(&in);
	for (i = 0; i < (unsigned)len; i++)
		MUST(decode_copy(data, i, &again) == -1);
	MUST(decode_copy(data, (unsigned)len, &again) == len);
	must_be_equal(&in, &again);
	/* Nothing behind the instruction matters. */
	memcpy(more, data, (unsigned)len);
	for (i = 0; i < 2; i++) {
		memset(more + len, i ? 0xff : 0, sizeof(more) - (unsigned)len);
		MUST(decode_copy(more, sizeof(more), &again) == len);
		must_be_equal(&in, &again);
	}
	return 0;
}
