/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * GS by operands without ModRM: MOV with a 64-bit address, string sources, XLAT; by POP with RSP in
 * its address; a fault in the middle of a REP; jumps and calls by RIP-relative operands.
 */
#include "asm.h"
/* The page that was missing becomes readable; the REP goes on where it was. */
handler:
	movq	SI_ADDR(%rsi), %rax
	movq	%rax, seen(%rip)
	movq	UC_RSI(%rdx), %rax
	movq	%rax, seen+8(%rip)
	movq	UC_RCX(%rdx), %rax
	movq	%rax, seen+16(%rip)
	leaq	page(%rip), %rdi
	movl	$4096, %esi
	movl	$3, %edx
	SYS(10)				/* mprotect */
	ret				/* count 1: i=12 ld=4 st=3 r=1 sys=1 */
	/* count 1: i=2 sys=1 */
fn:	ret				/* count 50: i=1 ld=1 r=1 */
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$0x1001, %edi		/* ARCH_SET_GS */
	leaq	block(%rip), %rsi
	SYS(158)			/* count 1: i=4 sys=1 */
	movl	$50, %r12d		/* count 1: i=1 */
again:	movq	$0x1111, %gs:0
	.byte	0x65
	movabs	0, %rax
	cmpq	$0x1111, %rax
	MUST(e)
	.byte	0x65
	movabs	%eax, 8
	cmpl	$0x1111, block+8(%rip)
	MUST(e)
	xorl	%esi, %esi
	lodsq	%gs:(%rsi), %rax
	cmpq	$0x1111, %rax
	MUST(e)
	xorl	%esi, %esi
	leaq	block+64(%rip), %rdi
	movl	$16, %ecx
	rep movsb %gs:(%rsi), %es:(%rdi)
	cmpl	$0x1111, block+72(%rip)
	MUST(e)
	xorl	%ebx, %ebx
	movl	$8, %eax
	.byte	0x65
	xlatb
	cmpl	$0x11, %eax
	MUST(e)				/* count 50: i=22 ld=6 st=3 t=5 */
	pushq	$0x77
	leaq	target+8(%rip), %rax
	subq	%rsp, %rax
	leaq	block(%rip), %rcx
	subq	%rcx, %rax
	popq	%gs:-16(%rsp, %rax)
	cmpq	$0x77, target(%rip)
	MUST(e)				/* count 50: i=8 ld=2 st=2 t=1 */
	xorl	%esi, %esi
	leaq	block+64(%rip), %rdi
	movl	$16, %ecx
	repe cmpsb %es:(%rdi), %gs:(%rsi)
	MUST(e)
	movl	$8, %ecx
	movl	$10, %esi
	leaq	block+72(%rip), %rdi
	std
	repne cmpsw %es:(%rdi), %gs:(%rsi)	/* 0, 1111; 1111, 0; 0, 0 */
	cld
	MUST(e)
	cmpl	$5, %ecx
	MUST(e)				/* count 50: i=14 ld=2 t=3 */
	decl	%r12d
	jnz	again			/* count 1: i=100 t=49 n=1 */
	leaq	page(%rip), %rdi
	movl	$4096, %esi
	xorl	%edx, %edx
	SYS(10)				/* count 1: i=5 sys=1 */
	xorl	%ecx, %ecx
	leaq	page-8-block(%rcx), %rsi
	leaq	target(%rip), %rdi
	movl	$4, %ecx
	rep movsq %gs:(%rsi), %es:(%rdi)	/* faults once it is at the page */
	cmpq	$0x99, target(%rip)
	MUST(e)
	leaq	page(%rip), %rax
	cmpq	%rax, seen(%rip)
	MUST(e)
	subq	$block, %rax
	cmpq	%rax, seen+8(%rip)
	MUST(e)
	cmpl	$3, seen+16(%rip)
	MUST(e)
	testl	%ecx, %ecx
	MUST(e)				/* count 1: i=17 ld=5 st=1 t=5 */
	movl	$0x1001, %edi
	movl	$64, %esi
	SYS(158)			/* count 1: i=4 sys=1 */
	movl	$50, %r12d		/* count 1: i=1 */
2:	movl	$0x5555, %edx
	call	*%gs:to_fn-64(%rip)
	cmpl	$0x5555, %edx
	MUST(e)
	jmp	*%gs:to_on-64(%rip)	/* count 50: i=5 ld=2 st=1 ci=1 ji=1 t=1 */
	ud2
3:	decl	%r12d
	jnz	2b			/* count 1: i=100 t=49 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
seen:	.quad	0, 0, 0
to_fn:	.quad	fn
to_on:	.quad	3b
target:	.quad	0, 0, 0, 0
	.balign	16
block:	.space	4096
	.balign	4096
	.quad	0
	.space	4080
	.quad	0x99
page:	.space	4096
