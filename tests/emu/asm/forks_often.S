/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A parent that forks 150 times. The engine puts its code and tables in large pages meanwhile
 * (emu/syscall/dense.h), again and again, while parent and child both come to code that is new: in
 * each round the parent calls the next function, and the child that one and the one behind it.
 */
/* unstepped */
#include "asm.h"
_start:
	movl	$150, %ebx
	leaq	functions(%rip), %r12
	xorl	%r14d, %r14d		/* count 1: i=3 */
1:	SYS(57)
	testl	%eax, %eax
	jnz	2f			/* count 150: i=2 sys=1 t=1 n=1 ; count 300: i=2 */
	call	*%r12
	leaq	64(%r12), %rax
	call	*%rax			/* count 150: i=3 ci=2 st=2 */
	movl	%r14d, %edi
	SYS(60)				/* count 150: i=3 sys=1 */
2:	WAIT
	call	*%r12
	movzbl	status+1(%rip), %eax
	leal	1(%r14), %ecx		/* count 150: i=9 ci=1 st=1 ld=1 sys=1 */
	movzbl	%cl, %ecx
	cmpl	%ecx, %eax
	MUST(e)				/* count 150: i=3 t=1 */
	addq	$64, %r12
	decl	%ebx
	jnz	1b			/* count 150: i=3 ; count 149: t=1 ; count 1: n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */

	.balign	64
functions:				/* count 3*150: i=2 ld=1 r=1 */
	.rept	151
	incl	%r14d
	ret
	.balign	64
	.endr

	.data
status:	.long	0
