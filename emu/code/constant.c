// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See constant.h. A page of a file that was never written to would change with the file, so only
 * the process's own copy of one will do: /proc/self/pagemap tells. A page that is refused is
 * remembered, since asking takes long. Strict seccomp does not let one ask.
 */
#include "emu/code/constant.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/heat.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"
#include "emu/code/views.h"
#include "emu/code/vma.h"
#include "emu/hide/fds.h"

#include <linux/fcntl.h>
#include <linux/mman.h>

/* An entry of pagemap. */
#define IS_PRESENT (1ull << 63)
#define IS_OF_FILE (1ull << 61)

#define REFUSED 256 /* pages; another one may take the place of one */

static u64 refused[REFUSED];

/* Has the process a copy of the page that nobody else has? */
static bool is_copied(u64 page)
{
	u64 entry = 0;
	int fd = fds_open(AT_FDCWD, "/proc/self/pagemap", O_RDONLY);

	if (fd < 0)
		return false;
	if (sys4(__NR_pread64, fd, (long)&entry, sizeof(entry), page / PAGE_SIZE * sizeof(entry)) !=
	    sizeof(entry))
		entry = 0;
	sys1(__NR_close, fd);
	return (entry & (IS_PRESENT | IS_OF_FILE)) == IS_PRESENT;
}

/* Is the page full of addresses of code? */
static bool is_table(u64 page)
{
	u64 word[64];

	for (u64 at = page; at < page + PAGE_SIZE; at += sizeof(word)) {
		if (copy_from_user(word, at, sizeof(word)))
			return false;
		for (u32 i = 0; i < ARRAY_SIZE(word); i++)
			if (!(maps_prot(word[i]) & PROT_EXEC))
				return false;
	}
	return true;
}

/* The program's rights to the page, which is not code, if traces may rely on it; else 0. */
static int rights(u64 page)
{
	struct vma v;

	if (maps_prot(page) & PROT_WRITE || views_find(page) || !vma_find(page, &v) || v.shared ||
	    !v.ino || !is_copied(page))
		return 0;
	if ((v.prot & (PROT_READ | PROT_WRITE)) == PROT_READ)
		return PROT_READ;
	return v.prot == (PROT_READ | PROT_WRITE) && is_table(page) ? v.prot : 0;
}

/* Makes a page read-only that the program may write to. A thread that is in a call of the kernel
 * now must have said where that writes. */
static bool keep(u64 page)
{
	if (threads_count == 1)
		maps_writable = true;
	return maps_writable && pages_protect(page) && !pages_hot(page) && is_table(page);
}

static bool find_out(u64 page)
{
	int prot = maps_constant(page);

	if (!prot)
		maps_set_constant(page, prot = rights(page));
	if (prot && (!(prot & PROT_WRITE) || pages_is_protected(page) || keep(page)))
		return true;
	constant_release(page, page + PAGE_SIZE);
	return false;
}

bool constant_is(u64 address)
{
	u64 page = PAGE_DOWN(address), *no = &refused[page / PAGE_SIZE % REFUSED];

	if (engine.strict || PAGE_DOWN(address + sizeof(u64) - 1) != page ||
	    (*no == page && !heat_hastily()))
		return false;
	if (!find_out(page)) {
		*no = page;
		return false;
	}
	pages_set_constant(page);
	return true;
}

void constant_expect_thread(void)
{
	if (cache.pairs || cache.wants_pairs || cache.unpaired)
		maps_writable = true;
}

void constant_release(u64 start, u64 end)
{
	u64 page;

	while (maps_first_constant(start, end, &page)) {
		pages_give_up(page);
		maps_set_constant(page, 0);
	}
}
