// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See heritage.h. */
#include "emu/heritage/heritage.h"
#include "core/base/sum.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/code/guess.h"
#include "emu/code/heads.h"
#include "emu/code/heat.h"
#include "emu/code/index.h"
#include "emu/code/mapped.h"
#include "emu/count/count.h"
#include "emu/heritage/role.h"
#include "emu/launch.h"

#include <asm/stat.h>
#include <linux/fcntl.h>
#include <linux/memfd.h>
#include <linux/mman.h>
#include <linux/resource.h>

#ifndef MFD_NOEXEC_SEAL /* since Linux 6.3 */
#define MFD_NOEXEC_SEAL 8u
#endif

/* What the kernel says where a user has no number in the process's namespace. */
#define NO_UID 65534

#define MAX_PAGES (48u << 10) /* of code: 192 MiB */

/* Takes n things of that size at *at, which stays aligned. */
static u64 cut(u64 *at, u64 n, u64 size, u64 align)
{
	u64 start = *at;

	*at += (n * size + align - 1) & ~(align - 1);
	return start;
}

u32 heritage_indexed(const struct heritage *h)
{
	return h->n_traces + h->n_traces / 4;
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
	p.index = cut(&at, 1, index_table_size(heritage_indexed(h)), PAGE_SIZE);
	p.vectors = cut(&at, h->n_vectors, sizeof(u64), 16);
	p.moves = cut(&at, h->n_moves, sizeof(struct heritage_move), 16);
	p.pages = cut(&at, h->n_pages, sizeof(struct heritage_page), 16);
	p.uses = cut(&at, h->n_uses, sizeof(u32), 16);
	p.sleepers = cut(&at, h->n_traces, sizeof(u32), 16);
	p.hot_traces = cut(&at, h->n_hot_traces, sizeof(u64), 16);
	p.branches = cut(&at, h->n_branches, sizeof(struct heat_branch), 16);
	p.sites = cut(&at, h->n_sites, sizeof(struct guess_site), 16);
	p.heads = cut(&at, h->n_heads, sizeof(struct head), 16);
	p.size = PAGE_UP(at);
	return p;
}

u64 heritage_program(void)
{
	u64 role = role_number(), file;
	struct stat st;

	if (sys2(__NR_fstat, engine.exe_fd, &st))
		return 0;
	file = mapped_number(&st);
	return role ? sum_words((const u64[]){ file, role }, 2) : file;
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
	       h->n_irecs <= cache.max_irecs / 4 * 3 && h->n_vectors <= count_most() / 8 * 7 &&
	       h->n_moves <= 2ull * cache.max_traces && h->n_pages <= MAX_PAGES &&
	       h->n_uses <= 3ull * cache.max_traces && h->n_regions <= HERITAGE_REGIONS &&
	       h->n_hot + h->n_cold <= (u64)(cache.end - cache.start) / 4 * 3;
}

/* Where HERITAGE_PARTS begin, and where the last one ends. */
struct bounds {
	u64 at[HERITAGE_PARTS + 1];
};

static struct bounds bounds_of(const struct heritage *h)
{
	const struct heritage_parts p = heritage_parts(h);

	return (struct bounds){ { p.hot, p.cold, p.traces, p.exits, p.irecs, p.index, p.vectors,
				  p.size } };
}

u64 heritage_sum(const struct heritage *h, const void *const part[HERITAGE_PARTS])
{
	const struct bounds b = bounds_of(h);
	struct heritage first = *h;
	u64 of[1 + HERITAGE_PARTS];

	first.sum = 0;
	of[0] = sum_words((const u64 *)&first, sizeof(first) / sizeof(u64));
	for (u32 i = 0; i < HERITAGE_PARTS; i++)
		of[1 + i] = sum_words(part[i], (b.at[i + 1] - b.at[i]) / sizeof(u64));
	return sum_words(of, ARRAY_SIZE(of));
}

u64 heritage_sum_whole(const struct heritage *h)
{
	const struct heritage_parts p = heritage_parts(h);
	const u8 *at = (const u8 *)h;
	const void *const parts[HERITAGE_PARTS] = {
		at + p.hot,   at + p.cold,  at + p.traces,  at + p.exits,
		at + p.irecs, at + p.index, at + p.vectors,
	};

	return heritage_sum(h, parts);
}

int heritage_create(u64 size)
{
	struct rlimit64 limit;
	int fd;

	/* The kernel would send SIGXFSZ. */
	if (sys4(__NR_prlimit64, 0, RLIMIT_FSIZE, 0, &limit) || limit.rlim_cur < size)
		return -EFBIG;
	fd = (int)sys2(__NR_memfd_create, "pmc-heritage",
		       MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
	if (fd == -EINVAL)
		fd = (int)sys2(__NR_memfd_create, "pmc-heritage", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || !sys2(__NR_ftruncate, fd, size))
		return fd;
	sys1(__NR_close, fd);
	return -ENOSPC;
}

struct heritage *heritage_map(int fd, u64 size)
{
	void *at;

	/* Memory may run short, which a system call says and a mapping does not. */
	if (sys4(__NR_fallocate, fd, 0, 0, size))
		return NULL;
	at = arena_reserve(size);
	if (!at || sys6(__NR_mmap, (long)at, size, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, 0) == (long)at)
		return at;
	arena_release(at, size, 0);
	return NULL;
}

void heritage_unmap(struct heritage *h, u64 size)
{
	arena_release(h, size, 0);
}

static bool write_all(int fd, const void *from, u64 size, u64 offset)
{
	return sys4(__NR_pwrite64, fd, from, size, offset) == (long)size;
}

bool heritage_write(int fd, const struct heritage *h, const void *const part[HERITAGE_PARTS])
{
	const struct bounds b = bounds_of(h);
	bool done = write_all(fd, h, sizeof(*h), 0);

	for (u32 i = 0; i < HERITAGE_PARTS && done; i++)
		done = write_all(fd, part[i], b.at[i + 1] - b.at[i], b.at[i]);
	return done;
}

/* The kernel makes a large page of small ones, of which one is enough. */
static bool make_huge(int fd, u64 offset, void *at)
{
	const u32 word = 0;

	return write_all(fd, &word, sizeof(word), offset) &&
	       sys6(__NR_mmap, (long)at, HUGE_PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, fd,
		    offset) == (long)at &&
	       !sys3(__NR_madvise, (long)at, HUGE_PAGE, MADV_COLLAPSE);
}

bool heritage_use_huge_pages(int fd, const struct heritage *h)
{
	const struct heritage_parts p = heritage_parts(h);
	u8 *at = arena_reserve_round(HUGE_PAGE, 0);
	bool done = at && p.size >= HUGE_PAGE;

	for (u64 offset = 0; offset + HUGE_PAGE <= p.size && done; offset += HUGE_PAGE)
		if (offset < p.irecs || offset + HUGE_PAGE > p.index)
			done = make_huge(fd, offset, at);
	if (at)
		arena_release(at, HUGE_PAGE, 0);
	return done;
}

bool heritage_seal(int fd)
{
	return !sys3(__NR_fcntl, fd, F_ADD_SEALS,
		     F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
}
