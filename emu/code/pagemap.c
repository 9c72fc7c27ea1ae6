// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See pagemap.h. */
#include "emu/code/pagemap.h"

#include "emu/base/syscall.h"
#include "emu/hide/fds.h"

#include <linux/fcntl.h>

int pagemap_open(void)
{
	return fds_open(AT_FDCWD, "/proc/self/pagemap", O_RDONLY);
}

bool pagemap_read(int fd, u64 start, u64 *entry, u64 n)
{
	u64 size = n * sizeof(*entry);

	return sys4(__NR_pread64, fd, entry, size, start / PAGE_SIZE * sizeof(*entry)) ==
	       (long)size;
}
