/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/hide/fds.c: compares its ranges without the hidden descriptors with a plain count, and checks
 * where it keeps these descriptors.
 *
 * links: emu/hide/fds.c emu/base/string.c emu/base/format.c
 */
#include "tests/tap.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/hide/fds.h"

struct engine engine;

static u32 seed = 3;

static u32 rnd(u32 n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

static void ranges(void)
{
	int i, k, bad = 0, empty = 0;

	for (i = 0; i < 20000; i++) {
		int hidden[3] = { (int)rnd(12) - 1, (int)rnd(12) - 1, (int)rnd(12) - 1 };
		u32 first = rnd(12), last = first + rnd(12 - first), from, to, fd, parts = 0;
		bool closed[16] = { false };
		u64 at = first;

		while (fds_next_range(&at, last, hidden, 3, &from, &to) && parts++ < 8) {
			bad += from > to || from < first || to > last;
			for (fd = from; fd <= to && fd < 16; fd++) {
				bad += closed[fd];
				closed[fd] = true;
			}
		}
		for (fd = 0; fd < 16; fd++) {
			bool want = fd >= first && fd <= last;

			for (k = 0; k < 3; k++)
				want &= (int)fd != hidden[k];
			bad += want != closed[fd];
		}
		empty += !parts;
	}
	is_int(bad, 0, "every number once, ours never");
	ok(empty > 100, "also where nothing remains");
}

static void whole_range(void)
{
	int hidden[3] = { 1000, -1, 1001 };
	u32 from, to;
	u64 at = 3;

	ok(fds_next_range(&at, UINT32_MAX, hidden, 3, &from, &to) && from == 3 && to == 999,
	   "up to ours");
	ok(fds_next_range(&at, UINT32_MAX, hidden, 3, &from, &to) && from == 1002 &&
		   to == UINT32_MAX,
	   "behind ours to the end");
	ok(!fds_next_range(&at, UINT32_MAX, hidden, 3, &from, &to), "and no more");
}

static void place(void)
{
	int top;

	ok(fds_place(1024, 1048576, &top) && top == 1028, "above the soft limit");
	ok(!fds_place(1024, 1024, &top) && top == 1024, "below it where the hard one is the same");
	ok(!fds_place(1048576, 1048576, &top) && top == 1024, "not so high that the table grows");
	ok(!fds_place(65536, 1048576, &top) && top == 1024, "nor above a high soft limit");
	ok(!fds_place(16, 19, &top) && top == 16, "a low limit");
}

static void hidden(void)
{
	u64 arg[6] = { 1001 };
	long ret = 1;

	engine.shm_fd = 1000;
	engine.engine_fd = 1001;
	engine.exe_fd = engine.shelf_fd = -1;
	ok(fds_hidden(1000) && fds_hidden(1001), "ours are hidden");
	ok(!fds_hidden(-1) && !fds_hidden(0) && !fds_hidden(999), "others are not");
	ok(fds_syscall(__NR_close, arg, &ret) && ret == -EBADF, "close of one of ours");
	arg[0] = 5;
	ok(!fds_syscall(__NR_close, arg, &ret), "close of another is the kernel's");
	arg[0] = 999999;
	arg[1] = 1000;
	ok(!fds_syscall(__NR_dup2, arg, &ret),
	   "dup2 of what is not open is the kernel's to refuse");
	is_int(engine.shm_fd, 1000, "and moves nothing");
}

int main(void)
{
	ranges();
	whole_range();
	place();
	hidden();
	return done();
}
