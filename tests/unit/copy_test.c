/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/code/copy.c: a copy of a trace's code does what the code does, and what cannot be copied is
 * known. The copies are executed.
 *
 * links: emu/code/copy.c emu/code/nop.c emu/decode/?*.c emu/decode/tables/?*.c
 */
#include "emu/code/cache.h"
#include "emu/code/copy.h"
#include "emu/code/nop.h"
#include "emu/decode/decode.h"
#include "tests/tap.h"

#include <string.h>
#include <sys/mman.h>

#define SIZE 16384
#define BODY 1024 /* offsets: of the code, … */
#define FAR  4096 /* … of what it jumps to, … */
#define DATA 4200 /* … and of what it reads */

struct cache cache;

static struct trace trace_of(const u8 *code, u64 size)
{
	memcpy(cache.start + BODY, code, size);
	return (struct trace){ .body = BODY, .end = (u32)(BODY + size) };
}

/* The rel32 of an instruction of the trace that ends `end` bytes behind its beginning. */
static void lead(u8 *code, unsigned end, s32 to)
{
	s32 rel = to - (s32)(BODY + end);

	memcpy(code + end - 4, &rel, sizeof(rel));
}

static u64 run(const u8 *at, u64 argument)
{
	u64 (*code)(u64);

	memcpy(&code, &at, sizeof(code));
	return code(argument);
}

/* Does code that may be copied do the same wherever it lies? The copy has `less` bytes less.
 * patch: where in the code an exit has its rel32, and where in the copy; 0: there is none. */
static void copies_less(const char *what, const u8 *code, u64 size, u64 less, const u32 patch[2])
{
	static const unsigned places[] = { 0, 1, 63, 700, 5000, 12345 };
	struct trace tr = trace_of(code, size);
	u32 patches[] = { 0, BODY + patch[0] };
	struct copy c;

	ok(copy_can(&tr), "%s: it can be copied", what);
	copy_plan(&c, &tr, patches, 2);
	ok(copy_patch(&c, patch[0]) == patch[1] && copy_place(&c, (u32)size) == size - less,
	   "%s: it is known where the rest will be", what);
	for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		u8 *to = cache.start + places[i];

		ok(copy_code(to, &tr, &c) == to + size - less &&
			   run(to, 0) == run(cache.start + BODY, 0) &&
			   run(to, 1) == run(cache.start + BODY, 1),
		   "%s: the copy at %u does the same", what, places[i]);
	}
}

static void copies(const char *what, const u8 *code, u64 size)
{
	static const u32 none[2];

	copies_less(what, code, size, 0, none);
}

static void refuses(const char *what, const u8 *code, u64 size)
{
	struct trace tr = trace_of(code, size);

	ok(!copy_can(&tr), "%s: it cannot be copied", what);
}

static void can(void)
{
	u8 reads[] = { 0x48, 0x8b, 0x05, 0, 0, 0, 0, 0xc3 }; /* mov rax, [rip+n]; ret */
	u8 compares[] = { 0x83, 0x3d, 0,    0,	  0,
			  0,	5,    0x0f, 0x94, 0xc0, /* cmp [rip+n], 5; sete al */
			  0x0f, 0xb6, 0xc0, 0xc3 };
	u8 leaves[] = { 0x48, 0x89, 0xf8, 0xe9, 0, 0, 0, 0 }; /* mov rax, rdi; jmp far */
	u8 branches[] = { 0x48, 0x89, 0xf8, 0x48, 0x85, 0xc0, /* … test rax, rax; jne far; ret */
			  0x0f, 0x85, 0,    0,	  0,	0,    0xc3 };
	/* mov ecx, edi; xor eax, eax; jrcxz 2; mov al, 3; call 1; jmp 1; hlt; pop rcx; … */
	const u8 within[] = { 0x89, 0xf9, 0x31, 0xc0, 0xe3, 2, 0xb0, 3, 0xe8, 1,    0, 0,   0,
			      0xf4, 0x59, 0x0f, 0x8e, 1,    0, 0,    0, 0xc3, 0xeb, 0, 0xc3 };

	lead(reads, 7, DATA);
	copies("an operand relative to RIP", reads, sizeof(reads));
	lead(compares, 6, DATA - 1); /* an immediate follows */
	copies("… and behind it a number", compares, sizeof(compares));
	lead(leaves, 8, FAR);
	copies("a jump that leaves", leaves, sizeof(leaves));
	lead(branches, 12, FAR);
	copies("a branch that leaves", branches, sizeof(branches));
	copies("jumps and calls within", within, sizeof(within));
}

/* Traces that have grown beside other threads. mov rax, rdi; mov ecx, edi; test rax, rax; jne, and
 * behind it a jump, the rest, and what a short jump leaps over the branch for. */
