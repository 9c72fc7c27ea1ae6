/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code in shared memory that nobody else can write to: two views of a memfd that is closed, and
 * anonymous memory under W^X. Each function is called several times before it changes.
 */
#include "asm.h"
#define ROUNDS 250
	/* Writes "mov $EBX, %eax; ret" to RDI: i=3 st=3. */
	.macro	emit
	movb	$0xb8, (%rdi)
	movl	%ebx, 1(%rdi)
	movb	$0xc3, 5(%rdi)
	.endm
	/* Calls R12 ten times and wants EBX each time. i=1, and ten times i=5 st=1 ci=1 t=1 and the
	 * function: i=2 ld=1 r=1; nine times t=1, once n=1 */
	.macro	check
	movl	$10, %ebp
5:	call	*%r12
	cmpl	%ebx, %eax
	MUST(e)
	decl	%ebp
	jnz	5b
	.endm
	/* mmap(0, 8192, prot, flags, R8, 0): i=7 sys=1 */
	.macro	map prot, flags
	xorl	%edi, %edi
	movl	$8192, %esi
	movl	$\prot, %edx
	movl	$\flags, %r10d
	xorl	%r9d, %r9d
	SYS(9)
	.endm
_start:
	leaq	name(%rip), %rdi
	xorl	%esi, %esi
	SYS(319)			/* memfd_create */
	movl	%eax, %r13d
	movl	%eax, %edi
	movl	$8192, %esi
	SYS(77)				/* ftruncate */
	movl	%r13d, %r8d
	map 5, 1
	movq	%rax, %r12
	map 3, 1
	movq	%rax, %r14
	movl	%r13d, %edi
	SYS(3)				/* close */
	movl	$ROUNDS, %ebx		/* count 1: i=4+5+1+7+1+7+1+3+1 sys=5 */
1:	movq	%r14, %rdi
	emit
	check
	decl	%ebx
	jnz	1b			/* count 250: i=1+3+1+70+2 st=3+10 ci=10 t=19 n=1 */
					/* count 250: ld=10 r=10 */
					/* count 249: t=1 ; count 1: n=1 */
	movq	$-1, %r8
	map 3, 0x21
	movq	%rax, %r12
	movl	$ROUNDS, %ebx		/* count 1: i=1+7+2 sys=1 */
2:	movq	%r12, %rdi
	movl	$8192, %esi
	movl	$3, %edx
	SYS(10)				/* mprotect */
	emit
	movl	$5, %edx
	SYS(10)
	check
	decl	%ebx
	jnz	2b			/* count 250: i=5+3+3+1+70+2 sys=2 st=3+10 ci=10 t=19 n=1 */
					/* count 250: ld=10 r=10 ; count 249: t=1 ; count 1: n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
name:	.asciz	"code"
