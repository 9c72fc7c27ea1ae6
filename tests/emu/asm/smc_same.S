/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that changes itself on its own page: an instruction far ahead, the one just ahead, an
 * immediate inside a loop, a whole function; and data that lies between the code.
 */
#include "asm.h"
_start:
	leaq	page(%rip), %rdi
	andq	$-4096, %rdi
	movl	$4096, %esi
	movl	$7, %edx
	SYS(10)				/* mprotect: read, write, execute */
	testl	%eax, %eax
	MUST(z)				/* count 1: i=8 sys=1 t=1 */
	jmp	page			/* count 1: i=1 j=1 */
	.balign	4096
page:	/* The immediate of the instruction just ahead, in each round another. */
	movl	$1000, %ecx
	xorl	%ebx, %ebx		/* count 1: i=2 */
1:	movl	%ecx, 2f+1(%rip)
2:	movl	$0, %eax
	addq	%rax, %rbx
	decl	%ecx
	jnz	1b			/* count 1000: i=5 st=1 ; count 999: t=1 ; count 1: n=1 */
	cmpq	$500500, %rbx
	MUST(e)				/* count 1: i=2 t=1 */
	/* A function that is called before and after it is changed. */
	movl	$100, %r12d		/* count 1: i=1 */
3:	movb	$0xc0, 4f+1(%rip)	/* INC EAX */
	xorl	%eax, %eax
	call	4f
	call	4f
	cmpl	$2, %eax
	MUST(e)				/* count 100: i=6 st=3 c=2 t=1 */
	movb	$0xc8, 4f+1(%rip)	/* DEC EAX */
	call	4f
	cmpl	$1, %eax
	MUST(e)				/* count 100: i=4 st=2 c=1 t=1 */
	jmp	5f			/* count 100: i=1 j=1 */
4:	incl	%eax
	ret				/* count 300: i=2 ld=1 r=1 */
counter: .quad	0
5:	/* Data on the page of the code. */
	incq	counter(%rip)
	decl	%r12d
	jnz	3b			/* count 100: i=3 ld=1 st=1 */
					/* count 99: t=1 ; count 1: n=1 */
	cmpq	$100, counter(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	/* A branch's condition flips: JZ and JNZ, under the loop's own feet. */
	movl	$100, %ecx
	xorl	%ebx, %ebx		/* count 1: i=2 */
6:	xorb	$1, 7f(%rip)
	cmpl	%eax, %eax
7:	jz	8f			/* count 100: i=3 ld=1 st=1 */
					/* count 50: t=1 ; count 50: n=1 */
	incl	%ebx			/* count 50: i=1 */
8:	decl	%ecx
	jnz	6b			/* count 100: i=2 ; count 99: t=1 ; count 1: n=1 */
	cmpl	$50, %ebx
	MUST(e)				/* count 1: i=2 t=1 */
	/* NOPs are filled with INC by REP STOS, then run. */
	leaq	fill(%rip), %rdi
	movl	$0xc0ff, %eax
	movl	$50, %ecx
	rep stosw
	xorl	%eax, %eax		/* count 1: i=5 st=1 */
fill:	.rept	50
	.byte	0x66, 0x90
	.endr				/* count 50: i=1 */
	cmpl	$50, %eax
	MUST(e)				/* count 1: i=2 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.balign	4096
