/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Returns that are not paired with calls as a processor likes it: from a stack that may only be
 * read, behind calls that never return, to where no call has been, with arguments to take off the
 * stack. Below the stack pointer a return leaves what was there.
 */
#include "asm.h"
	.globl	_start
_start:
	movl	$100, %ebx		/* count 1: i=1 */

	/* A call that returns, from a function that can be left between. */
loop:	call	function		/* count 100: i=1 c=1 st=1 */
1:	leaq	1b(%rip), %rax
	cmpq	%rax, -8(%rsp)
	MUST(e)				/* count 100: i=3 ld=1 t=1 */

	/* The stack is read-only. */
	movq	%rsp, %rbp
	leaq	addresses(%rip), %rsp
	ret				/* count 100: i=3 ld=1 r=1 */
first:	nop
	ret				/* count 100: i=2 ld=1 r=1 */
second:	movq	%rsp, %rax
	movq	%rbp, %rsp
	leaq	addresses_end(%rip), %rcx
	cmpq	%rcx, %rax
	MUST(e)				/* count 100: i=5 t=1 */

	/* The inner call never returns, the outer one does. */
	call	outer			/* count 100: i=1 c=1 st=1 */
	/* No call was here. */
	leaq	3f(%rip), %rax
	pushq	%rax
	ret				/* count 100: i=3 st=1 ld=1 r=1 */
	hlt
3:	pushq	%rbx
	pushq	%rbx
	call	takes			/* count 100: i=3 st=3 c=1 */
	cmpq	%rbp, %rsp
	MUST(e)				/* count 100: i=2 t=1 */
	movl	$6, %edi
	call	recurse			/* count 100: i=2 c=1 st=1 */
	leaq	takes(%rip), %rax
	pushq	%rbx
	pushq	%rbx
	call	*%rax			/* count 100: i=4 st=3 ci=1 */
	cmpq	%rbp, %rsp
	MUST(e)				/* count 100: i=2 t=1 */
	decl	%ebx
	jnz	loop			/* count 1: i=200 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */

function:
	testl	$1, %ebx
	jz	1f			/* count 1: i=200 t=50 n=50 */
	nop				/* count 50: i=1 */
1:	ret				/* count 100: i=1 ld=1 r=1 */

outer:	testl	%ebx, %ebx
	jz	fail
	call	inner			/* count 100: i=3 n=1 c=1 st=1 */
	hlt
inner:	testl	%ebx, %ebx
	jz	fail
	addq	$8, %rsp
	ret				/* count 100: i=4 n=1 ld=1 r=1 */

takes:	testl	%ebx, %ebx
	jz	fail
	ret	$16			/* count 200: i=3 n=1 ld=1 r=1 */

recurse:				/* count 100*7: i=3 c=0 */
	testl	%edi, %edi
	jz	1f
	decl	%edi			/* count 100*6: i=1 n=1 */
	call	recurse			/* count 100*6: i=1 c=1 st=1 */
1:	ret				/* count 100*7: ld=1 r=1 */
					/* count 100: t=1 */
	.section .rodata
	.balign	8
addresses:
	.quad	first, second
addresses_end:
