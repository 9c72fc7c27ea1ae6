/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Timers, without a race: the signal is blocked but in sigsuspend(2), which is called once per
 * expiry. pause(2), nanosleep(2) and read(2) are interrupted, or begun again under SA_RESTART: then
 * the SYSCALL instruction retires twice.
 */
#include "asm.h"
handler:
	incl	ticks(%rip)
	ret				/* count 10+1+1: i=2 ld=2 st=1 r=1 */
	/* count 10+1+1: i=2 sys=1 */
writer:	/* Lets the read that was interrupted find something. */
	movl	$1, %eax
	movl	pipe+4(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	syscall
	ret				/* count 1: i=6 ld=2 sys=1 r=1 */
	/* count 1: i=2 sys=1 */
_start:
	SIGACTION(SIGALRM, act)
	xorl	%edi, %edi
	leaq	mask(%rip), %rsi
	xorl	%edx, %edx
	SYS(14)				/* count 1: i=11 sys=2 */
	movl	$10, %ebx		/* count 1: i=1 */
1:	xorl	%edi, %edi
	leaq	timer(%rip), %rsi
	xorl	%edx, %edx
	SYS(38)				/* setitimer */
	leaq	empty(%rip), %rdi
	movl	$8, %esi
	SYS(130)			/* rt_sigsuspend */
	cmpl	$-4, %eax
	MUST(e)				/* count 10: i=11 sys=2 t=1 */
	decl	%ebx
	jnz	1b			/* count 1: i=20 t=9 n=1 */
	cmpl	$10, ticks(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	/* Unblocked, it interrupts a read from an empty pipe. */
	leaq	pipe(%rip), %rdi
	SYS(22)
	movl	$1, %edi
	leaq	mask(%rip), %rsi
	movl	$8, %r10d
	xorl	%edx, %edx
	SYS(14)
	xorl	%edi, %edi
	leaq	timer(%rip), %rsi
	SYS(38)
	movl	pipe(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	SYS(0)
	cmpq	$-4, %rax
	MUST(e)				/* count 1: i=3+6+4+5+2 ld=1 sys=4 t=1 */
	/* A sleep. */
	xorl	%edi, %edi
	leaq	timer(%rip), %rsi
	xorl	%edx, %edx
	SYS(38)
	leaq	second(%rip), %rdi
	xorl	%esi, %esi
	SYS(35)
	cmpq	$-4, %rax
	MUST(e)				/* count 1: i=11 sys=2 t=1 */
	/* Begun again: SYSCALL twice, one result. */
	SIGACTION(SIGALRM, restart)
	xorl	%edi, %edi
	leaq	timer(%rip), %rsi
	xorl	%edx, %edx
	SYS(38)
	movl	pipe(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	SYS(0)
	cmpq	$1, %rax
	MUST(e)				/* count 1: i=6+5+5+1+2 ld=1 sys=4 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
ACTION(restart, writer, SA_RESTART)
timer:	.quad	0, 0, 0, 20000
second:	.quad	5, 0
mask:	.quad	1 << (SIGALRM - 1)
empty:	.quad	0
pipe:	.long	0, 0
ticks:	.long	0
byte:	.byte	0
