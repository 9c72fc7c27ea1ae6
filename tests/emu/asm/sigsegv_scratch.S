/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A handler of SIGSEGV sees all registers of the program, also where the engine's checks of a
 * modelled machine use some of them. It skips the instruction.
 */
#include "asm.h"
	.macro	same number, at
	cmpq	$\number, \at(%rdx)
	MUST(e)
	.endm
handler:
	incl	calls(%rip)
	cmpq	%r15, UC_RIP(%rdx)
	MUST(e)				/* count 100*5: i=3 ld=2 st=1 t=1 */
	same	0xa, UC_RAX
	same	0xc, UC_RCX
	same	0xd, UC_RDX
	same	0x51, UC_RSI
	same	0xd1, UC_RDI
	same	0x80, UC_R8
	same	0x90, UC_R8+8
	same	0xa0, UC_R8+16
	same	0xb0, UC_R8+24
	cmpq	%rbx, UC_RBX(%rdx)
	MUST(e)
	cmpq	%rbp, UC_RBP(%rdx)
	MUST(e)
	cmpq	%r12, UC_R12(%rdx)
	MUST(e)
	cmpq	%r13, UC_R12+8(%rdx)
	MUST(e)
	cmpq	%r14, UC_R12+16(%rdx)
	MUST(e)				/* count 100*5: i=28 ld=14 t=14 */
	addq	%r13, UC_RIP(%rdx)
	ret				/* count 100*5: i=2 ld=2 st=1 r=1 */
	/* count 100*5: i=2 sys=1 */
	/* Checks before the instruction, which faults, and behind it. */
	.macro	faults text:vararg
	movl	$0xa, %eax
	movl	$0xc, %ecx
	movl	$0xd, %edx
	leaq	1f(%rip), %r15
	movl	$2f-1f, %r13d
	movq	%r14, -8(%rsp)
	cmpq	%r14, -8(%rsp)
	MUST(e)
	cmpq	%r14, -8(%rsp)
1:	\text
2:	MUST(e)
	addq	$0, -8(%rsp)
	cmpl	$0xa, %eax
	MUST(e)
	.endm
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$100, %ebx
	movl	$0x51, %esi
	movl	$0xd1, %edi
	movl	$0x80, %r8d
	movl	$0x90, %r9d
	movl	$0xa0, %r10d
	movl	$0xb0, %r11d		/* count 1: i=7 */
again:	movl	$0x1000, %r14d
	movl	%ebx, %r12d		/* count 100: i=2 */
	faults	movq (%r14), %rax
	faults	movq %rcx, (%r14)
	faults	movups %xmm0, (%r14)
	faults	movl (%r14,%rdx), %edx
	faults	movb %al, 0x1000	/* count 100*5: i=9+4 t=3 ld=3 st=2 */
	decl	%ebx
	jnz	again			/* count 1: i=200 t=99 n=1 */
	cmpl	$500, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
calls:	.long	0
