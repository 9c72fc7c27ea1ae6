/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Indirect jumps, calls and returns to an address that is not canonical: the branch itself faults,
 * so it does not retire, RIP in the context is its own, and the stack is as it was. Also where the
 * low 48 bits are those of code that is reached by indirect branches all the time.
 */
#include "asm.h"
handler:
	cmpl	$0x80, SI_CODE(%rsi)	/* SI_KERNEL, and no address */
	MUST(e)
	movq	UC_RIP(%rdx), %rax
	cmpq	%r13, %rax
	MUST(e)
	cmpq	$0, SI_ADDR(%rsi)
	MUST(e)
	cmpq	%r14, UC_RSP(%rdx)
	MUST(e)				/* count 50*12: i=9 ld=4 t=4 */
	movq	%r15, UC_RIP(%rdx)
	movq	%rbp, UC_RSP(%rdx)
	incl	calls(%rip)
	ret				/* count 50*12: i=4 ld=2 st=3 r=1 */
	/* count 50*12: i=2 sys=1 */

	.macro	expect
	leaq	7f(%rip), %r13
	leaq	8f(%rip), %r15
	movq	%rsp, %rbp
	movq	%rsp, %r14
	.endm
	/* The six branches, to RCX: they fault. */
	.macro	six
	expect
	movq	%rcx, pointer(%rip)	/* count 100: i=5 st=1 */
7:	jmp	*%rcx
8:	expect				/* count 100: i=4 */
7:	jmp	*pointer(%rip)
8:	expect				/* count 100: i=4 */
7:	call	*%rcx
8:	expect				/* count 100: i=4 */
7:	call	*pointer(%rip)
8:	expect
	pushq	%rcx
	leaq	-8(%r14), %r14		/* count 100: i=6 st=1 */
7:	ret
8:	expect
	subq	$24, %rsp
	pushq	%rcx
	leaq	-32(%r14), %r14		/* count 100: i=7 st=1 */
7:	ret	$24
8:
	.endm
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$100, %ebx
	movl	$0, %r12d		/* count 1: i=2 */
again:	leaq	here(%rip), %rcx	/* count 100: i=1 */
	jmp	*%rcx			/* count 100: i=1 ji=1 */
here:	call	*way(%rip)		/* count 100: i=1 ci=1 ld=1 st=1 */
	xorl	$1, %r12d
	jz	1f			/* count 100: i=2 */
	/* count 1: t=50 n=50 */
	movabsq	$0x800000000000, %rcx	/* count 50: i=1 */
	jmp	2f			/* count 50: i=1 j=1 */
1:	movabsq	$0x4141000000000000, %rcx
	leaq	here(%rip), %rax
	orq	%rax, %rcx		/* count 50: i=3 */
2:	six
	decl	%ebx
	jnz	again			/* count 1: i=200 t=99 n=1 */
	cmpl	$600, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
function:
	ret				/* count 100: i=1 ld=1 r=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
way:	.quad	function
pointer: .quad	0
calls:	.long	0
