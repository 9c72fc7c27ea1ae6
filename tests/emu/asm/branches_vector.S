/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Vector registers are kept through very many branches, system calls among them, and across signals
 * of a timer, whose handler spoils the registers. The engine's predictors use such registers.
 */
/* uncounted: a timer sends the signals */
/* unstepped */
#include "asm.h"
handler:
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	pcmpeqd	%xmm\n, %xmm\n
	.endr
	ret

_start:
	SIGACTION(SIGALRM, act)
	movl	$38, %eax		/* setitimer(ITIMER_REAL, …) */
	xorl	%edi, %edi
	leaq	timer(%rip), %rsi
	xorl	%edx, %edx
	syscall
	movl	$4000, %r12d
again:	movl	%r12d, %eax
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	incl	%eax
	movd	%eax, %xmm\n
	pshufd	$0, %xmm\n, %xmm\n
	.endr
	movl	$1200, %ecx
1:	testl	$5, %ecx
	jz	2f
	incl	%ebx
2:	decl	%ecx
	jnz	1b
	movl	$39, %eax		/* getpid */
	syscall
	movl	%r12d, %eax
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	incl	%eax
	movd	%eax, %xmm0
	.if \n
	pshufd	$0, %xmm0, %xmm0
	pcmpeqd	%xmm\n, %xmm0
	pmovmskb %xmm0, %edx
	cmpl	$0xffff, %edx
	MUST(e)
	.endif
	.endr
	decl	%r12d
	jnz	again
	EXIT(0)

	.data
	.balign	8
timer:	.quad	0, 150, 0, 150		/* each 150 us */
ACTION(act, handler, SA_RESTART)
