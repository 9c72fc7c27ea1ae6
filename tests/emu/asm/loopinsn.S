/* SPDX-License-Identifier: BSD-2-Clause */
/* LOOP, LOOPE, LOOPNE, JRCXZ, JECXZ; they leave the flags alone. */
#include "asm.h"
_start:
	xorl	%eax, %eax
	movl	$1000, %ecx		/* count 1: i=2 */
1:	incl	%eax
	loop	1b			/* count 1: i=2*1000 t=999 n=1 */
	cmpl	$1000, %eax
	MUST(e)				/* count 1: i=2 t=1 */

	/* LOOPE ends when ZF is clear: after 11 rounds. */
	movl	$100, %ecx
	xorl	%edx, %edx		/* count 1: i=2 */
2:	incl	%edx
	cmpl	$11, %edx
	setne	%al
	cmpb	$1, %al
	loope	2b			/* count 1: i=5*11 t=10 n=1 */
	cmpl	$89, %ecx
	MUST(e)				/* count 1: i=2 t=1 */

	/* LOOPNE ends when ZF is set. */
	movl	$100, %ecx
	xorl	%edx, %edx		/* count 1: i=2 */
3:	incl	%edx
	cmpl	$7, %edx
	loopne	3b			/* count 1: i=3*7 t=6 n=1 */
	cmpl	$93, %ecx
	MUST(e)				/* count 1: i=2 t=1 */
	/* ... or when the count is used up, ZF or not. */
	movl	$5, %ecx
	orl	$1, %eax		/* count 1: i=2 */
4:	loopne	4b			/* count 1: i=5 t=4 n=1 */
	jrcxz	5f			/* count 1: i=1 t=1 */
	jmp	fail
5:
	/* With RCX 0 it runs 2^64 times; with 67h, ECX 1: once, and the upper half is cleared. */
	movabsq	$0x100000001, %rcx	/* count 1: i=1 */
	addr32 loop 6f			/* count 1: i=1 n=1 */
	jrcxz	7f			/* count 1: i=1 t=1 */
6:	movl	$98, %edi
	jmp	fail
7:	movabsq	$0x100000000, %rcx	/* count 1: i=1 */
	jrcxz	6b			/* count 1: i=1 n=1 */
	jecxz	8f			/* count 1: i=1 t=1 */
	jmp	6b
	/* ECX 0 becomes 2^32-1: taken to itself's end. */
8:	addr32 loop 8f			/* count 1: i=1 t=1 */
8:	movl	$0xffffffff, %eax
	cmpq	%rax, %rcx
	MUST(e)				/* count 1: i=3 t=1 */

	/* Flags live across: CF from before the loop is added after it, 50 times. */
	xorl	%ebx, %ebx
	movl	$50, %edx		/* count 1: i=2 */
9:	movl	$3, %ecx
	stc				/* count 50: i=2 */
1:	loop	1b			/* count 50: i=3 t=2 n=1 */
	adcl	$0, %ebx		/* count 50: i=1 */
	stc
	jrcxz	2f			/* count 50: i=2 t=1 */
	clc
2:	adcl	$0, %ebx
	decl	%edx
	jnz	9b			/* count 1: i=150 t=49 n=1 */
	cmpl	$100, %ebx
	MUST(e)				/* count 1: i=2 t=1 */
	/* All six flags, by LAHF and SETO. */
	movl	$0x7fffffff, %eax
	addl	$1, %eax		/* OF SF AF set. count 1: i=2 */
	movl	$1000, %ecx		/* count 1: i=1 */
1:	loop	1b			/* count 1: i=1000 t=999 n=1 */
	seto	%bl
	lahf
	andb	$0xd5, %ah
	cmpb	$0x94, %ah		/* SF, AF, PF */
	MUST(e)
	cmpb	$1, %bl
	MUST(e)				/* count 1: i=7 t=2 */
	EXIT(0)				/* count 1: i=3 sys=1 */
