/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * some_of [ROLE] N: calls the first N of 4,096 functions, each once, so that as much code is new to
 * whoever has seen it call fewer of them.
 */
#include <stdlib.h>

extern char functions[];
__asm__(".balign 4096\nfunctions:\n.rept 4096\nret\n.balign 64\n.endr\n");

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[argc - 1]) : 0;

	for (int i = 0; i < n; i++)
		((void (*)(void))(functions + (i * 64)))();
	return 0;
}
