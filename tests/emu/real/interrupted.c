// SPDX-License-Identifier: BSD-2-Clause
/*
 * Work of always the same number of instructions, which SIGALRM interrupts as often as it can. The
 * handler and the return from it take 4 more each time. Prints how often it ran, in eight digits.
 * Without libc, whose start depends on where the stack lies.
 */
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>

__asm__("	.text\n"
	"	.globl	_start, handler, restorer\n"
	"_start:	andq	$-16, %rsp\n"
	"	call	work\n"
	"handler:	incl	handled(%rip)\n"
	"	ret\n"
	"restorer:	movl	$15, %eax\n"
	"	syscall\n");

void handler(int);
void restorer(void);
unsigned handled;

/* The kernel's, not libc's. */
struct action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	unsigned long mask;
};

static long call(long nr, long a, const void *b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return ret;
}

__attribute__((noinline)) static unsigned mix(unsigned x)
{
	if (x & 4)
		x = x * 3 + 1;
	for (unsigned i = x & 7; i; i--)
		x ^= x << 5;
	return x & 64 ? x + 9 : x - 7;
}

__attribute__((noinline)) static unsigned turn(unsigned (*f)(unsigned), unsigned x)
{
	return f(x) + f(x >> 3);
}

static void set_timer(long us)
{
	struct itimerval t = { { 0, us }, { 0, us } };

	call(SYS_setitimer, ITIMER_REAL, &t, 0, 0);
}

__attribute__((used)) void work(void)
{
	struct action a = { handler, 0x04000000, restorer, 0 }; /* SA_RESTORER */
	char line[9] = "00000000\n";
	unsigned x = 1, n;

	call(SYS_rt_sigaction, SIGALRM, &a, 0, 8);
	set_timer(100);
	for (unsigned i = 0; i < 200000; i++)
		x = turn(mix, x + i);
	set_timer(0);
	n = handled;
	for (int i = 7; i >= 0; i--, n /= 10)
		line[i] = (char)('0' + n % 10);
	call(SYS_write, 1, line, sizeof(line), 0);
	call(SYS_exit_group, (long)(x & 0), (void *)0, 0, 0);
}
