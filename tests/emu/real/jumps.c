/* SPDX-License-Identifier: BSD-2-Clause */
/* setjmp and longjmp, also out of a signal handler, on an alternate stack; makecontext; qsort. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

static jmp_buf plain;
static sigjmp_buf masked;
static ucontext_t back, other;
static volatile int handled, switches;

static void thrower(int depth)
{
	if (!depth)
		longjmp(plain, 7);
	thrower(depth - 1);
	handled++;
}

static void on_signal(int sig)
{
	handled += sig;
	siglongjmp(masked, sig);
}

static void coroutine(void)
{
	for (int i = 0; i < 50; i++) {
		switches++;
		swapcontext(&other, &back);
	}
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int main(void)
{
	static char alt[65536], stack[65536];
	stack_t ss = { .ss_sp = alt, .ss_size = sizeof(alt) };
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
	volatile int caught = 0;
	int *p = NULL, v[100];
	sigset_t set;

	for (volatile int i = 0; i < 100; i++) {
		int r = setjmp(plain);

		if (!r)
			thrower(i % 20);
		caught += r;
	}
	sigaltstack(&ss, NULL);
	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGUSR1, &sa, NULL);
	for (volatile int i = 0; i < 20; i++) {
		int r = sigsetjmp(masked, 1);

		if (!r) {
			if (i & 1)
				raise(SIGUSR1);
			else
				*(volatile int *)p = 1;
		}
		caught += r;
	}
	sigprocmask(SIG_BLOCK, NULL, &set);
	caught += sigismember(&set, SIGSEGV) + sigismember(&set, SIGUSR1);
	getcontext(&other);
	other.uc_stack.ss_sp = stack;
	other.uc_stack.ss_size = sizeof(stack);
	other.uc_link = &back;
	makecontext(&other, coroutine, 0);
	for (int i = 0; i < 50; i++)
		swapcontext(&back, &other);
	for (int i = 0; i < 100; i++)
		v[i] = i * 7919 % 101;
	qsort(v, 100, sizeof(v[0]), by_value);
	printf("%d %d %d %d %d\n", caught, handled, switches, v[0], v[99]);
	return caught == 100 * 7 + 10 * SIGSEGV + 10 * SIGUSR1 ? 0 : 1;
}
