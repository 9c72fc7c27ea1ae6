/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code in odd places: on a stack that became executable after the start, far below the page that
 * mprotect named; and, with an argument, in the vsyscall page.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

static int on_stack(int x)
{
	uint8_t code[16];

	/* lea eax, [rdi+5]; ret */
	memcpy(code, "\x8d\x47\x05\xc3", 4);
	__asm__ volatile("" : : "r"(code) : "memory");
	return ((int (*)(int))code)(x);
}

static int deeper(int depth)
{
	volatile char room[9000];
	int ret = depth ? deeper(depth - 1) : on_stack(4);

	room[0] = 0;
	return ret + room[0];
}

int main(int argc, char **argv)
{
	uint8_t *page = (uint8_t *)((uintptr_t)argv & ~4095ul);
	struct timeval tv = { 0 };
	long (*get_time)(struct timeval *, void *) = (void *)0xffffffffff600000, ret;

	printf("stack %d",
	       mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC | PROT_GROWSDOWN));
	printf(" %d %d\n", on_stack(1), deeper(200));
	if (argc > 1) {
		ret = get_time(&tv, NULL);
		printf("vsyscall %ld %d\n", ret, tv.tv_sec > 1000000);
	}
	return 0;
}
