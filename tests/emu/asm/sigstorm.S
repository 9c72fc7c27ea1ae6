/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A timer at 10 kHz into a loop of all sorts. How often it comes depends on time, so the program
 * reports it, and the counts are known from that.
 */
/* reports T: how many signals were handled */
/* unstepped: a REP that a signal interrupts would have to be told apart */
#include "asm.h"
	.set	ROUNDS, 3000000
handler:
	pushq	%rbx
	movl	$20, %ebx		/* count T: i=2 st=1 */
1:	decl	%ebx
	jnz	1b			/* count T: i=40 t=19 n=1 */
	popq	%rbx
	incq	ticks(%rip)
	cmpl	$1, %ebx		/* spoils the flags */
	std
	cld
	ret				/* count T: i=6 ld=3 st=1 r=1 */
	/* count T: i=2 sys=1 */
leaf:	adcl	$0, %ebp
	ret				/* count 3000000: i=2 ld=1 r=1 */
_start:
	SIGACTION(SIGALRM, act)
	xorl	%edi, %edi
	leaq	timer(%rip), %rsi
	xorl	%edx, %edx
	SYS(38)
	movl	$ROUNDS, %r12d
	xorl	%ebp, %ebp
	xorl	%ebx, %ebx
	movl	$source, %r13d		/* count 1: i=6+5+4 sys=2 */
again:	/* The carry lives across a call, a branch and a memory operand. */
	movl	%r12d, %eax
	andl	$1, %eax
	negl	%eax			/* CF when odd */
	call	leaf			/* count 3000000: i=4 c=1 st=1 */
	movq	ticks(%rip), %rdx
	movq	%rdx, -64(%rsp)
	pushq	%r12
	popq	%rcx
	andl	$7, %ecx
	jrcxz	2f			/* count 3000000: i=6 ld=2 st=2 */
					/* count 375000: t=1 ; count 2625000: n=1 */
	incl	%ebx			/* count 2625000: i=1 */
2:	movl	%r13d, %esi
	leaq	target(%rip), %rdi
	rep movsb
	leaq	3f(%rip), %rax
	jmp	*%rax			/* count 3000000: i=5 ld=1 st=1 ji=1 */
3:	decl	%r12d
	jnz	again			/* count 3000000: i=2 ; count 2999999: t=1 ; count 1: n=1 */
	/* No more of them; then the number stands. */
	xorl	%edi, %edi
	leaq	mask(%rip), %rsi
	xorl	%edx, %edx
	movl	$8, %r10d
	SYS(14)
	cmpl	$ROUNDS / 2, %ebp
	MUST(e)
	cmpl	$ROUNDS / 8 * 7, %ebx
	MUST(e)				/* count 1: i=10 sys=1 t=2 */
	movl	$1, %edi
	leaq	ticks(%rip), %rsi
	movl	$8, %edx
	SYS(1)
	cmpl	$8, %eax
	MUST(e)				/* count 1: i=7 sys=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
timer:	.quad	0, 100, 0, 100
mask:	.quad	1 << (SIGALRM - 1)
ticks:	.quad	0
source:	.ascii	"0123456"
target:	.space	16
