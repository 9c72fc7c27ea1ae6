/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Status flags that are live across jumps whose target a translator learns late: an indirect jump
 * to one of two targets with the same low 16 address bits, a direct jump to code that is replaced,
 * code at the end of a page whose neighbour is rewritten all the time. Prints how many results were
 * wrong; the exit status is 0 if none was.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

typedef uint32_t compare_fn(uint32_t a, uint32_t b);

static uint8_t *code;

static void put_jump(uint32_t at, uint32_t to)
{
	int32_t rel = (int32_t)(to - (at + 5));

	code[at] = 0xe9;
	memcpy(code + at + 1, &rel, 4);
}

/* Enough for a trace to end where the next one begins; cmp edi, esi; jmp to */
static compare_fn *put_compare(uint32_t at, uint32_t to)
{
	memset(code + at, 0x90, 10);
	memcpy(code + at + 10, "\x39\xf7", 2);
	put_jump(at + 12, to);
	return (compare_fn *)(code + at);
}

/* mov eax, 0 or 1; the flag is read */
static void put_reader(uint32_t at)
{
	/* setb al; movzx eax, al; ret */
	memcpy(code + at, "\x0f\x92\xc0\x0f\xb6\xc0\xc3", 7);
}

static void put_writer(uint32_t at)
{
	/* xor eax, eax; mov al, 2; ret */
	memcpy(code + at, "\x31\xc0\xb0\x02\xc3\x90\x90", 7);
}

/* Two targets that share a slot in any table that is indexed by the low address bits. */
static int same_low_bits(void)
{
	/* mov rax, rdx; cmp edi, esi; jmp rax: the target is the third argument */
	static const uint8_t go[] = { 0x48, 0x89, 0xd0, 0x39, 0xf7, 0xff, 0xe0 };
	uint32_t (*jump)(uint32_t, uint32_t, const void *) = (void *)(code + 0x100);
	int i, k, bad = 0;

	memcpy(code + 0x100, go, sizeof(go));
	for (k = 1; k < 8; k++) {
		if (k % 3 == 2)
			put_reader(0x10000 * k + 0x2340);
		else
			put_writer(0x10000 * k + 0x2340);
	}
	for (i = 0; i < 5000; i++) {
		uint32_t a = i * 7 % 11, b = i * 5 % 11, want;

		k = 1 + i % 7;
		want = k % 3 == 2 ? a < b : 2;
		bad += jump(a, b, code + 0x10000 * k + 0x2340) != want;
	}
	return bad;
}

/* The code behind a direct jump ignores the flags at first, and reads them later. */
static int replaced_target(void)
{
	int i, bad = 0;

	for (i = 0; i < 100; i++) {
		uint32_t to = 0x90000 + i * 4096 + i % 16 * 32;
		compare_fn *f = put_compare(0x80000 + i * 32, to);

		put_writer(to);
		((compare_fn *)(code + to))(1, 2);
		bad += f(1, 2) != 2;
		bad += f(2, 1) != 2;
		bad += f(2, 1) != 2;
		put_reader(to);
		bad += f(1, 2) != 1;
		bad += f(2, 1) != 0;
		bad += f(1, 2) != 1;
	}
	return bad;
}

/* The same in two steps; the code between them leaves the flags alone. */
static int replaced_behind(void)
{
	int i, bad = 0;

	for (i = 0; i < 100; i++) {
		uint32_t mid = 0x110000 + i * 32, to = 0x120000 + i * 4096;
		compare_fn *f = put_compare(0x100000 + i * 32, mid);

		memset(code + mid, 0x90, 10);
		put_jump(mid + 10, to);
		put_writer(to);
		/* each part becomes known by itself, the last one first */
		((compare_fn *)(code + to))(1, 2);
		((compare_fn *)(code + mid))(1, 2);
		bad += f(1, 2) != 2;
		bad += f(2, 1) != 2;
		put_reader(to);
		bad += f(1, 2) != 1;
		bad += f(2, 1) != 0;
	}
	return bad;
}

/* Code that runs from the end of a quiet page into one that is rewritten all the time. */
static int page_end(void)
{
	compare_fn *f[15];
	int i, k, bad = 0;

	for (k = 0; k < 15; k++) {
		uint32_t at = 0xa000 + k * 0x3000 + 0x1000 - k;

		memset(code + at, 0x90, 32);
		f[k] = (compare_fn *)(code + at);
	}
	for (i = 0; i < 1000; i++) {
		for (k = 0; k < 15; k++) {
			uint32_t at = 0xa000 + k * 0x3000 + 0x1000;

			/* mov eax, i; ret, in the second page */
			code[at] = 0xb8;
			memcpy(code + at + 1, &i, 4);
			code[at + 5] = 0xc3;
			bad += f[k](0, 0) != (uint32_t)i;
		}
	}
	return bad;
}

int main(void)
{
	int a, b, c, d;

	code = mmap(NULL, 0x210000, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	if (code == MAP_FAILED)
		return 2;
	code = (uint8_t *)(((uintptr_t)code + 0xffff) & ~(uintptr_t)0xffff);
	d = page_end();
	a = same_low_bits();
	b = replaced_target();
	c = replaced_behind();
	printf("wrong: %d %d %d %d\n", a, b, c, d);
	return a || b || c || d;
}
