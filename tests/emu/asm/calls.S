/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls and returns, direct and indirect, matched and not; recursion; tail jumps. */
#include "asm.h"
	/* fib(n) calls itself 2*fib(n+1)-2 times below the first: 3192 for n = 16. */
fib:	cmpl	$2, %edi
	jl	1f			/* count 3193: i=2 ; count 1596: n=1 ; count 1597: t=1 */
	pushq	%rdi
	decl	%edi
	call	fib
	popq	%rdi
	pushq	%rax
	subl	$2, %edi
	call	fib
	popq	%rdx
	addl	%edx, %eax
	ret				/* count 1596: i=10 st=2+2 ld=2+1 c=2 r=1 */
1:	movl	%edi, %eax
	ret				/* count 1597: i=2 ld=1 r=1 */

leaf:	incl	%ebx
	ret				/* count 1000+1000+1000+1000+1000+20: i=2 ld=1 r=1 */
pops:	addl	$2, %ebx
	ret	$16			/* count 1000: i=2 ld=1 r=1 */
tail:	incl	%ebx
	jmp	leaf			/* count 1000: i=2 j=1 */
tailind:
	jmp	*pointer(%rip)		/* count 1000: i=1 ld=1 ji=1 */
deep:	decl	%ecx
	jz	1f			/* count 10000: i=2 ; count 9999: n=1 ; count 1: t=1 */
	call	deep
	incl	%ebx			/* count 9999: i=2 st=1 c=1 */
1:	ret				/* count 10000: i=1 ld=1 r=1 */

_start:
	movl	$16, %edi
	call	fib			/* count 1: i=2 st=1 c=1 */
	cmpl	$987, %eax
	MUST(e)				/* count 1: i=2 t=1 */
	xorl	%ebx, %ebx
	movl	$1000, %r12d
	leaq	leaf(%rip), %r13	/* count 1: i=3 */
again:	call	leaf			/* count 1000: i=1 st=1 c=1 */
	call	*%r13			/* count 1000: i=1 st=1 ci=1 */
	call	*pointer(%rip)		/* count 1000: i=1 st=1 ld=1 ci=1 */
	call	tail			/* count 1000: i=1 st=1 c=1 */
	call	tailind			/* count 1000: i=1 st=1 c=1 */
	pushq	$1
	pushq	$2
	call	pops			/* count 1000: i=3 st=3 c=1 */
	/* To find out where it is. */
	call	1f
1:	popq	%rax			/* count 1000: i=2 st=1 ld=1 c=1 */
	leaq	1b(%rip), %rdx
	cmpq	%rax, %rdx
	MUST(e)				/* count 1000: i=3 t=1 */
	/* A return that no call belongs to. */
	leaq	2f(%rip), %rax
	pushq	%rax
	ret				/* count 1000: i=3 st=1 ld=1 r=1 */
	ud2
2:	/* The return address changed in the callee, as a retpoline does. */
	leaq	4f(%rip), %rax
	call	3f			/* count 1000: i=2 st=1 c=1 */
	ud2
3:	movq	%rax, (%rsp)
	ret				/* count 1000: i=2 st=1 ld=1 r=1 */
4:	leaq	5f(%rip), %rax
	jmp	*%rax			/* count 1000: i=2 ji=1 */
	ud2
5:	decl	%r12d
	jnz	again			/* count 1: i=2000 t=999 n=1 */
	cmpl	$8000, %ebx
	MUST(e)				/* count 1: i=2 t=1 */
	xorl	%ebx, %ebx
	movl	$10000, %ecx
	call	deep			/* count 1: i=3 st=1 c=1 */
	cmpl	$9999, %ebx
	MUST(e)				/* count 1: i=2 t=1 */
	.rept	20
	call	leaf			/* count 20: i=1 st=1 c=1 */
	.endr
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
pointer:
	.quad	leaf
