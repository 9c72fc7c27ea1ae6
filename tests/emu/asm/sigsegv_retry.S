/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SIGSEGV whose handler makes the page writable: the instruction is tried again, and retires once.
 */
#include "asm.h"
handler:
	incl	calls(%rip)
	movq	SI_ADDR(%rsi), %rdi
	cmpl	$2, SI_CODE(%rsi)	/* SEGV_ACCERR */
	MUST(e)
	andq	$-4096, %rdi
	movl	$4096, %esi
	movl	$3, %edx
	SYS(10)				/* mprotect */
	testl	%eax, %eax
	MUST(z)
	ret				/* count 202: i=12 ld=4 st=1 sys=1 r=1 t=2 */
	/* count 202: i=2 sys=1 */
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$9, %eax		/* mmap */
	xorl	%edi, %edi
	movl	$202*4096, %esi
	movl	$1, %edx		/* PROT_READ */
	movl	$0x22, %r10d
	movq	$-1, %r8
	xorl	%r9d, %r9d
	syscall
	movq	%rax, %rbx
	movl	$100, %r12d		/* count 1: i=10 sys=1 */
1:	movb	$1, (%rbx)
	addq	$4096, %rbx
	stc
	adcq	$1, (%rbx)		/* reads and writes, and needs the carry */
	cmpq	$2, (%rbx)
	MUST(e)
	addq	$4096, %rbx
	decl	%r12d
	jnz	1b			/* count 100: i=9 ld=2 st=2 t=1 */
					/* count 99: t=1 ; count 1: n=1 */
	/* A REP that faults in its middle goes on, and is one instruction. */
	movq	%rbx, %rdi
	movl	$8192, %ecx
	movl	$7, %eax
	rep stosb
	cmpl	$0, %ecx
	MUST(e)
	cmpb	$7, 8191(%rbx)
	MUST(e)				/* count 1: i=8 ld=1 st=1 t=2 */
	cmpl	$202, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
calls:	.long	0
