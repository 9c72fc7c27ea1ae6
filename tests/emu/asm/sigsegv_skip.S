/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SIGSEGV at exact instructions: the handler sees the program's own RIP, registers, flags and the
 * address, and skips the instruction by changing RIP. What faults does not retire.
 *
 * It looks at dead flags, which a modelled machine's checks change.
 */
#include "asm.h"
handler:
	incl	calls(%rip)
	movq	UC_RIP(%rdx), %rax
	cmpq	%rax, %r15		/* not necessarily R15 of the program: it is, see below */
	MUST(e)				/* count 100*5: i=4 ld=2 st=1 t=1 */
	movq	SI_ADDR(%rsi), %rax
	cmpq	UC_CR2(%rdx), %rax
	MUST(e)
	cmpq	%rax, %r14
	MUST(e)
	cmpl	$SIGSEGV, %edi
	MUST(e)
	cmpl	$1, SI_CODE(%rsi)	/* SEGV_MAPERR */
	MUST(e)
	cmpq	$14, UC_TRAPNO(%rdx)
	MUST(e)				/* count 100*5: i=11 ld=4 t=5 */
	/* The context shows the registers, among them those the program does not know it lacks. */
	cmpq	%rbx, UC_RBX(%rdx)
	MUST(e)
	cmpq	%r12, UC_R12(%rdx)
	MUST(e)
	cmpq	%r15, UC_R15(%rdx)
	MUST(e)
	cmpq	$0x1111, UC_RAX(%rdx)
	MUST(e)
	cmpq	$0x2222, UC_RCX(%rdx)
	MUST(e)
	movq	UC_EFLAGS(%rdx), %rax
	andl	$0x8d5, %eax
	cmpl	$0x55, %eax
	MUST(e)				/* count 100*5: i=14 ld=6 t=6 */
	addq	%r13, UC_RIP(%rdx)
	movq	$0x3333, UC_RAX(%rdx)
	xorq	$1, UC_EFLAGS(%rdx)
	ret				/* count 100*5: i=4 ld=3 st=3 r=1 */
	/* count 100*5: i=2 sys=1 */
	/* An instruction that faults at address R14, of the given length. */
	.macro	faults text:vararg
	movl	$0x1111, %eax
	movl	$0x2222, %ecx
	leaq	1f(%rip), %r15
	movl	$2f-1f, %r13d
	cmpl	%eax, %eax		/* ZF PF */
	movq	%rax, %rdi
	jmp	3f
3:	pushq	$0x55			/* CF PF AF ZF */
	popfq
	nop
1:	\text
2:	MUST(nc)
	cmpl	$0x3333, %eax
	MUST(e)
	.endm
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$100, %ebx		/* count 1: i=1 */
again:	movl	$0x1000, %r14d
	movl	%ebx, %r12d		/* count 100: i=2 */
	faults	movq (%r14), %rax
	faults	addl $1, 0x0(%r14)
	faults	movups %xmm0, (%r14)
	faults	vectored: incb absent
	faults	movb %al, 0x1000	/* count 100*5: i=10+3 j=1 st=1 ld=1 t=2 */
	decl	%ebx
	jnz	again			/* count 1: i=200 t=99 n=1 */
	cmpl	$500, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.set	absent, 0x1000
	.data
ACTION(act, handler, SA_SIGINFO)
calls:	.long	0
