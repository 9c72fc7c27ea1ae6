/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that runs off the end of its page: with the next page absent, with it there but not to be
 * executed, and with it made executable by the handler, so that the run goes on.
 */
#include "asm.h"
handler:
	incl	calls(%rip)
	cmpq	%r13, UC_RIP(%rdx)
	MUST(e)
	cmpq	%r13, SI_ADDR(%rsi)
	MUST(e)
	cmpl	%r14d, SI_CODE(%rsi)
	MUST(e)
	testl	%r15d, %r15d
	jz	1f			/* count 3: i=9 ld=4 st=1 t=3 */
					/* count 2: t=1 ; count 1: n=1 */
	movq	%r13, %rdi
	movl	$4096, %esi
	movl	$7, %edx
	SYS(10)
	ret				/* count 1: i=6 sys=1 ld=1 r=1 */
1:	leaq	back(%rip), %rax
	movq	%rax, UC_RIP(%rdx)
	ret				/* count 2: i=3 ld=1 st=1 r=1 */
	/* count 3: i=2 sys=1 */
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	xorl	%edi, %edi
	movl	$8192, %esi
	movl	$7, %edx
	movl	$0x22, %r10d
	movq	$-1, %r8
	xorl	%r9d, %r9d
	SYS(9)
	movq	%rax, %r12
	leaq	4096(%rax), %r13
	movl	$0xc0ffc0ff, -4(%r13)	/* INC EAX, twice */
	movw	$0xc0ff, (%r13)
	movb	$0xc3, 2(%r13)
	leaq	-4(%r13), %rbx		/* count 1: i=14 st=3 sys=1 */
	xorl	%eax, %eax
	call	*%rbx
	cmpl	$3, %eax
	MUST(e)				/* count 1: i=4 ci=1 st=1 t=1 */
	/* count 1: i=4 ld=1 r=1 */
	/* Without the right. */
	movq	%r13, %rdi
	movl	$4096, %esi
	movl	$3, %edx
	SYS(10)
	movl	$2, %r14d
	xorl	%r15d, %r15d
	xorl	%eax, %eax
	movq	%rsp, %rbp
	call	*%rbx			/* count 1: i=10 sys=1 ci=1 st=1 */
	/* count 1: i=2 */
	ud2
back:	movq	%rbp, %rsp
	cmpl	$2, %eax		/* the registers are those at the fault */
	MUST(e)
	testl	%r10d, %r10d
	jz	2f			/* count 2: i=5 t=1 ; count 1: t=1 ; count 1: n=1 */
	/* The handler gives the right. */
	incl	%r15d
	xorl	%eax, %eax
	call	*%rbx
	cmpl	$3, %eax
	MUST(e)				/* count 1: i=5 ci=1 st=1 t=1 */
	/* count 1: i=4 ld=1 r=1 */
	/* Not there at all. */
	movq	%r13, %rdi
	movl	$4096, %esi
	SYS(11)
	movl	$1, %r14d
	xorl	%r15d, %r15d
	xorl	%r10d, %r10d
	xorl	%eax, %eax
	call	*%rbx			/* count 1: i=9 sys=1 ci=1 st=1 */
	/* count 1: i=2 */
	ud2
2:	cmpl	$3, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
calls:	.long	0
