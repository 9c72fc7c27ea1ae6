/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Eight threads by clone(2), each with another count, all through the same code at the same time.
 * The first thread leaves before them: the process ends with the last one, so nothing waits and
 * every count is known. Each also takes a signal of its own.
 */
/* unstepped */
#include "asm.h"
handler:
	lock incl handled(%rip)
	ret				/* count 8: i=2 ld=2 st=1 r=1 */
	/* count 8: i=2 sys=1 */
thread:	/* EBX: its number, 1 to 8. On its own stack. */
	imull	$20000, %ebx, %ebp	/* count 8: i=1 */
	/* 20000 * (1 + ... + 8) rounds. */
1:	call	work
	decl	%ebp
	jnz	1b			/* count 720000: i=3 c=1 st=1 */
					/* count 720000-8: t=1 ; count 8: n=1 */
	SYS(186)			/* gettid */
	movl	%eax, %edi
	movl	$SIGUSR1, %esi
	SYS(200)			/* tkill */
	imull	$20000, %ebx, %eax
	lock addl %eax, sum(%rip)
	lock decl alive(%rip)
	jnz	2f			/* count 8: i=10 ld=2 st=2 sys=2 */
					/* count 7: t=1 ; count 1: n=1 */
	/* The last one checks. It must not end the others, which may have an instruction to go. */
	cmpl	$8, handled(%rip)
	MUST(e)
	cmpl	$720000, sum(%rip)
	MUST(e)				/* count 1: i=4 ld=2 t=2 */
2:	xorl	%edi, %edi
	SYS(60)				/* count 8: i=3 sys=1 */
work:	leaq	fn(%rip), %rax
	jmp	*(%rax)			/* count 720000: i=2 ld=1 ji=1 */
inner:	addl	$1, -8(%rsp)
	ret				/* count 720000: i=2 ld=2 st=1 r=1 */
_start:
	SIGACTION(SIGUSR1, act)		/* count 1: i=6 sys=1 */
	movl	$8, %ebx
	leaq	stacks(%rip), %rsi	/* count 1: i=2 */
3:	addq	$65536, %rsi
	THREAD				/* count 8: i=7 sys=1 */
	testl	%eax, %eax
	jz	thread			/* count 16: i=2 ; count 8: t=1 ; count 8: n=1 */
	decl	%ebx
	jnz	3b			/* count 8: i=2 ; count 7: t=1 ; count 1: n=1 */
	xorl	%edi, %edi
	SYS(60)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
fn:	.quad	inner
sum:	.long	0
handled: .long	0
alive:	.long	8
	.bss
	.balign	16
stacks:	.space	65536 * 9
