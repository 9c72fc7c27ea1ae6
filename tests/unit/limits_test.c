/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/hide/limits.c and emu/image/mm.c: the arithmetic of resource limits, and where the heap
 * begins.
 *
 * links: emu/hide/limits.c emu/image/mm.c emu/base/string.c emu/base/format.c
 */
#include "tests/tap.h"

#include "emu/base/engine.h"
#include "emu/base/usermem.h"
#include "emu/hide/limits.h"
#include "emu/image/load.h"
#include "emu/image/mm.h"

struct engine engine;

int copy_from_user(void *dst, u64 src, size_t n)
{
	memcpy(dst, (void *)src, n);
	return 0;
}

int copy_to_user(u64 dst, const void *src, size_t n)
{
	memcpy((void *)dst, src, n);
	return 0;
}

/* The next image knows the limits that this one set. */
static void travel(void)
{
	u64 told[5] = { 1, 0x1000, 0x2000, 0x100, 0x200 }, none[5] = { 2 };
	char text[320];

	is_int(limits_tell(text, sizeof(text)), 0, "nothing to tell");
	is_str(text, "", "and nothing told");
	ok(limits_told(told), "a pair of limits");
	limits_tell(text, sizeof(text));
	is_str(text, ",1,1000,2000,100,200", "is passed on");
	ok(!limits_told(none), "no such limit");
	told[0] = 0;
	memset(told + 1, 0xff, sizeof(told) - sizeof(told[0]));
	limits_told(told);
	is_int(limits_tell(text, sizeof(text)), 20 + 70, "the longest text of one, and another");
}

int main(void)
{
	struct image pie = { .brk = 0x7ffff7ff0000 }, fixed = { .brk = 0x405000, .fixed = true };
	u64 end = 0x7ffff7fff000, base = 0x555555555000;

	is_u64(limits_shift(1000, 24), 1024, "more");
	is_u64(limits_shift(UINT64_MAX, 24), UINT64_MAX, "unlimited stays");
	is_u64(limits_shift(UINT64_MAX - 8, 24), UINT64_MAX - 1, "a limit does not become none");
	is_u64(limits_shift(UINT64_MAX - 8, 7), UINT64_MAX - 1, "at the edge");
	is_u64(limits_shift(UINT64_MAX - 8, 8), UINT64_MAX - 1, "at the very edge");

	travel();
	is_hex(mm_heap(&pie, base + 0x123000, end), base + 0x123000, "the kernel's own choice");
	is_hex(mm_heap(&pie, end, end), base, "not behind the engine");
	is_hex(mm_heap(&fixed, end, end), 0x405000, "right behind a fixed program's bss");
	is_hex(mm_heap(&fixed, base + 0x123000, end), 0x405000 + 0x123000, "with a random gap");
	is_hex(mm_heap(&fixed, base + 0x45123000, end), 0x405000 + 0x1123000, "of 32 MiB at most");
	return done();
}
