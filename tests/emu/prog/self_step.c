/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that sets TF in its own flags and prints where each SIGTRAP finds it: branches, PUSHF,
 * SYSCALL, string instructions, a load of SS, INT3, the POPF that ends it. It repeats this with TF
 * set by a handler in the context that the handler returns to, and with a timer that interrupts. A
 * numeric argument repeats the last part so often, between two SIGURG, for signals from inject.c.
 * The argument "cpuid" does no more than to step over CPUID.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define MAX 400
#define TF  0x100

extern char begin[], by_handler[];
static struct {
	long rip, flags, addr, trap, err;
	int code;
} seen[MAX];
static volatile int n, ticks, stop_at;
static char from[16] = "abcdefgh", to[16];
static long pushed;

static void on_trap(int sig, siginfo_t *si, void *context)
{
	ucontext_t *u = context;
	greg_t *r = u->uc_mcontext.gregs;

	if (n < MAX) {
		seen[n].rip = r[REG_RIP] - (long)begin;
		seen[n].code = si->si_code;
		seen[n].flags = r[REG_EFL];
		seen[n].addr = si->si_code == TRAP_TRACE ? (long)si->si_addr - r[REG_RIP] :
							   (long)si->si_addr;
		seen[n].trap = r[REG_TRAPNO];
		seen[n].err = r[REG_ERR];
	}
	n++;
	if (stop_at && n >= stop_at)
		r[REG_EFL] &= ~TF;
}

static void on_usr1(int sig, siginfo_t *si, void *context)
{
	((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] |= TF;
}

static void on_alarm(int sig)
{
	ticks++;
}

static void step(void)
{
	long r11, pid;

	n = 0;
	__asm__ volatile("xor %%eax, %%eax\n begin: pushfq; orl $0x100, (%%rsp); popfq\n"
			 "nop\n"
			 "mov $3, %%ecx\n"
			 "1: dec %%ecx\n jnz 1b\n"
			 "call 2f\n jmp 3f\n 2: ret\n 3:\n"
			 "lea 4f(%%rip), %%rax\n jmp *%%rax\n nop\n 4:\n"
			 "pushfq\n pop %3\n"
			 "mov $39, %%eax\n syscall\n mov %%rax, %1\n mov %%r11, %0\n"
			 "lea %4, %%rsi\n lea %5, %%rdi\n mov $4, %%ecx\n rep movsb\n"
			 "xor %%ecx, %%ecx\n rep movsb\n"
			 "mov $5, %%ecx\n lea %4, %%rsi\n lea %4, %%rdi\n repe cmpsb\n"
			 "mov $9, %%ecx\n lea %4, %%rdi\n mov $'c', %%al\n repne scasb\n"
			 "mov %%ds, %%eax\n"
			 "mov %%ss, %%eax\n mov %%eax, %%ss\n nop\n nop\n"
			 "int3\n nop\n"
			 "pushfq; andl $0xfffffeff, (%%rsp); popfq\n"
			 "nop\n nop\n"
			 : "=m"(r11), "=m"(pid), "+m"(to), "=m"(pushed)
			 : "m"(from), "m"(to)
			 : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r11", "cc", "memory");
	printf("%d traps, pid right %d, TF in r11 %d, pushed %d, copied %s\n", n, pid == getpid(),
	       !!(r11 & TF), !!(pushed & TF), to);
}

/* Does each instruction trap once between the POPF that sets TF and the POPF that clears it? */
static int right(int loops)
{
	n = 0;
	__asm__ volatile("pushfq; orl $0x100, (%%rsp); popfq\n"
			 "mov %0, %%ecx\n"
			 "1: lea 1(%%rax), %%rax\n dec %%ecx\n jnz 1b\n"
			 "pushfq; andl $0xfffffeff, (%%rsp); popfq\n"
			 :
			 : "r"(loops)
			 : "rax", "rcx", "cc", "memory");
	return n == 1 + 3 * loops + 3;
}

/* CPUID leaves a virtual machine, and some hypervisors lose its trap. */
static int over_cpuid(void)
{
	n = 0;
	__asm__ volatile("pushfq; orl $0x100, (%%rsp); popfq\n"
			 "xor %%eax, %%eax\n cpuid\n"
			 "pushfq; andl $0xfffffeff, (%%rsp); popfq\n"
			 :
			 :
			 : "rax", "rbx", "rcx", "rdx", "cc", "memory");
	printf("%d traps for 5 instructions\n", n);
	return 0;
}

/* If inject.c steps this program, it sends SIGALRM, and there is no timer. */
static int interrupted(int times)
{
	int wrong = 0;

	signal(SIGALRM, on_alarm);
	for (int i = 0; i < 5; i++)
		wrong += !right(2);
	raise(SIGURG);
	for (int i = 0; i < times; i++)
		wrong += !right(2);
	raise(SIGURG);
	printf("%d wrong of %d\n", wrong, times);
	fprintf(stderr, "%d handlers\n", ticks);
	return 0;
}

int main(int argc, char **argv)
{
	struct sigaction sa = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };
	struct itimerval every = { { 0, 200 }, { 0, 200 } }, never = { { 0, 0 }, { 0, 0 } };
	int wrong = 0, first;

	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	sigaction(SIGTRAP, &sa, NULL);
	if (argc > 1 && !strcmp(argv[1], "cpuid"))
		return over_cpuid();
	if (argc > 1)
		return interrupted(atoi(argv[1]));
	step();
	for (int i = 0; i < n; i++)
		printf("%ld: code %d, flags %lx, address %ld, trap %ld, error %ld\n", seen[i].rip,
		       seen[i].code, seen[i].flags & 0x10fff, seen[i].addr, seen[i].trap,
		       seen[i].err);
	first = n;

	sa.sa_sigaction = on_usr1;
	sigaction(SIGUSR1, &sa, NULL);
	n = 0;
	stop_at = 5;
	__asm__ volatile("syscall\n by_handler: nop; nop; nop; nop; nop; nop; nop"
			 :
			 : "a"(62L), "D"((long)getpid()), "S"((long)SIGUSR1)
			 : "rcx", "r11", "memory");
	for (int i = 0; i < n; i++)
		printf("set by a handler: %ld\n", seen[i].rip - (long)(by_handler - begin));

	stop_at = 0;
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &every, NULL);
	for (int i = 0; i < 2000 || ticks < 20; i++)
		wrong += !right(10);
	setitimer(ITIMER_REAL, &never, NULL);
	printf("with a timer: %d wrong, the first time %d\n", wrong, first);
	return 0;
}
