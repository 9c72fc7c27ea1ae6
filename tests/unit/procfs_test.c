/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/hide/procfs.c: which paths name the process's own executable.
 *
 * links: emu/hide/procfs.c emu/hide/fds.c emu/base/string.c emu/base/format.c
 */
#include "tests/tap.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/hide/fds.h"
#include "emu/hide/procfs.h"

struct engine engine;

int copy_from_user(void *dst, u64 src, size_t n)
{
	memcpy(dst, (void *)src, n);
	return 0;
}

int copy_to_user(u64 dst, const void *src, size_t n)
{
	memcpy((void *)dst, src, n);
	return 0;
}

long string_from_user(char *dst, u64 src, size_t size)
{
	size_t n = strnlen((char *)src, size);

	memcpy(dst, (void *)src, n < size ? n + 1 : n);
	return n < size ? (long)n : -ENAMETOOLONG;
}

static void listings(void)
{
	static const char *const lists[] = { "/proc/self/fd", "/proc/12/fdinfo",
					     "/proc/34/task/34/fd", "/proc/12/task/34/fdinfo" };
	static const char *const others[] = { "/proc/1/fd", "/proc/self/fd/3", "/proc/self", "/fd",
					      "/proc/self/task/fd" };
	u64 arg[6] = { 0 };
	long ret;
	size_t i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		ok(procfs_lists_fds(lists[i], 12, 34), "\"%s\" lists descriptors", lists[i]);
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		ok(!procfs_lists_fds(others[i], 12, 34), "\"%s\" does not", others[i]);
	ok(!procfs_getdents(__NR_getdents64, arg, &ret), "another file is the kernel's");
}

int main(void)
{
	/* clang-format off */
	static const char *const ours[] = {
		"/proc/self/exe",	   "/proc/thread-self/exe",	 "/proc/12/exe",
		"/proc/34/exe",		   "//proc//self///exe",	 "/proc/./self/./exe",
		"/./proc/self/exe",	   "/proc/self/task/34/exe",	 "/proc/12/task/34/exe",
		"/proc/12/task/12/exe",	   "/proc/34/task/12/exe",
	};
	/* clang-format on */
	/* clang-format off */
	static const char *const others[] = {
		"/proc/self/exec",	 "/proc/self/ex",     "/proc/self/exe/",   "/proc/self",
		"/proc/1/exe",		 "/proc/123/exe",     "/proc/self/fd/exe", "proc/self/exe",
		"/proc/self/task/1/exe", "/proc/selfish/exe", "/process/self/exe", "/exe",
		"",			 "/proc/012/exe",     "/proc/self/task/exe",
	};
	/* clang-format on */
	size_t i;

	for (i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		ok(procfs_names_exe(ours[i], 12, 34), "\"%s\" is ours", ours[i]);
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		ok(!procfs_names_exe(others[i], 12, 34), "\"%s\" is not", others[i]);
	listings();
	ok(procfs_is_own_exe(-100, "/proc/self/exe"), "from anywhere");
	ok(!procfs_is_own_exe(-100, "exe"), "a relative name outside of /proc");
	ok(!procfs_traced(), "nobody traces a test");
	return done();
}
