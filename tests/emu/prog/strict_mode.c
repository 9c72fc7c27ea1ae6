// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program in seccomp's strict mode: the kernel allows it, and the engine, only read, write, exit
 * and sigreturn, and kills the process at any other call.
 */
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	volatile unsigned sum = 0;

	if (prctl(PR_SET_SECCOMP, 1 /* SECCOMP_MODE_STRICT */, 0, 0, 0))
		return 9;
	for (unsigned i = 0; i < 100000; i++)
		sum += i * i;
	if (write(1, "still here\n", 11) != 11)
		return 8;
	syscall(SYS_exit, 7);
	return 6;
}
