/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For SECONDS a timer at 10 kHz interrupts a program that does everything a handler could disturb;
 * then the program checks that nothing was disturbed. The handler runs long code of its own, also
 * on an alternate stack and nested (it sends another signal), and checks the context that it gets.
 *
 *	stress_signals SECONDS
 *
 * Prints how many came in; ends with 0 when every sum is right.
 * cflags: -O2
 */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static volatile sig_atomic_t ticks, nested, faults, wrong;
static volatile uint64_t handler_sum;
static struct {
	uint64_t start, end;
} text[64]; /* the program's code and that of its libraries */
static int n_text;
static sigjmp_buf retry;

static uint64_t mix(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdu;
	x ^= x >> 29;
	return x;
}

static void on_inner(int sig)
{
	nested++;
	handler_sum += (uint64_t)sig;
}

static void on_tick(int sig, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;
	uint64_t rip = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
	int saved = errno, i;
	double x = 1;

	ticks++;
	/*
	 * Is the address in the code of the program or of its libraries, and not in the engine's?
	 */
	for (i = 0; i < n_text && (rip < text[i].start || rip >= text[i].end); i++)
		;
	wrong += i == n_text;
	if (uc->uc_mcontext.gregs[REG_RSP] & 7)
		wrong++;
	for (i = 0; i < 30; i++) {
		handler_sum += mix((uint64_t)i);
		x = x * 1.5 + i;
	}
	if (x < 0)
		wrong++;
	if (ticks % 64 == 0)
		raise(SIGUSR1);
	errno = saved;
}

static void on_fault(int sig, siginfo_t *si, void *context)
{
	faults++;
	if (si->si_addr != (void *)(16 + 8 * (uintptr_t)(faults % 100)))
		wrong++;
	siglongjmp(retry, 1);
}

/*
 * Reads the executable ranges that belong to files, without those of the engine's file.
 */
static void read_maps(void)
{
	FILE *f = fopen("/proc/self/maps", "re");
	char line[4200], rights[8], path[4096];
	unsigned long start, end;

	while (f && fgets(line, sizeof(line), f)) {
		path[0] = 0;
		if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %4095s", &start, &end, rights, path) <
			    3 ||
		    rights[2] != 'x' || (path[0] != '/' && strcmp(path, "[vdso]")) ||
		    strstr(path, "pmc-emu"))
			continue;
		if (n_text < 64) {
			text[n_text].start = start;
			text[n_text++].end = end;
		}
	}
	if (f)
		fclose(f);
}

static uint64_t recurse(unsigned depth, uint64_t x)
{
	volatile uint64_t keep[4] = { x, x + 1, x + 2, x + 3 };

	if (!depth)
		return mix(x);
	x = recurse(depth - 1, mix(x)) + recurse(depth / 2, x + depth);
	return x + keep[0] + keep[3] - keep[1] - keep[2];
}

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* One round of work, which always has the same result. */
static uint64_t work(void)
{
	static uint32_t v[500];
	uint64_t sum = 0;
	char text[64];
	double d = 0;

	for (unsigned i = 0; i < 500; i++)
		v[i] = (uint32_t)mix(i);
	qsort(v, 500, sizeof(v[0]), by_value);
	for (unsigned i = 1; i < 500; i++)
		sum = mix(sum + v[i] - v[i - 1]);
	sum += recurse(12, sum);
	for (unsigned i = 0; i < 200; i++) {
		d += (double)(i * i) / (i + 1.5);
		snprintf(text, sizeof(text), "%u:%.3f:%lx", i, d, (unsigned long)sum);
		sum = mix(sum ^ strlen(text) ^ strtoul(text, NULL, 10));
	}
	memset(text, 0x5a, sizeof(text));
	for (unsigned i = 0; i < sizeof(text); i++)
		sum += (uint64_t)text[i] << (i % 32);
	/* Flags through a long carry chain, string instructions, x87. */
	__asm__ volatile("xorl %%ecx, %%ecx; movl $1000, %%ecx; clc\n"
			 "1: adcq $3, %0; rorq $7, %0; lahf; sahf; decl %%ecx; jnz 1b"
			 : "+r"(sum)
			 :
			 : "rax", "rcx", "cc");
	for (unsigned i = 0; i < 50; i++) {
		uint64_t *from = (uint64_t *)v, *to = (uint64_t *)(v + 200), n = 90;

		__asm__ volatile("rep movsq" : "+S"(from), "+D"(to), "+c"(n) : : "memory");
		sum += v[399];
	}
	/* A system call and a fault. */
	for (unsigned i = 0; i < 20; i++)
		sum += getppid() > 0;
	if (!sigsetjmp(retry, 1))
		*(volatile char *)(16 + 8 * (uintptr_t)((faults + 1) % 100)) = 1;
	return sum;
}

int main(int argc, char **argv)
{
	static char alt[1 << 16];
	stack_t ss = { .ss_sp = alt, .ss_size = sizeof(alt) };
	struct sigaction tick = { .sa_sigaction = on_tick,
				  .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK };
	struct sigaction inner = { .sa_handler = on_inner, .sa_flags = SA_RESTART };
	struct sigaction fault = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	struct itimerval it = { { 0, 100 }, { 0, 100 } };
	struct timespec now, end;
	uint64_t want, got;
	long rounds = 0;
	int seconds = argc > 1 ? atoi(argv[1]) : 10;

	read_maps();
	sigaltstack(&ss, NULL);
	sigaction(SIGSEGV, &fault, NULL);
	want = work();
	sigaction(SIGUSR1, &inner, NULL);
	sigaction(SIGALRM, &tick, NULL);
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += seconds;
	setitimer(ITIMER_REAL, &it, NULL);
	do {
		got = work();
		rounds++;
		if (got != want) {
			printf("round %ld: %lx, not %lx\n", rounds, (unsigned long)got,
			       (unsigned long)want);
			return 1;
		}
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec < end.tv_sec ||
		 (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
	memset(&it, 0, sizeof(it));
	setitimer(ITIMER_REAL, &it, NULL);
	got = handler_sum;
	want = 0;
	for (int i = 0; i < 30; i++)
		want += mix((uint64_t)i);
	want = want * (uint64_t)ticks + (uint64_t)nested * SIGUSR1;
	printf("ticks %d nested %d faults %d rounds %ld wrong %d\n", (int)ticks, (int)nested,
	       (int)faults, rounds, (int)wrong);
	if (wrong || got != want || nested != ticks / 64 || faults != rounds + 1) {
		printf("handler's sum %lx, not %lx\n", (unsigned long)got, (unsigned long)want);
		return 1;
	}
	return ticks > seconds * 100 ? 0 : 2;
}
