// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers of the x87 FPU, SSE and PKRU at signals, and what the FPU says of its last instruction.
 * The output is the same wherever the program lies and whatever the processor offers.
 *
 *	odd_fp handler    a handler begins with the initial state, and the program gets its own back
 *	odd_fp nested     the same for a handler in a handler
 *	odd_fp pkru       a handler has the initial rights, also on a stack that has a key
 *	odd_fp env        FNSTENV and FNSAVE store the address of the last x87 instruction
 *	odd_fp frame      so does the frame of a handler
 *	odd_fp xrstor     XRSTOR with an MXCSR that cannot be, where it is loaded and where not
 *	odd_fp fault      FNSTENV and FNSAVE into memory that is not there change nothing
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

struct state {
	unsigned mxcsr;
	unsigned short control;
	uint64_t xmm7;
};

static inline struct state get(void)
{
	struct state s;

	__asm__ volatile("stmxcsr %0; fnstcw %1; movq %%xmm7, %2"
			 : "=m"(s.mxcsr), "=m"(s.control), "=r"(s.xmm7));
	return s;
}

static inline void set(unsigned mxcsr, unsigned short control, uint64_t xmm7)
{
	__asm__ volatile("ldmxcsr %0; fldcw %1; movq %2, %%xmm7"
			 :
			 : "m"(mxcsr), "m"(control), "r"(xmm7)
			 : "xmm7");
}

static void print(const char *where, struct state s)
{
	printf("%s: mxcsr %x control %x xmm7 %lx\n", where, s.mxcsr, s.control, (long)s.xmm7);
}

static struct state seen, seen_inside, seen_after;
static volatile int handled;
static int nests;

static void inner(int sig)
{
	(void)sig;
	seen_inside = get();
	set(0x5f80, 0xb7f, 3);
}

static void outer(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	seen = get();
	set(0x3f80, 0x77f, 2);
	if (nests) {
		raise(SIGUSR2);
		seen_after = get();
	}
	(void)info;
	if (sig == SIGSEGV)
		uc->uc_mcontext.gregs[REG_RIP] += 2; /* of "movl (%rax), %eax" */
	if (sig == SIGILL)
		uc->uc_mcontext.gregs[REG_RIP] += 2; /* of UD2 */
	if (sig == SIGFPE)
		uc->uc_mcontext.gregs[REG_RIP] += 2; /* of "divl %ecx" */
	handled = sig;
}

#define OWN_MXCSR   0x7f80
#define OWN_CONTROL 0xc7f

/* Each with a state of the program's own, and in assembly, since the compiler may use xmm7. */
static struct state around(int sig)
{
	struct state s;

	handled = 0;
	set(OWN_MXCSR, OWN_CONTROL, 1);
	switch (sig) {
	case SIGSEGV:
		__asm__ volatile("movl (%%rax), %%eax" : : "a"(8) : "memory");
		break;
	case SIGILL:
		__asm__ volatile("ud2" : : : "memory");
		break;
	case SIGTRAP:
		__asm__ volatile("int3" : : : "memory");
		break;
	case SIGFPE:
		__asm__ volatile("divl %%ecx" : : "a"(1), "c"(0), "d"(0) : "memory");
		break;
	case SIGALRM:
		while (!handled)
			;
		break;
	default: {
		long ret = 234; /* tgkill */

		__asm__ volatile("syscall"
				 : "+a"(ret)
				 : "D"((long)getpid()), "S"((long)gettid()), "d"((long)sig)
				 : "rcx", "r11", "memory");
	}
	}
	s = get();
	set(0x1f80, 0x37f, 0);
	return s;
}

static void run_handler(int nested)
{
	static const int sigs[] = { SIGUSR1, SIGSEGV, SIGILL, SIGTRAP, SIGFPE, SIGALRM };
	const struct itimerval soon = { .it_value = { 0, 20000 } };
	struct sigaction a = { .sa_sigaction = outer, .sa_flags = SA_SIGINFO };

	nests = nested;
	signal(SIGUSR2, inner);
	for (unsigned i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++) {
		struct state after;

		sigaction(sigs[i], &a, NULL);
		if (sigs[i] == SIGALRM)
			setitimer(ITIMER_REAL, &soon, NULL);
		after = around(sigs[i]);
		printf("signal %d\n", sigs[i]);
		print(" in the handler", seen);
		if (nested) {
			print(" in the inner handler", seen_inside);
			print(" back in the outer", seen_after);
		}
		print(" after it", after);
	}
}

static unsigned pkru_in_handler;

static unsigned get_pkru(void)
{
	unsigned a, d;

	__asm__ volatile("rdpkru" : "=a"(a), "=d"(d) : "c"(0));
	return a;
}

static void set_pkru(unsigned a)
{
	__asm__ volatile("wrpkru" : : "a"(a), "c"(0), "d"(0) : "memory");
}

static void see_pkru(int sig)
{
	(void)sig;
	pkru_in_handler = get_pkru();
	set_pkru(0);
}

