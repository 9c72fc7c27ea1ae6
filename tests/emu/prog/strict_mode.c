// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program in seccomp's strict mode: the kernel allows it, and the engine, only read, write, exit
 * and sigreturn, and kills the process at any other call. It runs code there for the first time, at
 * several hundred places, so that the engine has much to do.
 */
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Four to the power of n. */
#define FOUR_0(f) f(__COUNTER__)
#define FOUR_1(f) FOUR_0(f) FOUR_0(f) FOUR_0(f) FOUR_0(f)
#define FOUR_2(f) FOUR_1(f) FOUR_1(f) FOUR_1(f) FOUR_1(f)
#define FOUR_3(f) FOUR_2(f) FOUR_2(f) FOUR_2(f) FOUR_2(f)
#define FOUR_4(f) FOUR_3(f) FOUR_3(f) FOUR_3(f) FOUR_3(f)
#define CASE(n)	  CASE_OF(n)
#define CASE_OF(n)                   \
	case (n):                    \
		sum = sum * (n) + 1; \
		break;

static volatile unsigned sum;

__attribute__((noinline)) static void one(unsigned which)
{
	switch (which) {
		FOUR_4(CASE)
	}
}

int main(void)
{
	if (prctl(PR_SET_SECCOMP, 1 /* SECCOMP_MODE_STRICT */, 0, 0, 0))
		return 9;
	for (unsigned i = 0; i < 100000; i++)
		sum += i * i;
	for (unsigned i = 0; i < 100000; i++)
		one(i % 256);
	if (write(1, "still here\n", 11) != 11)
		return 8;
	syscall(SYS_exit, 7);
	return 6;
}
