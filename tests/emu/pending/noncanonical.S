/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An indirect jump and a return to an address that is not canonical: the branch itself faults, so it
 * does not retire, and RIP in the context is its own.
 */
#include "tests/emu/asm/asm.h"
handler:
	cmpl	%r12d, SI_CODE(%rsi)
	MUST(e)
	movq	UC_RIP(%rdx), %rax
	cmpq	%r13, %rax
	MUST(e)
	cmpq	%r14, SI_ADDR(%rsi)
	MUST(e)				/* count 50*2: i=7 ld=3 t=3 */
	movq	%r15, UC_RIP(%rdx)
	movq	%rbp, UC_RSP(%rdx)
	incl	calls(%rip)
	ret				/* count 50*2: i=4 ld=2 st=3 r=1 */
	/* count 50*2: i=2 sys=1 */
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
again:	/* Not canonical: the general protection fault is the jump's own, SI_KERNEL, no address. */
	movabsq	$0x800000000000, %rcx
	leaq	7f(%rip), %rdx
	xorl	%eax, %eax		/* count 50: i=3 */
	expect 0x80, %rdx, %rax
7:	jmp	*%rcx			/* count 50: i=5 */
8:	leaq	7f(%rip), %rdx
	xorl	%eax, %eax		/* count 50: i=2 */
	expect 0x80, %rdx, %rax
	pushq	%rcx
7:	ret				/* count 50: i=5+1 st=1 */
8:	decl	%ebx
	jnz	again			/* count 1: i=100 t=49 n=1 */
	cmpl	$100, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
calls:	.long	0
