/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Four threads in the same loop, a timer at 10 kHz that interrupts whichever the kernel likes. Each
 * thread blocks the signal at its end; the last one reports how many were handled.
 */
/* reports T: how many signals were handled */
/* unstepped */
#include "asm.h"
	.set	ROUNDS, 1000000
handler:
	pushq	%rbx
	movl	$10, %ebx		/* count T: i=2 st=1 */
1:	decl	%ebx
	jnz	1b			/* count T: i=20 t=9 n=1 */
	popq	%rbx
	lock incq ticks(%rip)
	ret				/* count T: i=3 ld=3 st=1 r=1 */
	/* count T: i=2 sys=1 */
leaf:	addl	%eax, -8(%rsp)
	ret				/* count 4000000: i=2 ld=2 st=1 r=1 */
thread:	movl	$ROUNDS, %r12d
	leaq	leaf(%rip), %r13	/* count 4: i=2 */
2:	movl	%r12d, %eax
	call	*%r13
	testl	$3, %eax
	jz	3f			/* count 4000000: i=4 ci=1 st=1 */
					/* count 1000000: t=1 ; count 3000000: n=1 */
	incl	%ebx			/* count 3000000: i=1 */
3:	decl	%r12d
	jnz	2b			/* count 4000000: i=2 ; count 3999996: t=1 ; count 4: n=1 */
	xorl	%edi, %edi
	leaq	mask(%rip), %rsi
	xorl	%edx, %edx
	movl	$8, %r10d
	SYS(14)
	lock decl alive(%rip)
	jnz	4f			/* count 4: i=8 sys=1 ld=1 st=1 */
					/* count 3: t=1 ; count 1: n=1 */
	movl	$1, %edi
	leaq	ticks(%rip), %rsi
	movl	$8, %edx
	SYS(1)				/* count 1: i=5 sys=1 */
	/* Not exit_group: another one may have an instruction to go. */
4:	xorl	%edi, %edi
	SYS(60)				/* count 4: i=3 sys=1 */
_start:
	SIGACTION(SIGALRM, act)
	xorl	%edi, %edi
	leaq	timer(%rip), %rsi
	xorl	%edx, %edx
	SYS(38)
	movl	$3, %ebp
	leaq	stacks(%rip), %rsi	/* count 1: i=6+5+2 sys=2 */
5:	addq	$65536, %rsi
	THREAD
	testl	%eax, %eax
	jz	thread			/* count 3: i=9 sys=1 n=1 ; count 3: i=2 t=1 */
	decl	%ebp
	jnz	5b			/* count 3: i=2 ; count 2: t=1 ; count 1: n=1 */
	jmp	thread			/* count 1: i=1 j=1 */
	.data
ACTION(act, handler, 0)
timer:	.quad	0, 100, 0, 100
mask:	.quad	1 << (SIGALRM - 1)
ticks:	.quad	0
alive:	.long	4
	.bss
	.balign	16
stacks:	.space	65536 * 4
