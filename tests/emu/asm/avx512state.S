/* SPDX-License-Identifier: BSD-2-Clause */
/* All 32 ZMM registers and the masks, through system calls, faults and signals. */
/* needs avx512f avx512bw */
#include "asm.h"
#define ALL 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
handler:
	.irp	n, ALL
	vpternlogd $0xff, %zmm\n, %zmm\n, %zmm\n	/* count 100: i=32 */
	.endr
	.irp	n, 1,2,3,4,5,6,7
	kxorq	%k\n, %k\n, %k\n	/* count 100: i=7 */
	.endr
	addq	$4, UC_RIP(%rdx)
	ret				/* count 100: i=2 ld=2 st=1 r=1 */
	/* count 100: i=2 sys=1 */
_start:
	SIGACTION(SIGSEGV, act)
	movl	$100, %r12d		/* count 1: i=7 sys=1 */
again:	movl	%r12d, %eax
	.irp	n, ALL
	incl	%eax
	vpbroadcastd %eax, %zmm\n	/* count 100*32: i=2 */
	.endr
	.irp	n, 1,2,3,4,5,6,7
	incl	%eax
	kmovq	%rax, %k\n		/* count 100*7: i=2 */
	.endr
	movl	$39, %eax
	syscall
	jmp	*to(%rip)		/* count 100: i=4 sys=1 ld=1 ji=1 */
on:	movl	%r12d, %eax
	xorl	%ecx, %ecx
	movb	%al, 8(%rcx, %rcx)	/* 4 bytes, faults */
	.irp	n, ALL
	incl	%eax
	.if \n
	vpbroadcastd %eax, %zmm0
	vpcmpeqd %zmm\n, %zmm0, %k0
	kmovw	%k0, %edx
	cmpl	$0xffff, %edx
	MUST(e)
	.endif
	.endr				/* count 100: i=2+32+31*5 t=31 */
	.irp	n, 1,2,3,4,5,6,7
	incl	%eax
	kmovq	%k\n, %rdx
	cmpq	%rax, %rdx
	MUST(e)				/* count 100*7: i=4 t=1 */
	.endr
	decl	%r12d
	jnz	again			/* count 1: i=200 t=99 n=1 */
	vzeroupper
	EXIT(0)				/* count 1: i=4 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
to:	.quad	on
