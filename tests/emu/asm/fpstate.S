/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * x87, SSE and their control words: kept through system calls, CPUID, indirect branches, and across
 * a signal whose handler spoils them all.
 */
#include "asm.h"
handler:
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	pcmpeqd	%xmm\n, %xmm\n		/* count 100: i=16 */
	.endr
	fninit
	fldz
	fldz
	ldmxcsr	mxcsr_other(%rip)
	fldcw	cw_other(%rip)
	ret				/* count 100: i=6 ld=3 r=1 */
	/* count 100: i=2 sys=1 */
_start:
	SIGACTION(SIGUSR1, act)
	SYS(39)
	movl	%eax, %r13d		/* count 1: i=9 sys=2 */
	movl	$100, %r12d		/* count 1: i=1 */
again:	movl	%r12d, %eax
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	incl	%eax
	movd	%eax, %xmm\n
	pshufd	$0, %xmm\n, %xmm\n	/* count 100*16: i=3 */
	.endr
	fninit
	fldpi
	fldl2e
	fldcw	cw_mine(%rip)
	ldmxcsr	mxcsr_mine(%rip)	/* count 100: i=6 ld=2 */
	/* A system call, CPUID, branches by memory. */
	movl	$39, %eax
	syscall
	xorl	%eax, %eax
	xorl	%ecx, %ecx
	cpuid
	jmp	*to(%rip)		/* count 100: i=6 sys=1 ld=1 ji=1 */
on:	movl	%r13d, %edi
	movl	$SIGUSR1, %esi
	SYS(62)				/* count 100: i=4 sys=1 */
	movl	%r12d, %eax
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	incl	%eax
	movd	%eax, %xmm0
	.if \n
	pshufd	$0, %xmm0, %xmm0
	pcmpeqd	%xmm\n, %xmm0
	pmovmskb %xmm0, %edx
	cmpl	$0xffff, %edx
	MUST(e)
	.endif
	.endr				/* count 100: i=1+16*2+15*5 t=15 */
	stmxcsr	word(%rip)
	movl	word(%rip), %eax
	andl	$0xffc0, %eax
	cmpl	$0x3f80, %eax
	MUST(e)
	fnstcw	word(%rip)
	cmpw	$0x27f, word(%rip)
	MUST(e)				/* count 100: i=8 ld=2 st=2 t=2 */
	fldl2e
	fucomip	%st(1), %st
	MUST(e)
	fstp	%st
	fldpi
	fucomip	%st(1), %st
	MUST(e)
	fstp	%st			/* count 100: i=8 t=2 */
	decl	%r12d
	jnz	again			/* count 1: i=200 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
to:	.quad	on
mxcsr_mine: .long 0x3f80
mxcsr_other: .long 0x7f80
cw_mine: .word	0x27f
cw_other: .word	0xf7f
word:	.long	0
