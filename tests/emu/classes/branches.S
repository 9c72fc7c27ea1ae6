/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Branches: 167 instructions, 77 of them branches, of which 67 are conditional; 2 loads and 2
 * stores per turn.
 */
#include "class.h"
	/* A condition that holds, then the same one when it does not. */
	.macro	both cc, yes, no
	\yes
	leaq	1(%rsi), %rsi
	j\cc	771f
	ud2
771:	\no
	leaq	(%rsi, %rsi), %rsi
	j\cc	772f
	decq	%rsi
772:
	.endm
	REPEAT(TIMES)
branches:
	/* Forwards, backwards, over a page's worth of nothing. */
	jmp	3f
1:	jmp	4f
2:	jmp	1b
3:	jmp	2b
	.skip	130, 0xcc
4:	jmp	5f
5:					/* count N: i=5 j=5 */
	movl	$subroutine, %ebx
	call	subroutine
	call	*%rbx
	jmp	6f			/* count N: i=4 c=1 ci=1 j=1 st=2 */
subroutine:
	ret				/* count 2*N: i=1 r=1 ld=1 */
6:	movl	$10, %ecx
1:	loop	1b			/* count N: i=11 t=9 n=1 */
	movl	$10, %ecx
	xorl	%eax, %eax
1:	loopz	1b			/* count N: i=12 t=9 n=1 */
	orl	$1, %eax
	loopz	1b			/* count N: i=2 n=1 */
	movl	$10, %ecx
1:	loopnz	1b			/* count N: i=11 t=9 n=1 */
	xorl	%eax, %eax
	loopnz	1b			/* count N: i=2 n=1 */
	xorl	%ecx, %ecx
	jrcxz	2f
	ud2
2:	incl	%ecx
	jecxz	1b			/* count N: i=4 t=1 n=1 */
	/* 1 - 1 = 0; 1; 1 - 0x7fff… borrows; 0x7fff… + 1 overflows. */
	both	o,   "cmpq $-1, %r14",   "cmpq %r13, %r13"
	both	no,  "cmpq %r13, %r13",  "cmpq $-1, %r14"
	both	b,   "cmpq %r14, %r13",  "cmpq %r13, %r14"
	both	nb,  "cmpq %r13, %r14",  "cmpq %r14, %r13"
	both	z,   "cmpq %r13, %r13",  "testq %r13, %r13"
	both	nz,  "testq %r13, %r13", "cmpq %r13, %r13"
	both	be,  "cmpq %r13, %r13",  "testq %r13, %r13"
	both	nbe, "testq %r13, %r13", "cmpq %r13, %r13"
	both	s,   "cmpq %r14, %r13",  "cmpq %r13, %r14"
	both	ns,  "cmpq %r13, %r14",  "cmpq %r14, %r13"
	both	p,   "cmpq %r13, %r13",  "testq %r13, %r13"
	both	np,  "testq %r13, %r13", "cmpq %r13, %r13"
	both	l,   "cmpq %r14, %r13",  "cmpq %r13, %r14"
	both	nl,  "cmpq %r13, %r14",  "cmpq %r14, %r13"
	both	le,  "cmpq %r13, %r13",  "testq %r13, %r13"
	both	nle, "testq %r13, %r13", "cmpq %r13, %r13" /* count 16*N: i=7 t=1 n=1 */
	decl	%ebp
	jnz	branches		/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
