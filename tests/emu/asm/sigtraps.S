/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SIGFPE by division, SIGILL by UD2 and by no instruction at all, SIGTRAP by INT3, each at its
 * exact RIP. INT3 is a trap: it retires, and RIP is behind it; the others are faults.
 */
#include "asm.h"
handler:
	cmpl	%r12d, %edi
	MUST(e)
	cmpq	%r13, UC_RIP(%rdx)
	MUST(e)
	cmpl	%r14d, SI_CODE(%rsi)
	MUST(e)				/* count 100*6: i=6 ld=2 t=3 */
	incl	calls(%rip)
	addq	%r15, UC_RIP(%rdx)
	ret				/* count 100*6: i=3 ld=3 st=2 r=1 */
	/* count 100*6: i=2 sys=1 */
	.macro	trap sig, code, at, skip
	movl	$\sig, %r12d
	leaq	\at(%rip), %r13
	movl	$\code, %r14d
	movl	$\skip, %r15d
	.endm
_start:
	SIGACTION(SIGFPE, act)
	SIGACTION(SIGILL, act)
	SIGACTION(SIGTRAP, act_trap)	/* count 3: i=6 sys=1 */
	movl	$100, %ebx		/* count 1: i=1 */
again:	trap SIGFPE, 1, 1f, 2
	xorl	%ecx, %ecx
	movl	$5, %eax
	cltd
1:	idivl	%ecx			/* count 100: i=4+3 */
	/* The quotient does not fit. */
	trap SIGFPE, 1, 1f, 3
	movq	$1, %rdx
	movl	$1, %ecx
1:	divq	%rcx			/* count 100: i=4+2 */
	trap SIGILL, 2, 1f, 2		/* ILL_ILLOPN */
1:	ud2				/* count 100: i=4 */
	trap SIGILL, 2, 1f, 1
1:	.byte	0x06			/* PUSH ES, not in 64-bit mode. count 100: i=4 */
	trap SIGILL, 2, 1f, 3
1:	.byte	0x0f, 0xff, 0xc0	/* UD0. count 100: i=4 */
	trap SIGTRAP, 0x80, 1f, 0	/* SI_KERNEL */
	int3
1:	decl	%ebx
	jnz	again			/* count 100: i=4+1+2 ; count 1: t=99 n=1 */
	cmpl	$600, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
/* Not deferred: under a debugger a blocked SIGTRAP loses its handler. */
ACTION(act_trap, handler, SA_SIGINFO | SA_NODEFER)
calls:	.long	0
