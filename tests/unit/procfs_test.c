/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/procfs.c: which paths name the process's own executable.
 *
 * links: emu/procfs.c emu/sys.c
 */
#include "tests/tap.h"

#include "emu/procfs.h"

int main(void)
{
	static const char *const ours[] = {
		"/proc/self/exe",	   "/proc/thread-self/exe",	 "/proc/12/exe",
		"/proc/34/exe",		   "//proc//self///exe",	 "/proc/./self/./exe",
		"/./proc/self/exe",	   "/proc/self/task/34/exe",	 "/proc/12/task/34/exe",
		"/proc/12/task/12/exe",	   "/proc/34/task/12/exe",
	};
	static const char *const others[] = {
		"/proc/self/exec",	 "/proc/self/ex",     "/proc/self/exe/",   "/proc/self",
		"/proc/1/exe",		 "/proc/123/exe",     "/proc/self/fd/exe", "proc/self/exe",
		"/proc/self/task/1/exe", "/proc/selfish/exe", "/process/self/exe", "/exe",
		"",			 "/proc/012/exe",     "/proc/self/task/exe",
	};
	size_t i;

	for (i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		ok(procfs_names_exe(ours[i], 12, 34), "\"%s\" is ours", ours[i]);
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		ok(!procfs_names_exe(others[i], 12, 34), "\"%s\" is not", others[i]);
	ok(procfs_is_own_exe(-100, "/proc/self/exe"), "from anywhere");
	ok(!procfs_is_own_exe(-100, "exe"), "a relative name outside of /proc");
	ok(!procfs_traced(), "nobody traces a test");
	return done();
}
