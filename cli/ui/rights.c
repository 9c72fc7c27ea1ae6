/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/ui/rights.h"

#include <errno.h>
#include <sys/stat.h>

int rights_like(int fd, const char *path)
{
	mode_t mask = umask(0);
	struct stat st;

	umask(mask);
	return fchmod(fd, stat(path, &st) ? 0666 & ~mask : st.st_mode & (mode_t)07777) ? errno : 0;
}
