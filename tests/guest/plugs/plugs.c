/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a sampler's reader of mappings has to follow: a library that is loaded, works, and is
 * unloaded, another one in its place, a child with a name of its own, and a program that the child
 * executes. usage: plugs, beside one.so and two.so, whose functions are work_one and work_two
 */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static void work_again(void)
{
	for (int i = 0; i < 1000000; i++)
		__asm__ volatile("");
}

static int run(const char *library, const char *function)
{
	void *at = dlopen(library, RTLD_NOW);
	void (*work)(void) = NULL;

	if (at)
		*(void **)&work = dlsym(at, function);
	if (!work) {
		puts(dlerror());
		return 1;
	}
	work();
	return dlclose(at);
}

int main(int argc, char **argv)
{
	int status = 1;

	if (argc > 1) {
		work_again();
		return 0;
	}
	if (run("./one.so", "work_one") || run("./two.so", "work_two"))
		return 1;
	if (!fork()) {
		prctl(PR_SET_NAME, "the child");
		work_again();
		execl(argv[0], argv[0], "again", NULL);
		_exit(1);
	}
	wait(&status);
	return !!status;
}
