/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory accesses of instructions: order, place and displacement, which no other decoder tells
 * (number, direction and size of all encodings: tests/diff/zydis_test.c).
 *
 * links: emu/decode/?*.c emu/decode/tables/?*.c
 */
#include <string.h>
#include "emu/decode/access.h"
#include "emu/decode/decode.h"
#include "tests/tap.h"

/* clang-format off */
#define R(at, disp, size) { ACCESS_READS, at, 0, disp, size, 1 }
#define W(at, disp, size) { ACCESS_WRITES, at, 0, disp, size, 1 }
#define M(at, disp, size) { ACCESS_MODIFIES, at, 0, disp, size, 1 }

/* A size ends the list; accesses of unknown size are not among these. */
static const struct {
	const char *what;
	uint8_t bytes[15];
	struct insn_access a[6];
} rows[] = {
	{ "push rax", { 0x50 }, { W(AT_STACK, -8, 8) } },
	{ "push ax", { 0x66, 0x50 }, { W(AT_STACK, -2, 2) } },
	{ "push [rsp+8]", { 0xff, 0x74, 0x24, 8 }, { R(AT_OPERAND, 0, 8), W(AT_STACK, -8, 8) } },
	{ "pop rax", { 0x58 }, { R(AT_STACK, 0, 8) } },
	{ "pop [rax]", { 0x8f, 0x00 }, { R(AT_STACK, 0, 8), W(AT_OPERAND, 0, 8) } },
	{ "pop [rsp+8]", { 0x8f, 0x44, 0x24, 8 }, { R(AT_STACK, 0, 8), W(AT_OPERAND, 8, 8) } },
	{ "pop [r12+8]", { 0x41, 0x8f, 0x44, 0x24, 8 },
	  { R(AT_STACK, 0, 8), W(AT_OPERAND, 0, 8) } },
	{ "pop word [rsp]", { 0x66, 0x8f, 0x04, 0x24 },
	  { R(AT_STACK, 0, 2), W(AT_OPERAND, 2, 2) } },
	{ "call [rsp]", { 0xff, 0x14, 0x24 }, { R(AT_OPERAND, 0, 8), W(AT_STACK, -8, 8) } },
	{ "call", { 0xe8 }, { W(AT_STACK, -8, 8) } },
	{ "ret 8", { 0xc2, 8 }, { R(AT_STACK, 0, 8) } },
	{ "jmp [rax]", { 0xff, 0x20 }, { R(AT_OPERAND, 0, 8) } },
	{ "leave", { 0xc9 }, { R(AT_FRAME, 0, 8) } },
	{ "enter 16, 0", { 0xc8, 16 }, { W(AT_STACK, -8, 8) } },
	{ "enter 16, 1", { 0xc8, 16, 0, 1 }, { W(AT_STACK, -8, 8), W(AT_STACK, -16, 8) } },
	{ "enter 16, 3", { 0xc8, 16, 0, 3 },
	  { W(AT_STACK, -8, 8), R(AT_FRAME, -8, 8), W(AT_STACK, -16, 8), R(AT_FRAME, -16, 8),
	    W(AT_STACK, -24, 8), W(AT_STACK, -32, 8) } },
	{ "movsq", { 0x48, 0xa5 }, { R(AT_RSI, 0, 8), W(AT_RDI, 0, 8) } },
	{ "cmpsw", { 0x66, 0xa7 }, { R(AT_RSI, 0, 2), R(AT_RDI, 0, 2) } },
	{ "rep stosb", { 0xf3, 0xaa }, { W(AT_RDI, 0, 1) } },
	{ "xlat", { 0xd7 }, { R(AT_XLAT, 0, 1) } },
	{ "maskmovdqu", { 0x66, 0x0f, 0xf7, 0xc1 }, { W(AT_RDI, 0, 16) } },
	{ "lock cmpxchg16b [rax]", { 0xf0, 0x48, 0x0f, 0xc7, 0x08 }, { M(AT_OPERAND, 0, 16) } },
	{ "bts [rax], ecx", { 0x0f, 0xab, 0x08 }, { M(AT_BIT, 0, 4) } },
	{ "bt qword [rax], 7", { 0x48, 0x0f, 0xba, 0x20, 7 }, { R(AT_OPERAND, 0, 8) } },
	{ "mov al, moffs", { 0xa0 }, { R(AT_OPERAND, 0, 1) } },
	{ "lea", { 0x48, 0x8d, 0x00 }, { { 0 } } },
	{ "prefetcht0", { 0x0f, 0x18, 0x08 }, { { 0 } } },
	{ "clflush", { 0x0f, 0xae, 0x38 }, { { 0 } } },
	{ "movdir64b rcx, [rax]", { 0x66, 0x0f, 0x38, 0xf8, 0x08 },
	  { R(AT_OPERAND, 0, 64), W(AT_REG, 0, 64) } },
	/* four elements: a YMM of doubles, though the indices fill an XMM only */
	{ "vgatherdpd ymm1, [rax+xmm2*8], ymm3", { 0xc4, 0xe2, 0xe5, 0x92, 0x0c, 0xd0 },
	  { R(AT_GATHER, 4, 8) } },
	{ "vgatherqps xmm1, [rax+ymm2*8], xmm3", { 0xc4, 0xe2, 0x65, 0x93, 0x0c, 0xd0 },
	  { R(AT_GATHER, 4, 4) } },
	{ "vpscatterdd [rax+zmm2*4]{k1}, zmm1", { 0x62, 0xf2, 0x7d, 0x49, 0xa0, 0x0c, 0x90 },
	  { W(AT_GATHER, 16, 4) } },
	{ "vaddps zmm1, zmm2, [rax]{1to16}", { 0x62, 0xf1, 0x6c, 0x58, 0x58, 0x08 },
	  { R(AT_OPERAND, 0, 4) } },
};
/* clang-format on */

