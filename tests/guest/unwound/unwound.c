/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Works below callers without frame pointers: at several depths, with small frames and large ones,
 * and with work of their own around the calls. Without libc, whose start takes more or fewer
 * instructions by what the environment holds.
 */

#define ALONE __attribute__((noipa))

/* The frame pointer is a register like any other. */
ALONE static unsigned long work(unsigned long n)
{
	register unsigned long sum __asm__("rbp") = n;

	for (unsigned long i = 0; i < n; i++)
		__asm__ volatile("lea 1(%0), %0" : "+r"(sum));
	return sum;
}

ALONE static unsigned long large(unsigned long n)
{
	volatile char room[6000];

	for (unsigned long i = 0; i < sizeof(room); i += 10)
		room[i] = (char)n;
	return work(n) + (unsigned long)room[n % sizeof(room)];
}

ALONE static unsigned long deep(unsigned long n, unsigned depth)
{
	return depth ? deep(n, depth - 1) + depth : work(n) + large(n);
}

ALONE static unsigned long wide(unsigned n)
{
	return n < 2 ? n + work(10) : wide(n - 1) + wide(n - 2) + work(n);
}

ALONE static int run(void)
{
	unsigned long sum = work(50000) + large(50000) + wide(12);

	for (unsigned i = 0; i < 30; i++)
		sum += deep(5000, i);
	return sum == 0;
}

__asm__(".globl _start\n_start: .cfi_startproc\n.cfi_undefined rip\n"
	"xor %ebp, %ebp\ncall start\nhlt\n.cfi_endproc\n");

__attribute__((used, noreturn)) static void start(void)
{
	__asm__ volatile("syscall" ::"a"(231), "D"(run()) : "rcx", "r11", "memory");
	__builtin_unreachable();
}
