/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Returns, indirect calls and jumps that lead to one place for so long that the engine guesses it
 * (emu/code/guess.h), and then to another one, or to two by turns. Flags and RCX stay.
 */
#include "asm.h"
_start:
	movl	$20000, %ebx
	xorl	%r14d, %r14d
	movl	$0x1234, %ecx
	leaq	one(%rip), %r12		/* count 1: i=4 */
again:	cmpl	$10000, %ebx
	jbe	2f			/* count 20000: i=2 ; count 10000: t=1 n=1 */

	/* From one half of the way on, the same return leads elsewhere. */
	call	leaf
	jmp	3f			/* count 10000: i=2 c=1 st=1 j=1 */
2:	call	leaf			/* count 10000: i=1 c=1 st=1 */
3:	MUST(c)				/* count 20000: i=1 t=1 */

	cmpl	$5000, %ebx
	jne	4f			/* count 20000: i=2 ; count 19999: t=1 ; count 1: n=1 */
	leaq	two(%rip), %r12		/* count 1: i=1 */
4:	call	*%r12			/* count 20000: i=1 ci=1 st=1 */
	MUST(c)
	cmpq	$0x1234, %rcx
	MUST(e)				/* count 20000: i=3 t=2 */
	movl	%ebx, %eax
	andl	$1, %eax
	leaq	by_turns(%rip), %rdx
	jmp	*(%rdx,%rax,8)		/* count 20000: i=4 ji=1 ld=1 */
odd:	incl	%r14d
	jmp	5f			/* count 10000: i=2 j=1 */
even:	addl	$2, %r14d
	jmp	5f			/* count 10000: i=2 j=1 */

5:	decl	%ebx
	jnz	again			/* count 20000: i=2 ; count 19999: t=1 ; count 1: n=1 */
	cmpl	$100000, %r14d
	MUST(e)				/* count 1: i=2 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */

	/* The trace that the return ends begins at the loop. */
leaf:	movl	$2, %eax
1:	decl	%eax
	jnz	1b
	stc
	ret				/* count 20000: i=7 t=1 n=1 ld=1 r=1 */

one:	addl	$3, %r14d
	stc
	ret				/* count 15001-1: i=3 ld=1 r=1 */
two:	addl	$5, %r14d
	stc
	ret				/* count 4999+1: i=3 ld=1 r=1 */

	.data
	.balign	8
by_turns: .quad	even, odd
