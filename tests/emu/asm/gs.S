/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * GS belongs to the program: arch_prctl sets and gets its base, gs: operands of every form with
 * ModRM go there, pushes and branches too; and after a signal it is as before.
 */
#include "asm.h"
handler:
	cmpq	$0x1111, %gs:0
	MUST(e)
	ret				/* count 50: i=3 ld=2 t=1 r=1 */
	/* count 50: i=2 sys=1 */
fn:	movl	$9, %edx
	ret				/* count 50: i=2 ld=1 r=1 */
_start:
	SIGACTION(SIGUSR1, act)
	SYS(39)
	movl	%eax, %r13d		/* count 1: i=9 sys=2 */
	movl	$0x1001, %edi		/* ARCH_SET_GS */
	leaq	block(%rip), %rsi
	SYS(158)
	testl	%eax, %eax
	MUST(z)
	movl	$0x1004, %edi		/* ARCH_GET_GS */
	leaq	got(%rip), %rsi
	SYS(158)
	leaq	block(%rip), %rax
	cmpq	%rax, got(%rip)
	MUST(e)				/* count 1: i=13 ld=1 sys=2 t=2 */
	movl	$50, %r12d		/* count 1: i=1 */
again:	movq	$0x1111, %gs:0
	movl	$0x2222, %gs:8
	movq	%gs:0, %rax
	cmpq	block(%rip), %rax
	MUST(e)
	movl	$8, %ecx
	movl	%gs:(%rcx), %eax
	cmpl	$0x2222, %eax
	MUST(e)
	addq	$1, %gs:16(%rcx, %rcx)
	movq	%gs:16(%rcx, %rcx), %rdx
	cmpq	%rdx, block+32(%rip)
	MUST(e)				/* count 50: i=13 ld=6 st=3 t=3 */
	/* Every register as the base. */
	.irp	reg, rax,rcx,rdx,rbx,rsi,rdi,rbp,r8,r9,r10,r11,r14,r15
	movq	$8, %\reg
	movl	%gs:(%\reg), %r15d
	cmpl	$0x2222, %r15d
	MUST(e)				/* count 50*13: i=4 ld=1 t=1 */
	.endr
	movl	$8, %ecx		/* count 50: i=1 */
	stc
	movl	%gs:8, %eax		/* flags stay */
	MUST(c)				/* count 50: i=3 ld=1 t=1 */
	.byte	0x65			/* LEA ignores it */
	leaq	8(%rcx), %rdx
	cmpl	$16, %edx
	MUST(e)
	pushq	%gs:0
	popq	%rax
	cmpq	$0x1111, %rax
	MUST(e)
	popq	%rdx
	pushq	%rdx
	pushq	%rdx
	popq	%gs:40
	cmpq	%rdx, block+40(%rip)
	MUST(e)				/* count 50: i=13 ld=5 st=4 t=3 */
	xorl	%edx, %edx
	leaq	fn(%rip), %rax
	movq	%rax, %gs:48
	call	*%gs:48
	cmpl	$9, %edx
	MUST(e)
	movl	$48, %ecx
	call	*%gs:(%rcx)
	leaq	1f(%rip), %rax
	movq	%rax, %gs:56
	jmp	*%gs:56			/* count 50: i=11 ld=3 st=4 ci=2 ji=1 t=1 */
	/* count 50: i=2 ld=1 r=1 */
	ud2
1:	movups	%gs:0, %xmm0
	lock xaddq %rax, %gs:64
	cmpxchgq %rax, %gs:64
	movl	$1, %eax
	movss	%xmm0, %gs:72
	.byte	0x64, 0x65		/* FS, GS: the last one counts */
	movq	0, %rax
	nop				/* count 50: i=7 ld=4 st=3 */
	movq	%rsp, %rbp
	movl	%r13d, %edi
	movl	$SIGUSR1, %esi
	SYS(62)
	cmpq	$0x1111, %gs:0
	MUST(e)				/* count 50: i=7 ld=1 sys=1 t=1 */
	decl	%r12d
	jnz	again			/* count 1: i=100 t=49 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
	.balign	16
block:	.space	4096
got:	.quad	0
