/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/image/layout.c: layouts differ, stay within their ranges, and are what they were when results
 * were saved: the numbers of the first ones stand here.
 *
 * links: emu/image/layout.c
 */
#include "emu/image/layout.h"
#include "tests/tap.h"

#define LAYOUTS 1000
#define STACK	(8ull << 20)

/* As an independent splitmix64 gives them: its state after i steps is i times the constant. */
static const struct {
	u64 stack, heap, mappings;
} first[] = {
	{ 0x0, 0x0, 0x0 },
	{ 0xdaf0, 0x11dc000, 0x1cbd000 },
	{ 0x5f40, 0x1b96000, 0x1550000 },
	{ 0x54f0, 0x94000, 0xc40000 },
	{ 0x1ec0, 0x4c8000, 0x1439000 },
};

static void golden(void)
{
	u32 i;

	for (i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
		struct layout l = layout_of(1 + i, STACK);

		ok(l.is_fixed && l.moves_stack && l.stack == first[i].stack &&
			   l.heap == first[i].heap && l.mappings == first[i].mappings,
		   "layout %u: stack %llx, heap %llx, mappings %llx", i,
		   (unsigned long long)l.stack, (unsigned long long)l.heap,
		   (unsigned long long)l.mappings);
	}
}

/* All values are in range, and stacks begin in every set of an L1D of 64 sets. */
static void ranges(void)
{
	u32 i, bad = 0, sets = 0;
	u64 seen = 0;

	for (i = 0; i < LAYOUTS; i++) {
		struct layout l = layout_of(1 + i, STACK);

		bad += l.stack % 16 || l.stack >= 64 << 10 || l.heap % 4096 || l.heap >= 32 << 20 ||
		       l.mappings % 4096 || l.mappings >= 32 << 20;
		seen |= 1ull << (l.stack >> 6 & 63);
	}
	for (i = 0; i < 64; i++)
		sets += seen >> i & 1;
	is_u64(bad, 0, "%u layouts are in their ranges", LAYOUTS);
	is_u64(sets, 64, "stacks begin in every set of L1D");
}

int main(void)
{
	struct layout none = layout_of(0, STACK);

	ok(!none.is_fixed && !none.moves_stack && !none.stack && !none.heap && !none.mappings,
	   "no layout: nothing moves");
	golden();
	ranges();
	return done();
}
