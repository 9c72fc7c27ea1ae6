/* SPDX-License-Identifier: BSD-2-Clause */
/* Code on an executable stack (PT_GNU_STACK asks for it): another trampoline every time. */
/* cflags: -Wl,-z,execstack */
#include "asm.h"
	.section .note.GNU-stack, "x", @progbits
	.text
_start:
	movl	$200, %ebx		/* count 1: i=1 */
1:	subq	$32, %rsp
	movb	$0xb8, (%rsp)
	movl	%ebx, 1(%rsp)
	movb	$0xc3, 5(%rsp)
	call	*%rsp
	cmpl	%ebx, %eax
	MUST(e)				/* count 200: i=7 st=4 ci=1 t=1 */
	/* count 200: i=2 ld=1 r=1 */
	leaq	(%rsp), %rax
	call	*%rax
	cmpl	%ebx, %eax
	MUST(e)
	addq	$24, %rsp		/* not all of it: the next one overlaps */
	decl	%ebx
	jnz	1b			/* count 200: i=7 st=1 ci=1 t=1 */
					/* count 199: t=1 ; count 1: n=1 */
	/* count 200: i=2 ld=1 r=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
