/* SPDX-License-Identifier: BSD-2-Clause */
/* Operands that involve the stack pointer while the instruction moves it. */
#include "asm.h"
f1:	movl	$1, %eax
	ret				/* count 2*100: i=2 ld=1 r=1 */
f2:	movl	$2, %eax
	ret				/* count 2*100: i=2 ld=1 r=1 */
_start:
	movl	$100, %r12d		/* count 1: i=1 */
again:	movq	%rsp, %r13
	leaq	f1(%rip), %rax
	leaq	f2(%rip), %rcx
	pushq	%rax
	pushq	%rcx
	pushq	$0x1234			/* count 100: i=6 st=3 */
	/* The operand is read before the return address is pushed. */
	call	*8(%rsp)
	cmpl	$2, %eax
	MUST(e)
	call	*16(%rsp)
	cmpl	$1, %eax
	MUST(e)				/* count 100: i=6 ld=2 st=2 ci=2 t=2 */
	movl	$1, %edx
	call	*(%rsp, %rdx, 8)
	cmpl	$2, %eax
	MUST(e)
	incl	%edx
	call	*(%rsp, %rdx, 8)
	cmpl	$1, %eax
	MUST(e)				/* count 100: i=8 ld=2 st=2 ci=2 t=2 */
	/* PUSH m reads before, POP m computes its address after the stack pointer moved. */
	pushq	8(%rsp)			/* f2 f1 f2 1234 f2 */
	leaq	f2(%rip), %rcx
	cmpq	%rcx, (%rsp)
	MUST(e)				/* count 100: i=4 ld=2 st=1 t=1 */
	popq	(%rsp)			/* replaces 0x1234 */
	cmpq	%rcx, (%rsp)
	MUST(e)				/* count 100: i=3 ld=2 st=1 t=1 */
	pushq	$7
	popq	8(%rsp)			/* replaces the pushed f2 */
	cmpq	$7, 8(%rsp)
	MUST(e)				/* count 100: i=4 ld=2 st=2 t=1 */
	pushq	%rsp
	leaq	8(%rsp), %rcx
	cmpq	(%rsp), %rcx
	MUST(e)				/* count 100: i=4 ld=1 st=1 t=1 */
	popq	%rsp			/* the value popped wins */
	cmpq	%rcx, %rsp
	MUST(e)				/* count 100: i=3 ld=1 t=1 */
	/* Jumps through the stack. */
	leaq	1f(%rip), %rax
	movq	%rax, (%rsp)
	jmp	*(%rsp)			/* count 100: i=3 st=1 ld=1 ji=1 */
	ud2
1:	leaq	2f(%rip), %rax
	pushq	%rax
	ret				/* count 100: i=3 st=1 ld=1 r=1 */
	ud2
2:	/* 16 bits. */
	movq	%rsp, %rbp
	pushw	$0x55
	pushw	%ax
	popw	%dx
	popw	%cx
	cmpw	%ax, %dx
	MUST(e)
	cmpw	$0x55, %cx
	MUST(e)
	cmpq	%rbp, %rsp
	MUST(e)				/* count 100: i=11 st=2 ld=2 t=3 */
	/* ENTER and LEAVE. */
	movl	$0x77, %ebp
	movq	%rsp, %rcx
	enter	$32, $0
	leaq	-8(%rcx), %rdx
	cmpq	%rdx, %rbp
	MUST(e)
	subq	$32, %rdx
	cmpq	%rdx, %rsp
	MUST(e)
	leave
	cmpq	$0x77, %rbp
	MUST(e)
	cmpq	%rcx, %rsp
	MUST(e)				/* count 100: i=14 st=1 ld=1 t=4 */
	/* XCHG and arithmetic on RSP, a stack switched away and back. */
	leaq	other_end(%rip), %rax
	xchgq	%rax, %rsp
	pushq	%rax
	call	f3
	popq	%rsp			/* count 100: i=5 st=2 ld=1 c=1 */
	movq	%r13, %rsp
	decl	%r12d
	jnz	again			/* count 100: i=3 ; count 1: t=99 n=1 */
	/* All general registers, pushed and popped. */
	.irp	reg, rax,rcx,rdx,rbx,rbp,rsi,rdi,r8,r9,r10,r11,r12,r13,r14,r15
	pushq	%\reg
	popq	%\reg			/* count 15: i=2 ld=1 st=1 */
	.endr
	EXIT(0)				/* count 1: i=3 sys=1 */
f3:	ret				/* count 100: i=1 ld=1 r=1 */
	.bss
	.space	4096
other_end:
