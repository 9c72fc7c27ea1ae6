/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Many targets of few indirect branches: 4,000 small functions, called in turn through one CALL and
 * jumped to through one JMP; some 64 KiB apart, so that their addresses agree in the low bits.
 */
#include "asm.h"
_start:
	movl	$3, %r12d		/* count 1: i=1 */
again:	xorl	%ebx, %ebx
	leaq	functions(%rip), %r13	/* count 3: i=2 */
1:	call	*%r13			/* count 12000: i=1 st=1 ci=1 */
	addq	$16, %r13
	leaq	functions_end(%rip), %rax
	cmpq	%rax, %r13
	jb	1b			/* count 12000: i=4 ; count 11997: t=1 ; count 3: n=1 */
	cmpl	$4000, %ebx
	MUST(e)				/* count 3: i=2 t=1 */
	xorl	%ebp, %ebp
	leaq	2f(%rip), %r14		/* count 3: i=2 */
2:	cmpl	$16, %ebp
	je	3f			/* count 3*17: i=2 ; count 3: t=1 ; count 48: n=1 */
	movl	%ebp, %eax
	shll	$16, %eax
	incl	%ebp
	leaq	far(%rax), %rax
	jmp	*%rax			/* count 48: i=5 ji=1 */
3:	decl	%r12d
	jnz	again			/* count 1: i=6 t=2 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.balign	16
functions:
	.rept	4000
	incl	%ebx			/* count 12000: i=2 ld=1 r=1 */
	ret
	.balign	16
	.endr
functions_end:
	.balign	65536
far:
	.rept	16
	incl	%ebx
	jmp	*%r14			/* count 48: i=2 ji=1 */
	.balign	65536
	.endr
