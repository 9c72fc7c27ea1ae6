// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Reading the program's code, with the write protection that a translation needs. */
#include "emu/code/fetch.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"
#include "emu/decode/decode.h"

#define WINDOW 512
#define FEW    96 /* of them, for code that is executed once */

static struct {
	u64 start, end;
	struct map map;
	u64 absent; /* this page was not read */
	bool as_is; /* do not write-protect what is read */
	bool found_hot;
	u8 bytes[WINDOW + INSN_READABLE];
} window;

static void forget(void)
{
	window.start = window.end = 0;
}

void fetch_reset(bool as_is)
{
	forget();
	window.absent = 0;
	window.as_is = as_is;
	window.found_hot = false;
}

bool fetch_found_hot(void)
{
	return window.found_hot;
}

u64 fetch_absent(void)
{
	return window.absent;
}

bool fetch_is_shared(void)
{
	return window.map.shared;
}

/* Would reading this page wait for another thread of the program, which may wait for cache_lock? */
static bool is_absent(u64 page)
{
	u8 there = 1;

	if (likely(!engine.lazy_memory) || sys3(__NR_mincore, page, PAGE_SIZE, &there) || there & 1)
		return false;
	window.absent = page;
	return true;
}

/* Moves the window to pc. False: nothing there can be read. */
static bool move_to(u64 pc)
{
	u64 n = window.map.end - pc, next = PAGE_UP(pc + 1);

	if (n > (window.as_is ? FEW : WINDOW))
		n = window.as_is ? FEW : WINDOW;
	if (is_absent(PAGE_DOWN(pc)))
		return false;
	if (pc + n > next && is_absent(next)) {
		n = next - pc;
		window.map.end = next;
	}
	if (!window.as_is && !window.map.shared)
		for (u64 page = PAGE_DOWN(pc); page < pc + n; page += PAGE_SIZE)
			window.found_hot |= !pages_protect(page);
	if (copy_from_user(window.bytes, pc, n)) {
		/* A page of it is absent: read the one of pc alone. */
		n = PAGE_UP(pc + 1) - pc < n ? PAGE_UP(pc + 1) - pc : n;
		if (copy_from_user(window.bytes, pc, n))
			return false;
		window.map.end = pc + n;
	}
	window.start = pc;
	window.end = pc + n;
	return true;
}

unsigned fetch_code(u64 pc, const u8 **bytes)
{
	bool inside = pc >= window.start && pc < window.end;

	/* Move the window when it lacks bytes, unless it ends where the mapping does. */
	if (!inside || (pc + INSN_MAX > window.end && window.end < window.map.end)) {
		if (!maps_find(pc, &window.map) || !move_to(pc)) {
			forget();
			return 0;
		}
	}
	*bytes = window.bytes + (pc - window.start);
	return window.end - pc > INSN_MAX ? INSN_MAX : (unsigned)(window.end - pc);
}
