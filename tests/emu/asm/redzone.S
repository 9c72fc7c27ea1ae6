/* SPDX-License-Identifier: BSD-2-Clause */
/* The 128 bytes below RSP belong to the program: nothing that is done between may touch them. */
#include "asm.h"
leaf:
	.irp	at, 8,16,24,32,40,48,56,64,72,80,88,96,104,112,120,128
	movq	$\at, -\at(%rsp)	/* count 300*16: i=1 st=1 */
	.endr
	xorl	%eax, %eax
	movl	$20, %ecx		/* count 300: i=2 */
1:	addq	-128(%rsp), %rax
	addq	-8(%rsp), %rax
	incq	-64(%rsp)
	decl	%ecx
	jnz	1b			/* count 300: i=5*20 ld=3*20 st=20 t=19 n=1 */
	leaq	2f(%rip), %rdx
	jmp	*%rdx			/* count 300: i=2 ji=1 */
2:	jmp	*to(%rip)		/* count 300: i=1 ld=1 ji=1 */
3:	movq	%rax, %r8
	movl	$39, %eax
	syscall				/* count 300: i=3 sys=1 */
	xorl	%eax, %eax
	movl	$7, %ecx
	cmpl	%edi, %r12d
	je	4f			/* count 300: i=4 ; count 1: t=1 ; count 299: n=1 */
	cpuid				/* count 299: i=1 */
4:
	.irp	at, 8,16,24,32,40,48,56
	cmpq	$\at, -\at(%rsp)
	jne	5f			/* count 300*7: i=2 ld=1 n=1 */
	.endr
	cmpq	$64+20, -64(%rsp)
	jne	5f			/* count 300: i=2 ld=1 n=1 */
	.irp	at, 72,80,88,96,104,112,120,128
	cmpq	$\at, -\at(%rsp)
	jne	5f			/* count 300*8: i=2 ld=1 n=1 */
	.endr
	ret				/* count 300: i=1 ld=1 r=1 */
5:	movl	$97, %edi
	jmp	fail
_start:
	movl	$300, %r12d
	movl	$1, %edi		/* count 1: i=2 */
again:	call	leaf			/* count 300: i=1 st=1 c=1 */
	cmpl	$20*136, %r8d
	MUST(e)				/* count 300: i=2 t=1 */
	decl	%r12d
	jnz	again			/* count 1: i=600 t=299 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
to:	.quad	3b
