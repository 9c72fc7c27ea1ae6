/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/code/vma.c: the mapping at an address is what /proc/self/maps says of it, whether the kernel
 * answers for one address or the list has to be read.
 *
 * links: emu/code/vma.c
 */
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "emu/code/vma.h"
#include "emu/hide/fds.h"
#include "tests/unit/refuse.h"

int fds_open(int dirfd, const char *path, int flags)
{
	return openat(dirfd, path, flags | O_CLOEXEC);
}

static char list[1 << 20];

/* What looking there changes must not be in the list: it is read first. */
static void read_list(void)
{
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	size_t n = 0;
	ssize_t got;

	while ((got = read(fd, list + n, sizeof(list) - 1 - n)) > 0)
		n += (size_t)got;
	list[n] = '\0';
	close(fd);
}

/* Compares one line's mapping with what is found at its first byte and at its last one. */
static bool same(const char *line)
{
	unsigned long start, end, offset, ino;
	unsigned major, minor, k;
	char rights[5], name[4096];
	int skip = 0;

	if (sscanf(line, "%lx-%lx %4s %lx %x:%x %lu %n", &start, &end, rights, &offset, &major,
		   &minor, &ino, &skip) != 7)
		return false;
	for (k = 0; k < 2; k++) {
		struct vma v = { 0 };

		strcpy(name, "unset");
		if (!vma_find_named(k ? end - 1 : start, &v, name, sizeof(name)) ||
		    strcmp(name, line + skip) || v.start != start || v.end != end ||
		    v.offset != offset || v.ino != ino || v.dev != makedev(major, minor) ||
		    v.shared != (rights[3] == 's') || !(v.prot & PROT_READ) != (rights[0] != 'r') ||
		    !(v.prot & PROT_WRITE) != (rights[1] != 'w') ||
		    !(v.prot & PROT_EXEC) != (rights[2] != 'x')) {
			note("  %s", line);
			return false;
		}
	}
	return true;
}

static void compare(const char *how)
{
	char *line, *end, name[4];
	unsigned good = 0, n = 0, shared = 0;
	struct vma v;

	read_list();
	for (line = list; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		/* The stack may grow meanwhile. */
		if (strstr(line, "[stack]"))
			continue;
		n++;
		good += same(line);
		shared += !!strstr(line, "s ");
	}
	ok(n > 8 && shared && good == n, "%s: %u of %u mappings as in the list", how, good, n);
	ok(!vma_find(0x1000, &v), "%s: there is none at the beginning", how);
	ok(vma_find_named((u64)compare, &v, name, sizeof(name)) && strlen(name) == 3,
	   "%s: a name is cut to size", how);
}

int main(void)
{
	char gone[] = "/tmp/vma with blanks XXXXXX";
	int fd = mkstemp(gone);

	mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (fd < 0 || ftruncate(fd, 3 * 4096) ||
	    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 4096) == MAP_FAILED)
		return 1;
	unlink(gone);
	compare("asked");
	/* As a kernel that is too old for this one. */
	if (!refuse_call(SYS_ioctl, ENOTTY))
		compare("read");
	else
		skip(3, "no seccomp filter can be set");
	return done();
}
