/* SPDX-License-Identifier: BSD-2-Clause */
/* Nested loops; long rows of branches that are taken, and that are not. */
#include "asm.h"
_start:
	xorl	%eax, %eax		/* count 1: i=1 */
	movl	$10, %ecx		/* count 1: i=1 */
1:	movl	$1000, %edx		/* count 10: i=1 */
2:	incl	%eax
	decl	%edx
	jnz	2b			/* count 10: i=3*1000 t=999 n=1 */
	decl	%ecx
	jnz	1b			/* count 1: i=2*10 t=9 n=1 */
	cmpl	$10000, %eax
	MUST(e)				/* count 1: i=2 t=1 */

	/* A loop with its test at the head, and an unconditional jump back. */
	xorl	%ecx, %ecx		/* count 1: i=1 */
3:	cmpl	$500, %ecx
	jge	4f			/* count 501: i=2 ; count 500: n=1 ; count 1: t=1 */
	incl	%ecx
	jmp	3b			/* count 500: i=2 j=1 */
4:
	/* 200 branches not taken, 200 taken, 100 jumps, three times. */
	movl	$3, %ecx		/* count 1: i=1 */
5:	cmpl	$0, %ecx		/* count 3: i=1 */
	.rept	200
	je	6f			/* count 3*200: i=1 n=1 */
	.endr
	.rept	200
	jne	7f			/* count 3*200: i=1 t=1 */
	ud2
7:
	.endr
	.rept	100
	jmp	7f			/* count 3*100: i=1 j=1 */
	ud2
7:
	.endr
	/* Taken, to the next instruction. */
	.rept	50
	jne	7f			/* count 3*50: i=1 t=1 */
7:
	.endr
	decl	%ecx
	jnz	5b			/* count 1: i=6 t=2 n=1 */
	/* Alternating: taken every other time. */
	movl	$1000, %ecx		/* count 1: i=1 */
8:	testl	$1, %ecx
	jz	9f			/* count 1000: i=2 ; count 500: t=1 ; count 500: n=1 */
	nop				/* count 500: i=1 */
9:	decl	%ecx
	jnz	8b			/* count 1: i=2000 t=999 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
6:	movl	$99, %edi
	jmp	fail
