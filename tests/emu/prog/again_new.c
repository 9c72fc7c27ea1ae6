/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * again_new MODE: code that the translator may find new in each run of a program.
 *
 *	across	calls a function of libc from a thousand places. It overwrites the status flags
 *	made	makes a thousand functions, and calls each
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define N    1000
#define SIZE 16

static long across(void)
{
	long sum = 0;

	__asm__ volatile(".rept 1000\n\t"
			 "mov $-3, %%edi\n\t"
			 "movslq %%edi, %%rdi\n\t"
			 "call labs@plt\n\t"
			 "add %%rax, %0\n\t"
			 ".endr"
			 : "+b"(sum)
			 :
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc",
			   "memory");
	return sum / 3;
}

static long made(void)
{
	static const unsigned char one[] = { 0xb8, 1, 0, 0, 0, 0xc3 }; /* mov eax, 1; ret */
	unsigned char *p = mmap(NULL, (size_t)N * SIZE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int (*f)(void);
	long sum = 0;

	if (p == MAP_FAILED)
		return 0;
	for (int i = 0; i < N; i++)
		memcpy(p + i * SIZE, one, sizeof(one));
	if (mprotect(p, (size_t)N * SIZE, PROT_READ | PROT_EXEC))
		return 0;
	for (int i = 0; i < N; i++) {
		unsigned char *at = p + i * SIZE;

		memcpy(&f, &at, sizeof(f));
		sum += f();
	}
	return sum;
}

int main(int argc, char **argv)
{
	long n = argc > 1 && !strcmp(argv[1], "across") ? across() : made();

	return printf("%ld\n", n) < 0 || n != N;
}
