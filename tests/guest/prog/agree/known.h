/* SPDX-License-Identifier: BSD-2-Clause */
/* Known instructions. */
#ifndef TESTS_GUEST_PROG_AGREE_KNOWN_H
#define TESTS_GUEST_PROG_AGREE_KNOWN_H

/* Three instructions for each of n, one of them a branch. */
static inline __attribute__((always_inline)) void spin(unsigned long n)
{
	__asm__ volatile("1: nop\n\tdec %0\n\tjnz 1b" : "+r"(n));
}

/* A system call without libc, whose own instructions might differ between two calls */
static inline __attribute__((always_inline)) long raw(long nr, long a, long b, long c, long d)
{
	long r;

#ifdef __x86_64__
	register long r10 __asm__("r10") = d;

	__asm__ volatile("syscall"
			 : "=a"(r)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
#else
	__asm__ volatile("int $0x80"
			 : "=a"(r)
			 : "a"(nr), "b"(a), "c"(b), "d"(c), "S"(d)
			 : "memory");
#endif
	return r;
}

#endif
