/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers and stacks: known ones, on a stack of their own, of which not all is there. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

/*
 * Each runs n times around its loop, on this stack: the first without a system call, the second
 * with getpid(2), the third with sched_yield(2). The first does not write to the stack; the others
 * write how many rounds are left before each call. Each register holds its number, by DWARF, times
 * FILL; but the frame pointer is 16 above the stack pointer.
 */
void holding(unsigned long n, void *stack);
void calling(unsigned long n, void *stack);
void yielding(unsigned long n, void *stack);
extern char holding_start[], holding_end[], calling_start[], calling_end[], yielding_start[],
	yielding_end[];

#ifdef __x86_64__
#define FILL 0x0102030405060708u
#define ENTER                                                                              \
	"push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"               \
	"mov %rsp, saved_sp(%rip)\n"                                                       \
	"mov %rsi, %rsp; lea 16(%rsi), %rbp; mov %rdi, %r15\n"                             \
	"movabs $0x0102030405060708, %r8\n"                                                \
	"imul $1, %r8, %rdx; imul $3, %r8, %rbx; imul $4, %r8, %rsi; imul $5, %r8, %rdi\n" \
	"imul $9, %r8, %r9; imul $10, %r8, %r10; imul $12, %r8, %r12\n"                    \
	"imul $13, %r8, %r13; imul $14, %r8, %r14; imul $8, %r8, %r8\n"
#define LEAVE                        \
	"mov saved_sp(%rip), %rsp\n" \
	"pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret\n"
#define LESS	     "dec %r15; jnz"
#define CALL(number) "mov %r15, (%rsp); mov $" number ", %eax; syscall; "
#define GETPID	     "39"
#define SCHED_YIELD  "24"
enum { SP = 7, BP = 6, IP = 16, N_REGISTERS = 17, ROUNDS = 15 };
/* Not RAX, RCX and R11, which system calls change, nor R15, the number of rounds. */
static const int known[] = { 1, 3, 4, 5, 8, 9, 10, 12, 13, 14 };
#else
#define FILL 0x01020304u
#define ENTER                                                    \
	"mov 4(%esp), %ecx; mov 8(%esp), %edx\n"                 \
	"push %ebx; push %ebp; push %esi; push %edi\n"           \
	"mov %esp, saved_sp\n"                                   \
	"mov %edx, %esp; lea 16(%edx), %ebp\n"                   \
	"mov $2 * 0x01020304, %edx; mov $3 * 0x01020304, %ebx\n" \
	"mov $6 * 0x01020304, %esi; mov $7 * 0x01020304, %edi\n"
#define LEAVE                  \
	"mov saved_sp, %esp\n" \
	"pop %edi; pop %esi; pop %ebp; pop %ebx; ret\n"
#define LESS	     "dec %ecx; jnz"
#define CALL(number) "mov %ecx, (%esp); mov $" number ", %eax; int $0x80; "
#define GETPID	     "20"
#define SCHED_YIELD  "158"
enum { SP = 4, BP = 5, IP = 8, N_REGISTERS = 9, ROUNDS = 1 };
static const int known[] = { 2, 3, 6, 7 };
#endif

#define LOOP(name, call)                                                            \
	".globl " #name "\n" #name ":\n" ENTER #name "_start: " call LESS " " #name \
	"_start\n" #name "_end: " LEAVE

__asm__(".local saved_sp; .comm saved_sp, 8, 8\n"
	".text\n" LOOP(holding, "") LOOP(calling, CALL(GETPID)) LOOP(yielding, CALL(SCHED_YIELD)));

/* ---- The stack ---- */

#define PAGES 20
#define WORDS (PAGES * 4096 / sizeof(uint64_t))

static uint64_t *memory; /* nothing is mapped behind it */

static uint64_t pattern(size_t word)
{
	return 0x5a5a000000000000u + word;
}

static void make_stack(void)
{
	memory = mmap(NULL, (PAGES + 1) * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	must(memory != MAP_FAILED && !munmap(memory + WORDS, 4096), "a stack");
	for (size_t i = 0; i < WORDS; i++)
		memory[i] = pattern(i);
}

/* ---- What samples hold ---- */

struct seen {
	void (*function)(unsigned long n, void *stack);
	const char *start, *end; /* its loop */
	uint64_t *from;		 /* the stack pointer */
	uint32_t words;		 /* so many there should be */
	uint64_t n, without, wrong, stale, kernel, others, wraps;
};

#define LOOP_OF(name) .function = name, .start = name##_start, .end = name##_end

static bool is_in_loop(const struct seen *seen, uint64_t at)
{
	return at >= (uintptr_t)seen->start && at < (uintptr_t)seen->end;
}

static bool are_registers_right(const struct seen *seen, const struct pmc_ioctl_sample *r,
				const uint64_t *registers)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (registers[known[i]] != (uintptr_t)(FILL * (unsigned)known[i]))
			return false;
	/* An interrupt may come at any instruction of the loop. */
	if (r->flags & PMC_SAMPLE_USER && registers[IP] != r->ip)
		return false;
	return registers[SP] == (uintptr_t)seen->from && registers[BP] == registers[SP] + 16;
}

