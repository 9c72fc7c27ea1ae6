/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls that go other ways than up and down one stack: tail calls, returns that take arguments off
 * the stack, a handler on an alternate stack that leaves by longjmp, contexts, deep recursion,
 * calls by pointers to many functions, threads and forks. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile long sum;
static sigjmp_buf back;
static ucontext_t here, there;

NOINLINE static void leaf(long n)
{
	sum += n;
}

NOINLINE static void tail(long n)
{
	sum ^= n;
	leaf(n + 1);
}

NOINLINE static void handler(int sig)
{
	tail(sig);
	if (sig == SIGUSR2)
		siglongjmp(back, 1);
}

NOINLINE static long deep(long n)
{
	return n ? deep(n - 1) + sum : 0;
}

/* RET 16 */
__asm__(".text\n.type taking, @function\ntaking:\n\tmov 8(%rsp), %rax\n\tadd 16(%rsp), %rax\n"
	"\tret $16\n.size taking, . - taking\n");

NOINLINE static long take(void)
{
	long r;

	__asm__ volatile("push $3\n\tpush $4\n\tcall taking" : "=a"(r) : : "memory", "cc");
	return r;
}

static void other(void)
{
	for (int i = 0; i < 3; i++) {
		leaf(i);
		swapcontext(&there, &here);
	}
}

NOINLINE static void switch_stacks(void)
{
	static char stack[65536];

	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof(stack);
	there.uc_link = &here;
	makecontext(&there, other, 0);
	for (int i = 0; i < 3; i++) {
		swapcontext(&here, &there);
		tail(i);
	}
}

static void *thread(void *arg)
{
	for (long i = 0; i < 100; i++)
		tail(i);
	return arg;
}

static void raise_signals(void)
{
	static char stack[65536];
	const stack_t alt = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };

	sigaltstack(&alt, NULL);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR2, &action, NULL);
	for (int i = 0; i < 3; i++) {
		raise(SIGUSR1);
		if (!sigsetjmp(back, 1))
			raise(SIGUSR2);
		leaf(i);
	}
}

int main(int argc, char **argv)
{
	void (*volatile call[2])(long) = { leaf, tail };
	pthread_t t;
	int status;

	for (int i = 0; i < 10; i++)
		call[i & 1](i);
	sum += take();
	raise_signals();
	switch_stacks();
	deep(argc > 1 ? atoi(argv[1]) : 100);
	if (argc > 2) {
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
		if (!fork()) {
			tail(1);
			if (!strcmp(argv[2], "kill"))
				kill(getpid(), SIGKILL);
			exit(0);
		}
		wait(&status);
		if (!vfork()) {
			execl("/nowhere", "nowhere", NULL);
			execl("/bin/true", "true", NULL);
			_exit(1);
		}
		wait(&status);
	}
	printf("%d\n", sum != 0);
	return 0;
}
