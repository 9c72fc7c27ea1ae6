/* SPDX-License-Identifier: BSD-2-Clause */
/* clang-format off */
/* Assembly. */
/*
 * Macros for programs whose counts follow from arithmetic. They use no libc and no start-up code.
 *
 * A program states the expected counts in comments, which asm_test.sh reads:
 *
 *	count TIMES: i=INSTRUCTIONS ld=LOADS st=STORES t=TAKEN n=NOT-TAKEN j=JUMPS ji=INDIRECT-JUMPS
 *	             c=CALLS ci=INDIRECT-CALLS r=RETURNS sys=SYSCALLS
 *		what the lines beside the comment execute, each of TIMES times; a count that is
 *		left out is 0. TIMES and the numbers are shell expressions. A program's counts
 *		are the sum over all its comments.
 *	where NAME=NUMBER...	names in the expressions behind it, also of headers beside the
 *		program that it includes (those are read, but for this one)
 *	exit STATUS	how the program ends: 128 + n for signal n; 0 if there is no such comment
 *	needs FLAG...	the test skips the program if /proc/cpuinfo lacks one of these flags
 *	unstepped	the oracle cannot follow it (threads, children); only arithmetic checks it
 *	reports T	it writes an 8-byte number to its standard output: T in the expressions
 *	uncounted	its counts depend on time; the test checks only its result
 *
 * Programs check their own results with MUST: the exit status is the line of a check that failed.
 */
	.text
	.globl	_start
fail:	movl	$231, %eax
	syscall

/* Goes on when the condition holds: i=1 t=1. Else the program ends. */
#define MUST(cc)                                                                                   \
	j##cc 9f;                                                                                  \
	movl $(__LINE__ % 120 + 1), %edi;                                                          \
	jmp fail;                                                                                  \
9:

#define SYS(nr)	   movl $nr, %eax; syscall		      /* i=2 sys=1 */
#define EXIT(code) movl $231, %eax; movl $code, %edi; syscall /* exit_group: i=3 sys=1 */

/* i=6 sys=1; act: by ACTION. */
#define SIGACTION(sig, act)                                                                        \
	movl $13, %eax;                                                                            \
	movl $sig, %edi;                                                                           \
	leaq act(%rip), %rsi;                                                                      \
	xorl %edx, %edx;                                                                           \
	movl $8, %r10d;                                                                            \
	syscall
#define ACTION(name, handler, flags)                                                               \
	name:                                                                                      \
	.quad handler, (flags) | 0x04000000, restorer, 0

/* A thread by clone(2), with the stack in RSI: i=6 sys=1. CLONE_VM, FS, FILES, SIGHAND, THREAD and
 * SYSVSEM. EAX is 0 in it. */
#define THREAD                                                                                     \
	movl $0x50f00, %edi;                                                                       \
	xorl %edx, %edx;                                                                           \
	xorl %r10d, %r10d;                                                                         \
	xorl %r8d, %r8d;                                                                           \
	SYS(56)

/* The same. The kernel writes its number to `tid`, and 0 when it has ended: i=6 sys=1. With
 * CLONE_PARENT_SETTID and CLONE_CHILD_CLEARTID. */
#define THREAD_WITH_TID                                                                            \
	movl $0x350f00, %edi;                                                                      \
	leaq tid(%rip), %rdx;                                                                      \
	movq %rdx, %r10;                                                                           \
	xorl %r8d, %r8d;                                                                           \
	SYS(56)

/* Waits for the child in EAX, whose status goes to `status`: i=6 sys=1. */
#define WAIT                                                                                       \
	movl %eax, %edi;                                                                           \
	leaq status(%rip), %rsi;                                                                   \
	xorl %edx, %edx;                                                                           \
	xorl %r10d, %r10d;                                                                         \
	SYS(61)

#define SA_SIGINFO   4
#define SA_ONSTACK   0x08000000
#define SA_RESTART   0x10000000
#define SA_NODEFER   0x40000000
#define SA_RESETHAND 0x80000000

/* A handler's way back: i=2 sys=1, after its RET (i=1 ld=1 r=1). */
restorer:
	movl	$15, %eax
	syscall

#define SIGILL	4
#define SIGTRAP 5
#define SIGFPE	8
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGALRM 14
#define SIGCHLD 17

/* struct ucontext, as a handler with SA_SIGINFO gets it in RDX; siginfo in RSI. */
#define UC_STACK   16
#define UC_R8	   40
#define UC_R12	   72
#define UC_R15	   96
#define UC_RDI	   104
#define UC_RSI	   112
#define UC_RBP	   120
#define UC_RBX	   128
#define UC_RDX	   136
#define UC_RAX	   144
#define UC_RCX	   152
#define UC_RSP	   160
#define UC_RIP	   168
#define UC_EFLAGS  176
#define UC_ERR	   192
#define UC_TRAPNO  200
#define UC_CR2	   216
#define UC_FPSTATE 224
#define UC_SIGMASK 296
#define SI_CODE	   8
#define SI_ADDR	   16