static bool is_stack_right(const struct seen *seen, const uint64_t *stack)
{
	for (uint32_t i = seen->function != holding; i < seen->words; i++)
		if (stack[i] != pattern((size_t)(seen->from - memory) + i))
			return false;
	return true;
}

/* Are the registers those of an earlier call? An interrupt may see one round less than the stack.
 */
static bool are_stale(const struct seen *seen, const uint64_t *registers, const uint64_t *stack)
{
	uintptr_t less = (uintptr_t)stack[0] - (uintptr_t)registers[ROUNDS];

	return seen->function != holding && less > 1;
}

/* Counts it, and prints the first one, since a wrong sample may not come again. */
static void tell_wrong(struct seen *seen, const struct pmc_ioctl_sample *r,
		       const uint64_t *registers)
{
	const uint64_t *stack = registers + r->n_regs;

	if (seen->wrong++)
		return;
	printf("# a wrong sample: ip %#" PRIx64 ", flags %#x, %u registers, %u of %" PRIu32
	       " words of stack from %p\n",
	       (uint64_t)r->ip, r->flags, r->n_regs, r->n_stack, seen->words, (void *)seen->from);
	for (uint32_t i = 0; i < r->n_kernel; i++)
		printf("# kernel chain %#" PRIx64 "\n", (uint64_t)r->word[r->n_counts + i]);
	for (uint32_t i = 0; i < r->n_regs; i++)
		printf("# register %" PRIu32 " %#" PRIx64 "\n", i, registers[i]);
	for (uint32_t i = 0; i < r->n_stack && i < seen->words; i++)
		if (stack[i] != pattern((size_t)(seen->from - memory) + i))
			printf("# word %" PRIu32 " %#" PRIx64 "\n", i, stack[i]);
}

static void look_at(struct seen *seen, const struct pmc_ioctl_sample *r)
{
	uint32_t n = (uint32_t)r->n_counts + r->n_kernel + r->n_user;
	const uint64_t *registers = (const uint64_t *)r->word + n;

	/* Those of the C code around are of no interest, nor is user mode around system calls. */
	if (seen->function == holding ? !is_in_loop(seen, r->ip) : r->flags & PMC_SAMPLE_USER)
		return;
	/* The calls that start and stop the set are seen, too. */
	if (seen->function != holding && r->n_regs == N_REGISTERS &&
	    !is_in_loop(seen, registers[IP])) {
		seen->others++;
		return;
	}
	seen->n++;
	seen->kernel += !(r->flags & PMC_SAMPLE_USER);
	n += r->n_regs + r->n_stack;
	if (!r->n_regs && !r->n_stack)
		seen->without++;
	else if (r->n_regs != N_REGISTERS || r->n_stack != seen->words ||
		 r->size != sizeof(*r) + 8 * n || !are_registers_right(seen, r, registers) ||
		 !is_stack_right(seen, registers + r->n_regs))
		tell_wrong(seen, r, registers);
	else if (are_stale(seen, registers, registers + r->n_regs))
		seen->stale++;
}

static union {
	struct pmc_ioctl_sample head;
	char bytes[65536];
} large;

static void drain(struct sampling *s, struct seen *seen)
{
	struct pmc_ioctl_ring *r = ring(s, 0);
	uint64_t at = r->tail % r->data_size;
	size_t size;

	while ((size = take(r, &large, sizeof(large)))) {
		seen->wraps += at + size > r->data_size;
		at = r->tail % r->data_size;
		look_at(seen, &large.head);
	}
}

/* One way of sampling: so many bytes are wanted, and so many words are there. */
static void sampled(const char *what, struct pmc_ioctl_event e, struct seen seen, unsigned long n)
{
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 64);
	uint64_t count;

	for (int round = 0; round < 20; round++) {
		ioctl(s.fd, PMC_IOC_START, 0);
		seen.function(n, seen.from);
		ioctl(s.fd, PMC_IOC_STOP, 0);
		drain(&s, &seen);
	}
	count = value_of(&s, 1);
	result(total(&s) == count / e.period && !ring(&s, 0)->lost,
	       "%s: %" PRIu64 " samples of %" PRIu64 ", %" PRIu64 " lost", what, total(&s),
	       count / e.period, (uint64_t)ring(&s, 0)->lost);
	result(seen.n >= 40 && !seen.wrong && !seen.stale && seen.without <= seen.kernel / 3 &&
		       seen.others <= 5,
	       "%s: %" PRIu64 " samples, %" PRIu64 " in the kernel, %" PRIu64 " wrong, %" PRIu64
	       " with those of another call, %" PRIu64 " without registers, %" PRIu64
	       " around the ring's end",
	       what, seen.n, seen.kernel, seen.wrong, seen.stale, seen.without, seen.wraps);
	end(&s);
}

