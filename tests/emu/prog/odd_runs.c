// SPDX-License-Identifier: BSD-2-Clause
/*
 * Things that few programs do. The output does not depend on addresses or on time.
 *
 *	odd_runs code       code that is unmapped, protected, overwritten, replaced, dropped
 *	odd_runs overflow   stack overflows, handled on the signal stack, under a 5 kHz timer
 *	odd_runs deep N     recursion, N calls deep
 *	odd_runs grow       a mapping that grows downwards
 *	odd_runs vfork      120 children by vfork, some of whose execs fail
 *	odd_runs bss        two GiB of zeros, touched here and there
 *	odd_runs threads N  N threads alive at the same time
 *	odd_runs storm      a tree of 363 processes
 *	odd_runs limits     resource limits, and memory up to them
 *	odd_runs exec       execve from the third of four threads
 */
/* cflags: -mcmodel=large -fno-optimize-sibling-calls */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096L

typedef long (*code)(void *, long, long);

/* mov eax, n; and then ret, or syscall; xor eax, eax; ret */
static void put_code(void *at, int n, int call)
{
	unsigned char bytes[10] = { 0xb8, n, 0, 0, 0, 0xc3 };

	if (call)
		memcpy(bytes + 5, "\x0f\x05\x31\xc0\xc3", 5);
	memcpy(at, bytes, call ? 10 : 6);
}

static void in_child(const char *what, code run, void *a, long b, long c)
{
	int status;

	if (!fork()) {
		run(a, b, c);
		_exit(0);
	}
	wait(&status);
	printf("%s: signal %d\n", what, WTERMSIG(status));
}

/* The compiled function that /proc/self/mem overwrites. */
static long __attribute__((noinline, aligned(64))) fixed(void)
{
	__asm__ volatile(".skip 32, 0x90");
	return 70;
}

