/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#include "emu/exec.h"
#include "emu/message.h"
#include <linux/fcntl.h>

int exec_first(const char *path, u64 argv, u64 envp, u32 task)
{
	int fd = sys4(__NR_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);

	if (fd < 0)
		emu_refuse(fd == -ENOENT ? 127 : 126, "cannot run %s: error %d", path, -fd);
	return fd;
}
