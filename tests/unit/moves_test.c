/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/code/compare.c and moves.c: code that compares RCX with an address says so of this address
 * only, and after a move of the next one only. The code is executed.
 *
 * links: emu/code/compare.c emu/code/moves.c
 */
#include "emu/base/arena.h"
#include "emu/base/cpuid.h"
#include "emu/code/cache.h"
#include "emu/code/compare.h"
#include "emu/code/moves.h"
#include "emu/code/operand.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SIZE 4096

struct cache cache;

static u32 equal; /* what RCX is for an address that is the constant */

/* What moves.c takes from the engine. */
void *arena_alloc(u64 size)
{
	return calloc(1, size);
}

void arena_fill(void *at, u64 size)
{
	printf("# fill %llu bytes at %p\n", (unsigned long long)size, at);
	abort();
}

/* What compare.c takes from it, for comparisons by CMP, of which there are none here. */
u64 *operand_literal(u64 value)
{
	printf("# a constant for %llx\n", (unsigned long long)value);
	abort();
}

static u64 differs(u64 rcx)
{
	u64 (*code)(u64);

	memcpy(&code, &cache.start, sizeof(code));
	return code(rcx) - equal;
}

/* Addresses that could be taken for this one. */
static bool is_alone(u64 address)
{
	for (unsigned bit = 0; bit < 64; bit++)
		if (!differs(address ^ 1ull << bit))
			return false;
	return !differs(address) && differs(address + (1ull << 32)) &&
	       differs(address - (1ull << 32)) && differs((u32)address | 1ull << 63) &&
	       (address < 1ull << 31 || differs((u64)(s64)(s32)address));
}

/* Writes the code as that of a trace at pc. */
static void emit(struct trace *tr, u64 pc, u64 address)
{
	u8 *p;

	*tr = (struct trace){ .begins = cache_keep(pc) };
	moves_reset();
	moves_of(tr);
	memcpy(cache.start, "\x48\x89\xf9", 3); /* mov rcx, rdi */
	p = compare_emit(cache.start + 3, address, equal);
	memcpy(p, "\x48\x89\xc8\xc3", 4); /* mov rax, rcx; ret */
}

/* Does the flags' state survive? */
static bool keeps_flags(u64 address)
{
	u64 before, after;

	/* Not in the red zone. */
	__asm__ volatile("lea -128(%%rsp), %%rsp; cmp %2, %2; stc; pushf; popq %0; call *%3\n\t"
			 "pushf; popq %1; lea 128(%%rsp), %%rsp"
			 : "=&r"(before), "=&r"(after)
			 : "D"(address), "r"(cache.start)
			 : "rax", "rcx", "cc", "memory");
	return before == after;
}

static void moved(u64 address, u64 by)
{
	const struct move *list;
	struct trace tr;
	struct move m;
	u32 n;

	emit(&tr, MOVES_LOW, address);
	ok(moves_known(&list, &n) && n == 1 && list[0].address == address && !(tr.flags & TR_STAYS),
	   "%llx: the move is known", (unsigned long long)address);
	m = list[0];
	m.address += by;
	moves_apply(&m);
	ok(is_alone(address + by), "%llx: moved by %llx, the code compares with the next address",
	   (unsigned long long)address, (unsigned long long)by);
	ok(moves_known(&list, &n) && n == 2 && list[1].address == address + by &&
		   list[1].at == list[0].at && list[1].kind == list[0].kind,
	   "%llx: and that can move, too", (unsigned long long)address);
}

static void compares(void)
{
	static const u64 low[] = { 1, 0x401234, 0x7fffffff };
	static const u64 high[] = { 0x80000000,	    0xffffffff,	    0x100000000,
				    0x17fffffff,    0x180000000,    0x555555554000,
				    0x7f0080000000, 0x7f007fffffff, 0x7fffffffffff };
	static const u64 by[] = { 0,	       0x1000,	       0x7ffff000,  0x80000000,
				  0x100000000, 0x2a8000001000, (u64)-0x1000 };
	struct trace tr;

	for (unsigned i = 0; i < sizeof(low) / sizeof(low[0]); i++) {
		emit(&tr, MOVES_LOW, low[i]);
		ok(is_alone(low[i]) && keeps_flags(low[i]),
		   "%llx: the code compares, equal being %u", (unsigned long long)low[i], equal);
		ok(tr.flags & TR_STAYS, "%llx: and cannot move", (unsigned long long)low[i]);
	}
	for (unsigned i = 0; i < sizeof(high) / sizeof(high[0]); i++) {
		emit(&tr, MOVES_LOW, high[i]);
		ok(is_alone(high[i]) && keeps_flags(high[i]),
		   "%llx: the code compares, equal being %u", (unsigned long long)high[i], equal);
		for (unsigned k = 0; k < sizeof(by) / sizeof(by[0]); k++)
			if (high[i] + by[k] >= 1ull << 31)
				moved(high[i], by[k]);
	}
}

int main(void)
{
	cache.max_traces = 16;
	cache.start = mmap(NULL, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (cache.start == MAP_FAILED)
		skip_all("no memory may be executed");
	if (!__builtin_cpu_supports("bmi2"))
		skip_all("this processor has no BMI2");
	moves_begin();
	for (equal = 0; equal < 2; equal++)
		compares();
	return done();
}