static void run_code(void)
{
	char *m = mmap(0, 2 * PAGE, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *view, *exec, next[10];
	unsigned char write_next[] = { 0xc6, 0x47, 0x09, 0x07, 0x0f, 0x1f, 0x40,
				       0x00, 0xb8, 1,	 0,    0,    0,	   0xc3 };
	struct iovec v = { m, 6 };
	int p[2], fd;
	code run = (code)m;

	put_code(m, 11 /* munmap */, 1);
	in_child("unmaps itself", run, m, 2 * PAGE, 0);
	put_code(m, 10 /* mprotect */, 1);
	in_child("protects itself", run, m, 2 * PAGE, 0);
	memcpy(m, write_next, sizeof(write_next));
	printf("writes its next instruction: %ld", run(m, 0, 0));
	m[9] = 2;
	printf(" %ld\n", run(m, 0, 0));
	put_code(m, 20, 0);
	printf("new mapping: %ld", run(0, 0, 0));
	if (mmap(m, 2 * PAGE, 7, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != m)
		exit(9);
	put_code(m, 21, 0);
	printf(" %ld\n", run(0, 0, 0));
	if (pipe(p))
		exit(9);
	put_code(next, 30, 0);
	printf("read: %zd", write(p[1], next, 6) + read(p[0], m, 6));
	printf(" %ld", run(0, 0, 0));
	put_code(next, 31, 0);
	printf(" readv: %zd", write(p[1], next, 6) + readv(p[0], &v, 1));
	printf(" %ld\n", run(0, 0, 0));

	fd = memfd_create("code", 0);
	if (ftruncate(fd, PAGE))
		exit(9);
	view = mmap(0, PAGE, 3, MAP_SHARED, fd, 0);
	exec = mmap(0, PAGE, 5, MAP_SHARED, fd, 0);
	printf("another view, its file:");
	for (int i = 40; i < 44; i++) {
		put_code(view, i, 0);
		printf(" %ld", ((code)exec)(0, 0, 0));
		put_code(next, i + 10, 0);
		if (pwrite(fd, next, 6, 0) != 6)
			exit(9);
		printf(" %ld", ((code)exec)(0, 0, 0));
	}
	fd = open("/proc/self/mem", O_RDWR);
	put_code(next, 60, 0);
	printf("\n/proc/self/mem: %ld", run(0, 0, 0));
	printf(" %zd", pwrite(fd, next, 6, (long)m));
	printf(" %ld %ld", run(0, 0, 0), fixed());
	if (lseek(fd, (long)fixed, SEEK_SET) < 0)
		exit(9);
	printf(" %zd", write(fd, next, 6));
	printf(" %ld\n", fixed());
	if (madvise(m, 2 * PAGE, MADV_DONTNEED))
		exit(9);
	in_child("dropped", run, 0, 0, 0);
}

static sigjmp_buf again;
static char signal_stack[65536];
static volatile int overflows, on_stack, alarms;

static void on_overflow(int sig)
{
	char here;

	overflows++;
	on_stack += &here >= signal_stack && &here < signal_stack + sizeof(signal_stack);
	siglongjmp(again, 1);
}

static void on_alarm(int sig)
{
	alarms++;
}

static long __attribute__((noinline)) recurse(long n)
{
	volatile char pad[200];

	pad[n % 200] = 0;
	return n ? recurse(n - 1) + 1 + pad[n % 200] : 0;
}

static void run_overflow(void)
{
	stack_t stack = { .ss_sp = signal_stack, .ss_size = sizeof(signal_stack) };
	struct sigaction segv = { .sa_handler = on_overflow, .sa_flags = SA_ONSTACK };
	struct sigaction alrm = { .sa_handler = on_alarm, .sa_flags = SA_ONSTACK | SA_RESTART };
	struct itimerval often = { { 0, 200 }, { 0, 200 } }, never = { 0 };

	sigaltstack(&stack, 0);
	sigaction(SIGSEGV, &segv, 0);
	sigaction(SIGALRM, &alrm, 0);
	setitimer(ITIMER_REAL, &often, 0);
	for (volatile int i = 0; i < 20; i++)
		if (!sigsetjmp(again, 1))
			recurse(1L << 40);
	while (alarms < 5)
		;
	setitimer(ITIMER_REAL, &never, 0);
	printf("%d overflows, %d on the signal stack\n", overflows, on_stack);
}

static void run_grow(void)
{
	char *hole = mmap(0, 600 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *top;
	long sum = 0;

	munmap(hole, 599 * PAGE);
	top = mmap(hole + 595 * PAGE, 4 * PAGE, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_FIXED, -1, 0);
	for (int i = 0; i < 40; i++)
		top[-i * PAGE] = i;
	for (int i = 0; i < 40; i++)
		sum += top[-i * PAGE];
	printf("%ld\n", sum);
}

static void run_vfork(void)
{
	int good = 0, status;

	for (int i = 0; i < 120; i++) {
		pid_t pid = vfork();

		if (!pid) {
			execl(i % 6 ? "/bin/true" : "/nonexistent", "true", (char *)0);
			_exit(7);
		}
		waitpid(pid, &status, 0);
		good += WEXITSTATUS(status) == (i % 6 ? 0 : 7);
	}
	printf("%d\n", good);
}

#ifndef HUGE
#define HUGE (2ull << 30)
#endif
static char huge[HUGE];

static void run_bss(void)
{
	long sum = 0;

	for (size_t i = 0; i < sizeof(huge); i += sizeof(huge) / 64)
		huge[i] = 1;
	for (size_t i = 0; i < sizeof(huge); i += sizeof(huge) / 64)
		sum += huge[i];
	printf("%ld\n", sum);
}

static pthread_barrier_t barrier;

static void *twice(void *arg)
{
	pthread_barrier_wait(&barrier);
	return (void *)((long)arg * 2);
}

static void run_threads(int n)
{
	pthread_t *t = calloc(n, sizeof(*t));
	pthread_attr_t attr;
	long sum = 0;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	pthread_barrier_init(&barrier, 0, n + 1);
	for (long i = 0; i < n; i++)
		if (pthread_create(&t[i], &attr, twice, (void *)i)) {
			printf("only %ld\n", i);
			exit(1);
		}
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < n; i++) {
		void *r;

		pthread_join(t[i], &r);
		sum += (long)r;
	}
	printf("%ld\n", sum);
}

/* Returns the number of processes below this one. */
static int storm(int depth)
{
	int n = 0, status;

	for (int i = 0; i < 3; i++)
		if (!fork())
			_exit(depth ? storm(depth - 1) : 0);
	while (wait(&status) > 0)
		n += WEXITSTATUS(status) + 1;
	return n;
}

static void run_limits(void)
{
	static const int which[] = { RLIMIT_AS,	   RLIMIT_NOFILE,  RLIMIT_STACK, RLIMIT_DATA,
				     RLIMIT_NPROC, RLIMIT_MEMLOCK, RLIMIT_FSIZE, RLIMIT_CORE };
	struct rlimit l;

	for (unsigned i = 0; i < sizeof(which) / sizeof(which[0]); i++) {
		getrlimit(which[i], &l);
		printf("%d: %lu %lu\n", which[i], l.rlim_cur, l.rlim_max);
	}
	for (int mib = 1; mib <= 64; mib *= 2) {
		char *p = malloc((size_t)mib << 20);

		printf("%d MiB: %s\n", mib, p ? "there" : "not there");
		if (p)
			memset(p, 1, (size_t)mib << 20);
		free(p);
	}
}

static void *spin(void *arg)
{
	for (volatile int i = 0;; i++)
		;
	return arg;
}

static void *go_on(void *name)
{
	execl(name, name, "deep", "5", (char *)0);
	return NULL;
}

static void run_exec(char *name)
{
	pthread_t t;

	pthread_create(&t, 0, spin, 0);
	pthread_create(&t, 0, spin, 0);
	pthread_create(&t, 0, go_on, name);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int n = argc > 2 ? atoi(argv[2]) : 0;

	setvbuf(stdout, 0, _IOLBF, 0);
	if (!strcmp(what, "code"))
		run_code();
	else if (!strcmp(what, "overflow"))
		run_overflow();
	else if (!strcmp(what, "deep"))
		printf("%ld\n", recurse(n));
	else if (!strcmp(what, "grow"))
		run_grow();
	else if (!strcmp(what, "vfork"))
		run_vfork();
	else if (!strcmp(what, "bss"))
		run_bss();
	else if (!strcmp(what, "threads"))
		run_threads(n);
	else if (!strcmp(what, "storm"))
		printf("%d\n", storm(4));
	else if (!strcmp(what, "limits"))
		run_limits();
	else if (!strcmp(what, "exec"))
		run_exec(argv[0]);
	else
		return 2;
	return 0;
}