#define FIRST  8
#define BRANCH (FIRST + 6)
static u64 grown(u8 *code, s32 branch, const u8 *jump, unsigned n)
{
	const u8 first[] = { 0x48, 0x89, 0xf8, 0x89, 0xf9, 0x48, 0x85, 0xc0, 0x0f, 0x85 };
	const u8 rest[] = { 0x48, 0x8d, 0x40, 0x07, 0xe3, 1, 0xc3, 0xc3 }; /* lea …; jrcxz; ret */

	memcpy(code, first, sizeof(first));
	lead(code, BRANCH, branch);
	memcpy(code + BRANCH, jump, n);
	memcpy(code + BRANCH + n, rest, sizeof(rest));
	return BRANCH + n + sizeof(rest);
}

static void cuts(void)
{
	const u8 next[] = { 0x0f, 0x1f, 0x44, 0, 0 };
	const u8 zero[] = { 0xe9, 0, 0, 0, 0 };
	const u8 padded[] = { 0x0f, 0x1f, 0, 0x0f, 0x1f, 0x44, 0, 0 };
	const u8 other[] = { 0x0f, 0x1f, 0x44, 0, 1 };
	u8 leaves[] = { 0x66, 0x90, 0xe9, 0, 0, 0, 0 };
	const u32 branch[2] = { BRANCH - 4, BRANCH - 4 };
	const u32 own[2] = { BRANCH + 1, BRANCH + 1 };
	const u32 turned[2] = { BRANCH + 3, BRANCH - 4 };
	const u32 stays[2] = { BRANCH + 3, BRANCH + 3 };
	u8 code[64], last[64];
	u64 size = grown(code, FAR, next, 5);
	struct trace tr;
	struct copy c;

	copies_less("a NOP behind a branch", code, size, 5, branch);
	copies_less("a NOP that is an exit", code, size, 0, own);
	size = grown(code, FAR, zero, 5);
	copies_less("a jump to what follows", code, size, 5, branch);
	size = grown(code, FAR, padded, 8);
	copies_less("… behind padding", code, size, 8, branch);
	size = grown(code, FAR, other, 5);
	copies_less("another instruction", code, size, 0, branch);
	size = grown(code, BODY + BRANCH + 7, leaves, 7);
	lead(code, BRANCH + 7, FAR);
	copies_less("a branch over an exit", code, size, 7, turned);
	size = grown(code, BODY + BRANCH + 7 + 4, leaves, 7);
	lead(code, BRANCH + 7, FAR);
	copies_less("a branch beyond what follows the exit", code, size, 0, stays);
	/* Behind it a jump back to the test in front. */
	size = grown(code, FAR, next, 5);
	memcpy(last, code, size);
	memcpy(last + size - 1, "\xff\xc9\xe3\x02\xeb", 5); /* dec ecx; jrcxz; jmp */
	last[size + 4] = (u8)(FIRST - 3 - (size + 5));
	last[size + 5] = 0xc3;
	copies_less("a loop around it", last, size + 6, 5, branch);
	tr = trace_of(code, BRANCH + sizeof(next));
	copy_plan(&c, &tr, NULL, 0);
	ok(!c.n_cuts, "a NOP at the end stays");
}

static void cannot(void)
{
	const u8 out[] = { 0xeb, 5, 0xc3 };	/* jmp 5 bytes ahead */
	const u8 end[] = { 0xe3, 1, 0xc3 };	/* jrcxz to the end */
	const u8 back[] = { 0x90, 0xeb, 0xfc }; /* jmp before its beginning */
	const u8 none[] = { 0x06 };		/* PUSH ES is no instruction */
	const u8 half[] = { 0x48, 0x8b };
	u8 far[] = { 0x48, 0x8b, 0x05, 0, 0, 0, 0 };
	const s32 most[] = { 0x7fffffff, -0x7fffffff, 0x7fffffff - SIZE + 1 };

	refuses("a short jump that leaves", out, sizeof(out));
	refuses("a short jump to what follows", end, sizeof(end));
	refuses("a short jump backward that leaves", back, sizeof(back));
	refuses("what is no instruction", none, sizeof(none));
	refuses("half an instruction", half, sizeof(half));
	for (unsigned i = 0; i < sizeof(most) / sizeof(most[0]); i++) {
		memcpy(far + 3, &most[i], 4);
		refuses("an operand that is too far for other places", far, sizeof(far));
	}
}

static void pads(void)
{
	u8 code[64];
	struct insn in;

	for (unsigned n = 0; n < sizeof(code); n++) {
		unsigned at = 0;
		bool right = nop_pad(code, n) == code + n;

		for (; at < n && right; at += in.len)
			right = insn_decode(code + at, n - at, &in) > 0 && !(in.flags & I_LOAD) &&
				(in.op == 0x90 || in.op == 0x1f);
		ok(right && at == n, "%u bytes of NOPs", n);
	}
}

int main(void)
{
	const u8 landing[] = { 0xb8, 42, 0, 0, 0, 0xc3 }; /* mov eax, 42; ret */

	cache.start = mmap(NULL, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (cache.start == MAP_FAILED)
		skip_all("no memory may be executed");
	cache.end = cache.start + SIZE;
	memcpy(cache.start + FAR, landing, sizeof(landing));
	memset(cache.start + DATA, 5, 1);
	can();
	cuts();
	cannot();
	pads();
	return done();
}
