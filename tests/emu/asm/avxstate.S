/* SPDX-License-Identifier: BSD-2-Clause */
/* The upper halves of YMM registers, through system calls and signals. */
/* needs avx avx2 */
#include "asm.h"
handler:
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	vpcmpeqd %ymm\n, %ymm\n, %ymm\n	/* count 100: i=16 */
	.endr
	ret				/* count 100: i=1 ld=1 r=1 */
	/* count 100: i=2 sys=1 */
_start:
	SIGACTION(SIGUSR1, act)
	SYS(39)
	movl	%eax, %r13d		/* count 1: i=9 sys=2 */
	movl	$100, %r12d		/* count 1: i=1 */
again:	movl	%r12d, %eax
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	incl	%eax
	vmovd	%eax, %xmm\n
	vpbroadcastd %xmm\n, %ymm\n	/* count 100*16: i=3 */
	.endr
	movl	$39, %eax
	syscall
	jmp	*to(%rip)		/* count 100: i=4 sys=1 ld=1 ji=1 */
on:	movl	%r13d, %edi
	movl	$SIGUSR1, %esi
	SYS(62)				/* count 100: i=4 sys=1 */
	movl	%r12d, %eax
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	incl	%eax
	vmovd	%eax, %xmm0
	.if \n
	vpbroadcastd %xmm0, %ymm0
	vpcmpeqd %ymm\n, %ymm0, %ymm0
	vpmovmskb %ymm0, %edx
	cmpl	$-1, %edx
	MUST(e)
	.endif
	.endr				/* count 100: i=1+16*2+15*5 t=15 */
	decl	%r12d
	jnz	again			/* count 1: i=200 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
to:	.quad	on