static void accesses_of(unsigned i)
{
	struct insn_access a[INSN_ACCESSES];
	struct insn in;
	unsigned n, want = 0;
	bool same;

	if (insn_decode(rows[i].bytes, sizeof(rows[i].bytes), &in) < 0 || in.kind == K_INVALID) {
		ok(false, "%s decodes", rows[i].what);
		return;
	}
	n = insn_accesses(rows[i].bytes, &in, a);
	while (want < 6 && rows[i].a[want].size)
		want++;
	same = n == want;
	for (unsigned k = 0; same && k < n; k++)
		same = a[k].how == rows[i].a[k].how && a[k].at == rows[i].a[k].at &&
		       a[k].disp == rows[i].a[k].disp && a[k].size == rows[i].a[k].size;
	ok(same, "%s: %u accesses, the first how %u at %u%+d size %u", rows[i].what, n, a[0].how,
	   a[0].at, a[0].disp, a[0].size);
}

/* The deepest ENTER fills the array to its end. */
static void deepest_enter(void)
{
	static const uint8_t bytes[15] = { 0xc8, 0, 0, 31 };
	struct insn_access a[INSN_ACCESSES + 1];
	struct insn in;
	unsigned n;

	memset(a, 0xee, sizeof(a));
	insn_decode(bytes, sizeof(bytes), &in);
	n = insn_accesses(bytes, &in, a);
	ok(n == INSN_ACCESSES && a[INSN_ACCESSES].how == 0xee && a[n - 1].disp == -32 * 8,
	   "enter 0, 31: %u accesses, %d wanted", n, INSN_ACCESSES);
}

/* A segment override moves the operand and the source of a string, not its destination, and not the
 * stack. */
static void segments(void)
{
	static const uint8_t movs[15] = { 0x64, 0xa4 }, push[15] = { 0x64, 0xff, 0x30 };
	static const uint8_t mask[15] = { 0x64, 0x66, 0x0f, 0xf7, 0xc1 };
	struct insn_access a[INSN_ACCESSES];
	struct insn in;

	insn_decode(movs, sizeof(movs), &in);
	ok(insn_accesses(movs, &in, a) == 2 && a[0].segment && !a[1].segment, "fs movsb");
	insn_decode(push, sizeof(push), &in);
	ok(insn_accesses(push, &in, a) == 2 && a[0].segment && !a[1].segment, "push fs:[rax]");
	insn_decode(mask, sizeof(mask), &in);
	ok(insn_accesses(mask, &in, a) == 1 && a[0].segment, "fs maskmovdqu");
}

int main(void)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		accesses_of(i);
	deepest_enter();
	segments();
	return done();
}