static void run_pkru(void)
{
	int key = pkey_alloc(0, 0);
	unsigned initial;
	stack_t ss = { .ss_size = 65536 };
	struct sigaction a = { .sa_handler = see_pkru };

	if (key < 0) {
		printf("no keys\n");
		return;
	}
	initial = get_pkru() | 3u << 2 * key;
	for (int on_stack = 0; on_stack < 2; on_stack++) {
		if (on_stack) {
			ss.ss_sp = mmap(NULL, ss.ss_size, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			sigaltstack(&ss, NULL);
			a.sa_flags = SA_ONSTACK;
		}
		sigaction(SIGUSR1, &a, NULL);
		sigaction(SIGTRAP, &a, NULL);
		set_pkru(initial & ~(3u << 2 * key));
		raise(SIGUSR1);
		printf("in the handler: initial %d", pkru_in_handler == initial);
		printf(", after it: own %d\n", get_pkru() == (initial & ~(3u << 2 * key)));
		__asm__ volatile("int3");
		printf("in the handler: initial %d", pkru_in_handler == initial);
		printf(", after it: own %d\n", get_pkru() == (initial & ~(3u << 2 * key)));
	}
}

/*
 * Where the last x87 instruction was. Some processors forget it when the kernel switches to another
 * task, so each case has several tries.
 */
#define TRIES 50

static void run_env(void)
{
	static double value = 1.5;
	unsigned env[7] = { 0 }, area[27] = { 0 }, right[3] = { 0 };
	uint64_t want, data = (uint64_t)&value;

	for (int i = 0; i < TRIES; i++) {
		__asm__ volatile("leaq 1f(%%rip), %0; fninit; 1: fldl %2; movl $1, %%eax; "
				 "fnstenv %1; fstp %%st(0)"
				 : "=&r"(want), "=m"(env)
				 : "m"(value)
				 : "eax");
		right[0] += env[3] == (unsigned)want && env[5] == (unsigned)data;
	}
	printf("fnstenv: control %x status %x tags %x, now %x\n", env[0] & 0xffff, env[1] & 0xffff,
	       env[2] & 0xffff, get().control);
	for (int i = 0; i < TRIES; i++) {
		__asm__ volatile("leaq 1f(%%rip), %0; fninit; fld1; 1: fadd %%st(0); jmp 2f; "
				 "2: fnsave %1"
				 : "=&r"(want), "=m"(area));
		right[1] += area[3] == (unsigned)want;
	}
	printf("fnsave: control %x tags %x st %x %x, now %x\n", area[0] & 0xffff, area[2] & 0xffff,
	       area[8], area[9] & 0xffff, get().control);
	memset(env, 0x55, sizeof(env));
	for (int i = 0; i < TRIES; i++) {
		__asm__ volatile("leaq 1f(%%rip), %0; fninit; 1: fldpi; data16 fnstenv %1; "
				 "fstp %%st(0)"
				 : "=&r"(want), "=m"(env));
		right[2] += env[1] >> 16 == (want & 0xffff);
	}
	printf("16 bits: control %x status %x, behind it %x\n", env[0] & 0xffff, env[0] >> 16,
	       env[3] >> 16);
	printf("addresses right: %d %d %d\n", right[0] > TRIES / 2, right[1] > TRIES / 2,
	       right[2] > TRIES / 2);
}

static uint64_t frame_fip;

static void see_frame(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)sig;
	(void)info;
	frame_fip = uc->uc_mcontext.fpregs->rip;
}

static void run_frame(void)
{
	struct sigaction a = { .sa_sigaction = see_frame, .sa_flags = SA_SIGINFO };
	uint64_t want;

	sigaction(SIGTRAP, &a, NULL);
	__asm__ volatile("leaq 1f(%%rip), %0; 1: fld1; int3; fstp %%st(0)" : "=&r"(want));
	/* AMD's processors save it only when there is an exception. */
	printf("in the frame: %d\n", !frame_fip || frame_fip == want);
}

static int faults;

static void skip_store(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)sig;
	(void)info;
	faults++;
	uc->uc_mcontext.gregs[REG_RIP] += 2; /* of "fnsave (%rax)" */
}

static void run_fault(void)
{
	struct sigaction a = { .sa_sigaction = skip_store, .sa_flags = SA_SIGINFO };
	void *nowhere = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	sigaction(SIGSEGV, &a, NULL);
	for (int i = 0; i < 2; i++) {
		unsigned short control;
		double st0;

		__asm__ volatile("fninit; fldpi");
		set(0x1f80, 0xf7e, 0);
		if (i)
			__asm__ volatile("fnsave (%%rax)" : : "a"(nowhere) : "memory");
		else
			__asm__ volatile("fnstenv (%%rax)" : : "a"(nowhere) : "memory");
		__asm__ volatile("fnstcw %1; fstpl %0; fninit" : "=m"(st0), "=m"(control));
		printf("faults %d: control %x, %.3f\n", faults, control, st0);
	}
}

static int restored;

static void skip_xrstor(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)sig;
	(void)info;
	restored = 0;
	uc->uc_mcontext.gregs[REG_RIP] += 3; /* of "xrstor (%rsi)" */
}

static void run_xrstor(void)
{
	static unsigned char area[1024] __attribute__((aligned(64)));
	struct sigaction a = { .sa_sigaction = skip_xrstor, .sa_flags = SA_SIGINFO };
	unsigned bad = 0xffff0000;

	sigaction(SIGSEGV, &a, NULL);
	memcpy(area + 24, &bad, sizeof(bad));
	for (unsigned mask = 1; mask < 4; mask++) {
		restored = 1;
		__asm__ volatile("xrstor (%%rsi)" : : "a"(mask), "d"(0), "S"(area) : "memory");
		printf("components %u: %s\n", mask, restored ? "restored" : "a fault");
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!strcmp(what, "handler") || !strcmp(what, "nested"))
		run_handler(!strcmp(what, "nested"));
	else if (!strcmp(what, "pkru"))
		run_pkru();
	else if (!strcmp(what, "env"))
		run_env();
	else if (!strcmp(what, "frame"))
		run_frame();
	else if (!strcmp(what, "xrstor"))
		run_xrstor();
	else if (!strcmp(what, "fault"))
		run_fault();
	else
		return 2;
	return 0;
}
