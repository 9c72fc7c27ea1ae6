/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A signal to oneself, 1,000 times: the handler's instructions count; registers and flags survive.
 */
#include "asm.h"
handler:
	incl	calls(%rip)		/* count 1000: i=1 ld=1 st=1 */
	cmpl	$SIGUSR1, %edi
	MUST(e)				/* count 1000: i=2 t=1 */
	/* Whatever it does to registers and flags is taken back. */
	.irp	reg, rax,rcx,rdx,rbx,rsi,rdi,rbp,r8,r9,r10,r11,r12,r13,r14,r15
	movq	$-1, %\reg
	.endr
	cmpl	$1, %eax
	ret				/* count 1000: i=15+2 ld=1 r=1 */
	/* count 1000: i=2 sys=1 */
_start:
	SIGACTION(SIGUSR1, act)		/* count 1: i=6 sys=1 */
	movl	$39, %eax
	syscall
	movl	%eax, %r13d
	movl	$1000, %ebx		/* count 1: i=4 sys=1 */
1:	.irp	reg, rdx,rbp,r8,r9,r10,r12,r14,r15
	movq	$0x5a5a, %\reg		/* count 1000*8: i=1 */
	.endr
	movl	%r13d, %edi
	movl	$SIGUSR1, %esi
	movl	$62, %eax		/* kill */
	stc
	syscall
	MUST(c)				/* count 1000: i=6 sys=1 t=1 */
	testq	%rax, %rax
	MUST(z)				/* count 1000: i=2 t=1 */
	.irp	reg, rdx,rbp,r8,r9,r10,r12,r14,r15
	cmpq	$0x5a5a, %\reg
	MUST(e)				/* count 1000*8: i=2 t=1 */
	.endr
	cmpl	%r13d, %edi
	MUST(e)
	cmpl	$SIGUSR1, %esi
	MUST(e)				/* count 1000: i=4 t=2 */
	decl	%ebx
	jnz	1b			/* count 1: i=2000 t=999 n=1 */
	cmpl	$1000, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
calls:	.long	0
