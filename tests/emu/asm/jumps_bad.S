/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control that goes where nothing can be executed: an unmapped page, a page without execute right.
 * RIP in the context is the target, the branch has retired. Every kind of branch.
 */
#include "asm.h"
handler:
	cmpl	%r12d, SI_CODE(%rsi)
	MUST(e)
	movq	UC_RIP(%rdx), %rax
	cmpq	%r13, %rax
	MUST(e)
	cmpq	%r14, SI_ADDR(%rsi)
	MUST(e)				/* count 50*7: i=7 ld=3 t=3 */
	movq	%r15, UC_RIP(%rdx)
	movq	%rbp, UC_RSP(%rdx)
	incl	calls(%rip)
	ret				/* count 50*7: i=4 ld=2 st=3 r=1 */
	/* count 50*7: i=2 sys=1 */
	.macro	expect code, rip, addr
	movl	$\code, %r12d
	movq	\rip, %r13
	movq	\addr, %r14
	leaq	8f(%rip), %r15
	movq	%rsp, %rbp
	.endm
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$50, %ebx		/* count 1: i=1 */
again:	/* Not mapped: by JMP, CALL, RET. */
	movl	$0x10000, %ecx		/* count 50: i=1 */
	expect 1, %rcx, %rcx
	jmp	*%rcx			/* count 50: i=5+1 ji=1 */
8:	expect 1, %rcx, %rcx
	call	*%rcx			/* count 50: i=5+1 ci=1 st=1 */
8:	expect 1, %rcx, %rcx
	pushq	%rcx
	ret				/* count 50: i=5+2 st=1 ld=1 r=1 */
8:	movl	$0x10000, %ecx
	movl	$1, %edx
	expect 1, %rcx, %rcx
	testl	%edx, %edx
	jnz	0x10000			/* count 50: i=2+5+2 t=1 */
8:	/* No right to execute. */
	leaq	data(%rip), %rcx	/* count 50: i=1 */
	expect 2, %rcx, %rcx
	jmp	data			/* count 50: i=5+1 j=1 */
8:	expect 2, %rcx, %rcx
	call	data			/* count 50: i=5+1 c=1 st=1 */
8:	expect 2, %rcx, %rcx
	call	*pointer(%rip)		/* count 50: i=5+1 ci=1 ld=1 st=1 */
8:	decl	%ebx
	jnz	again			/* count 1: i=100 t=49 n=1 */
	cmpl	$350, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
pointer: .quad	data
calls:	.long	0
data:	ret
