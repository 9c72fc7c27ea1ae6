/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions that read, compare or exchange, and write, which they always do; and CPUID: 48
 * instructions, 15 loads, 15 stores and a branch per turn.
 */
#include "class.h"
	/* Compares with an equal value. */
	.macro	same size, a, b
	xorl	%eax, %eax
	xorl	%ebx, %ebx
	cmpxchg\size \a, \b
	lock cmpxchg\size \a, cell(%rip)
	.endm
	.macro	different size, a, b
	orl	$-1, %eax
	movl	$1, %ebx
	cmpxchg\size \a, \b
	cmpxchg\size \a, (%r12)
	.endm
	REPEAT(TIMES)
cpuid:
	same	b, %cl, %bl
	same	w, %cx, %bx
	same	l, %ecx, %ebx
	same	q, %rcx, %rbx
	different b, %r8b, %bl
	different w, %r8w, %bx
	different l, %r8d, %ebx
	different q, %r8, %rbx		/* count 8*N: i=4 ld=1 st=1 */
	pushq	%rdx
	cmpxchg8b other(%rip)
	lock cmpxchg16b other		/* count N: i=3 ld=2 st=3 */
	/* Leaf 0, whose answers are the same on one machine. */
	xorl	%eax, %eax
	cpuid
	popq	%rdx			/* count N: i=3 ld=1 */
	xaddb	%al, %bl
	xaddb	%al, cell(%rip)
	xaddw	%ax, %bx
	lock xaddw %ax, (%r12)
	xaddl	%eax, %r8d
	xaddl	%eax, cell
	xaddq	%rax, %r9
	lock xaddq %rax, other+8	/* count N: i=8 ld=4 st=4 */
	decl	%ebp
	jnz	cpuid			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
