/* SPDX-License-Identifier: BSD-2-Clause */
/* Moves, extensions and exchanges: 126 instructions, 52 loads, 40 stores and a branch per turn. */
#include "class.h"
	/* Each size of register to register, to memory, and back; a load and a store. */
	.macro	moved size, a, b
	mov\size	\a, \b
	mov\size	\a, cell(%rip)
	mov\size	cell(%rip), \a
	.endm
	/* The same for XCHG, which loads and stores in either order of its operands. */
	.macro	exchanged a, b
	xchg	\a, \b
	xchg	\a, cell(%rip)
	xchg	cell(%rip), \a
	.endm
	REPEAT(TIMES)
moves:
	movq	$buffer, %rbx
	movl	$4, %eax		/* count N: i=2 */
	/* Ways to address. */
	movq	(%rbx), %r8
	movq	8(%rbx), %rcx
	movl	200(%rbx, %rax), %ecx
	movw	(%rbx, %rax, 2), %dx
	movb	9(%rbx, %rax, 4), %dl
	movq	3(%rbx, %rax, 8), %rsi
	movl	8(%ebx, %eax), %r9d
	movq	buffer+64(, %rax, 8), %r15	/* count N: i=8 ld=8 */
	movq	%r8, 16(%rbx)
	movq	%rcx, (%rbx)
	movl	%ecx, 200(%rbx, %rax)
	movw	%dx, (%rbx, %rax, 2)
	movb	%dl, 9(%rbx, %rax, 4)
	movq	%rsi, 3(%rbx, %rax, 8)
	movl	%r9d, 8(%ebx, %eax)
	movq	%r15, buffer+64(, %rax, 8)	/* count N: i=8 st=8 */
	moved	b, %al, %cl
	moved	b, %ah, %bl
	moved	b, %r8b, %r9b
	moved	w, %ax, %cx
	moved	w, %bx, %r15w
	moved	w, %r8w, %dx
	moved	l, %eax, %ecx
	moved	l, %esi, %r9d
	moved	l, %r8d, %ebx
	moved	q, %rax, %rcx
	moved	q, %rsi, %r9
	moved	q, %r8, %rbx		/* count 12*N: i=3 ld=1 st=1 */
	/* With an address of 64 bits, which only RAX can have. */
	movabsq	cell, %rax
	movabsb	other, %al
	movabsb	%al, other		/* count N: i=3 ld=2 st=1 */
	/* From segment registers. FS, GS: 0 in a program without threads. */
	movw	%ds, %ax
	movl	%es, %eax
	movq	%fs, %rcx
	movl	%gs, %edx
	movw	%ss, %cx		/* count N: i=5 */
	movb	$0x5a, %al
	movw	$0x5a5a, %cx
	movl	$0x5a5a5a5a, %edx
	movabsq	$0x5a5a5a5a5a5a5a5a, %rsi /* count N: i=4 */
	movsbw	%al, %ax
	movsbl	%ah, %ecx
	movsbq	%r8b, %r8
	movswl	%cx, %ecx
	movswq	%r9w, %r9
	movslq	%edx, %rdx
	movslq	%r15d, %rdi
	movzbw	%al, %ax
	movzbl	%ah, %ecx
	movzbl	%r15b, %r15d
	movzwl	%cx, %ecx		/* count N: i=11 */
	movsbw	cell, %ax
	movsbl	1(%r12), %ecx
	movsbq	2(%r12), %r8
	movswl	cell(%rip), %edx
	movswq	2(%r12), %r9
	movslq	4(%r12), %rsi
	movzbw	cell, %ax
	movzbl	1(%r12), %r15d
	movzwl	cell(%rip), %edx
	movzwl	2(%r12), %r8d		/* count N: i=10 ld=10 */
	exchanged %al, %cl
	exchanged %ah, %bl
	exchanged %r8b, %r9b
	exchanged %ax, %cx
	exchanged %r15w, %dx
	exchanged %eax, %ecx
	exchanged %esi, %r8d
	exchanged %rax, %rcx
	exchanged %rsi, %r9		/* count 9*N: i=3 ld=2 st=2 */
	movl	$buffer, %ebx
	xlatb				/* count N: i=2 ld=1 */
	cbtw
	cwtl
	cltq
	pushq	%rdx
	cwtd
	cltd
	cqto
	popq	%rdx			/* count N: i=8 ld=1 st=1 */
	decl	%ebp
	jnz	moves			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
