// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See heritage.h. */
#include "emu/code/heritage.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/launch.h"

#include <asm/stat.h>

/* What the kernel says where a user has no number in the process's namespace. */
#define NO_UID 65534

#define MAX_PAGES (16u << 10) /* of code: 64 MiB */

/* Takes n things of that size at *at, which stays aligned. */
static u64 cut(u64 *at, u64 n, u64 size, u64 align)
{
	u64 start = *at;

	*at += (n * size + align - 1) & ~(align - 1);
	return start;
}

struct heritage_parts heritage_parts(const struct heritage *h)
{
	struct heritage_parts p;
	u64 at = 0;

	cut(&at, 1, sizeof(*h), PAGE_SIZE);
	p.hot = cut(&at, h->n_hot, 1, PAGE_SIZE);
	p.cold = cut(&at, h->n_cold, 1, PAGE_SIZE);
	p.traces = cut(&at, h->n_traces, sizeof(struct trace), PAGE_SIZE);
	p.exits = cut(&at, h->n_exits, sizeof(struct exit), PAGE_SIZE);
	p.irecs = cut(&at, h->n_irecs, sizeof(struct irec), PAGE_SIZE);
	p.vectors = cut(&at, h->n_vectors, sizeof(u64), 16);
	p.moves = cut(&at, h->n_moves, sizeof(struct heritage_move), 16);
	p.pages = cut(&at, h->n_pages, sizeof(struct heritage_page), 16);
	p.uses = cut(&at, h->n_uses, sizeof(u32), 16);
	p.size = PAGE_UP(at);
	return p;
}

u64 heritage_program(void)
{
	struct stat st;
	u64 hash = 0;

	if (sys2(__NR_fstat, engine.exe_fd, &st))
		return 0;
	const u64 of[] = { st.st_dev,	     st.st_ino,	  st.st_size,	   st.st_mtime,
			   st.st_mtime_nsec, st.st_ctime, st.st_ctime_nsec };

	for (u32 i = 0; i < ARRAY_SIZE(of); i++) {
		hash = (hash ^ of[i]) * 0x9e3779b97f4a7c15ull;
		hash ^= hash >> 32;
	}
	return hash;
}

bool heritage_user(u32 *uid)
{
	*uid = (u32)sys0(__NR_geteuid);
	return *uid != NO_UID && *uid == (u32)sys0(__NR_getuid) &&
	       sys0(__NR_getegid) == sys0(__NR_getgid);
}

bool heritage_fits(const struct heritage *h)
{
	return h->n_traces <= cache.max_traces / 4 * 3 && h->n_exits <= cache.max_exits / 4 * 3 &&
	       h->n_irecs <= cache.max_irecs / 4 * 3 && h->n_vectors <= EMU_MAX_EXITS / 4 * 3 &&
	       h->n_moves <= cache.max_traces && h->n_pages <= MAX_PAGES &&
	       h->n_uses <= 2ull * cache.max_traces && h->n_regions <= HERITAGE_REGIONS &&
	       h->n_hot + h->n_cold <= (u64)(cache.end - cache.start) / 4 * 3;
}