static struct pmc_ioctl_event wanting(int kernel, uint32_t bytes, uint32_t what)
{
	struct pmc_ioctl_event e = instructions(kernel, has_checks() ? 200003 : 20011);

	e.sample = what | PMC_SAMPLE_USER_REGS;
	e.stack = bytes;
	return e;
}

static void in_a_loop(void)
{
	const unsigned long n = has_checks() ? 300000 : 30000;
	struct seen seen = { LOOP_OF(holding), .from = memory };

	sampled("registers alone", wanting(0, 0, 0), seen, n);
	seen.words = 1;
	sampled("one word", wanting(0, 8, 0), seen, n);
	seen.words = 1001;
	sampled("8008 bytes", wanting(0, 8008, PMC_SAMPLE_COUNTS), seen, n);
	seen.words = (65528 - sizeof(struct pmc_ioctl_sample)) / 8 - N_REGISTERS;
	sampled("as much as fits", wanting(0, 65528, 0), seen, n);
	seen.from = memory + WORDS - 9, seen.words = 9;
	sampled("the end of the stack", wanting(0, 16384, PMC_SAMPLE_USER_CHAIN), seen, n);
	seen.from = memory + 512 * 9 + 100, seen.words = 412;
	must(!madvise(memory + 512 * 10, 4096, MADV_DONTNEED), "madvise");
	sampled("a page that is not in memory", wanting(0, 16384, 0), seen, n);
	must(!madvise(memory, PAGES * 4096, MADV_DONTNEED), "madvise");
	seen.words = 0;
	sampled("nothing in memory", wanting(0, 16384, 0), seen, n);
	make_stack();
}

/*
 * The kernel's samples have what user mode had when it made the system call. In a good part
 * of such a short one they are not all stored: with Linux 5.10 in 27 % by INT 80h.
 */
static void in_the_kernel(void)
{
	struct seen seen = { LOOP_OF(calling), .from = memory + 3, .words = 500 };

	if (geteuid())
		return;
	sampled("system calls", wanting(1, 4000, PMC_SAMPLE_KERNEL_CHAIN), seen,
		has_checks() ? 4000 : 1500);
}

/*
 * Two processes on a CPU take turns. By the tracepoint counting begins before the kernel runs on
 * the stack and with the memory of the one that comes.
 */
static void in_turns(void)
{
	struct seen seen = { LOOP_OF(yielding), .from = memory + 3, .words = 500 };
	cpu_set_t all, one;
	pid_t other;

	if (geteuid())
		return;
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	must(!sched_getaffinity(0, sizeof(all), &all) && !sched_setaffinity(0, sizeof(one), &one),
	     "sched_setaffinity");
	other = fork();
	must(other >= 0, "fork");
	while (!other)
		sched_yield();
	sampled("turns", wanting(1, 4000, PMC_SAMPLE_KERNEL_CHAIN), seen,
		has_checks() ? 1000 : 400);
	kill(other, SIGKILL);
	must(waitpid(other, NULL, 0) == other && !sched_setaffinity(0, sizeof(all), &all),
	     "waitpid");
}

/* A ring in which no such record has room loses all, and tells so. */
static void in_too_small_a_ring(void)
{
	struct pmc_ioctl_event e = wanting(0, 8192, 0);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1);
	uint64_t tail = 12345678901ull;

	for (int round = 0; round < 2; round++) {
		ioctl(s.fd, PMC_IOC_START, 0);
		holding(has_checks() ? 400000 : 40000, memory);
		ioctl(s.fd, PMC_IOC_STOP, 0);
		result(!ring(&s, 0)->samples && ring(&s, 0)->lost &&
			       total(&s) == value_of(&s, 1) / e.period,
		       "%s: %" PRIu64 " are lost", round ? "a tail that cannot be" : "one page",
		       (uint64_t)ring(&s, 0)->lost);
		ring(&s, 0)->tail = tail;
	}
	end(&s);
}

void mode_stack(unsigned n_)
{
	(void)n_;
	make_stack();
	in_a_loop();
	in_the_kernel();
	in_turns();
	in_too_small_a_ring();
}
