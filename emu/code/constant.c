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
#include "emu/code/heat.h"
#include "emu/code/maps.h"
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

/* The rights that the kernel has are not the program's where code is write-protected. */
static bool may_be(u64 page)
{
	struct vma v;

	return !(maps_prot(page) & PROT_WRITE) && !views_find(page) && vma_find(page, &v) &&
	       !v.shared && v.ino && (v.prot & (PROT_READ | PROT_WRITE)) == PROT_READ &&
	       is_copied(page);
}

bool constant_is(u64 address)
{
	u64 page = PAGE_DOWN(address), *no = &refused[page / PAGE_SIZE % REFUSED];

	if (threads_count > 1 || engine.strict || PAGE_DOWN(address + sizeof(u64) - 1) != page ||
	    (*no == page && !heat_hastily()))
		return false;
	if (maps_is_constant(page))
		return true;
	if (!may_be(page)) {
		*no = page;
		return false;
	}
	maps_set_constant(page);
	return true;
}
