/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sigaltstack: the handler runs there, also when RSP is no address at all; nested signals stay on
 * it; the context's uc_stack tells; the stack cannot be changed meanwhile.
 */
#include "asm.h"
	.set	SIZE, 65536
	/* Outer: on the alternate stack. Sends itself the inner signal. */
outer:	leaq	alt(%rip), %rax
	movq	%rsp, %rcx
	subq	%rax, %rcx
	cmpq	$SIZE, %rcx
	MUST(b)
	cmpq	%rax, UC_STACK(%rdx)
	MUST(e)
	cmpl	$0, UC_STACK+8(%rdx)
	MUST(e)
	cmpq	$SIZE, UC_STACK+16(%rdx)
	MUST(e)				/* count 200: i=11 ld=3 t=4 */
	leaq	other(%rip), %rdi
	xorl	%esi, %esi
	SYS(131)
	cmpl	$-1, %eax		/* EPERM: we stand on it */
	MUST(e)
	xorl	%edi, %edi
	leaq	now(%rip), %rsi
	SYS(131)
	cmpl	$1, now+8(%rip)		/* SS_ONSTACK */
	MUST(e)				/* count 200: i=12 ld=1 sys=2 t=2 */
	pushq	%rdx
	movq	%rsp, low(%rip)
	movl	pid(%rip), %edi
	movl	$SIGUSR2, %esi
	SYS(62)
	popq	%rdx
	testl	%ebp, %ebp
	jz	1f			/* count 200: i=9 ld=2 st=2 sys=1 */
					/* count 100: t=1 ; count 100: n=1 */
	/* A fault with a bad stack pointer: put a good one. */
	movq	good(%rip), %rax
	movq	%rax, UC_RSP(%rdx)
	addq	$2, UC_RIP(%rdx)	/* count 100: i=3 ld=2 st=2 */
1:	incl	outers(%rip)
	ret				/* count 200: i=2 ld=2 st=1 r=1 */
	/* count 200: i=2 sys=1 */
	/* Inner: below the outer one's frame, on the same stack. */
inner:	cmpq	low(%rip), %rsp
	MUST(b)
	leaq	alt(%rip), %rax
	cmpq	%rax, %rsp
	MUST(a)
	incl	inners(%rip)
	ret				/* count 200: i=7 ld=3 st=1 t=2 r=1 */
	/* count 200: i=2 sys=1 */
_start:
	SYS(39)
	movl	%eax, pid(%rip)
	leaq	stack(%rip), %rdi
	xorl	%esi, %esi
	SYS(131)
	testl	%eax, %eax
	MUST(z)				/* count 1: i=9 st=1 sys=2 t=1 */
	SIGACTION(SIGUSR1, act1)
	SIGACTION(SIGUSR2, act2)
	SIGACTION(SIGSEGV, act1)	/* count 3: i=6 sys=1 */
	movl	$100, %ebx		/* count 1: i=1 */
again:	xorl	%ebp, %ebp
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	SYS(62)				/* count 100: i=5 ld=1 sys=1 */
	movq	%rsp, good(%rip)
	incl	%ebp
	movabsq	$0x1234567, %rsp
	nop
	pushq	%rax			/* 1 byte, faults */
	nop
	cmpq	good(%rip), %rsp
	MUST(e)				/* count 100: i=6 st=1 ld=1 t=1 */
	decl	%ebx
	jnz	again			/* count 1: i=200 t=99 n=1 */
	cmpl	$200, outers(%rip)
	MUST(e)
	cmpl	$200, inners(%rip)
	MUST(e)				/* count 1: i=4 ld=2 t=2 */
	xorl	%edi, %edi
	leaq	now(%rip), %rsi
	SYS(131)
	cmpl	$0, now+8(%rip)
	MUST(e)				/* count 1: i=6 ld=1 sys=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act1, outer, SA_SIGINFO | SA_ONSTACK)
ACTION(act2, inner, SA_ONSTACK)
stack:	.quad	alt, 0, SIZE
other:	.quad	alt, 0, 8192
now:	.quad	0, 0, 0
low:	.quad	0
good:	.quad	0
pid:	.long	0
outers:	.long	0
inners:	.long	0
	.bss
	.balign	16
alt:	.space	SIZE
