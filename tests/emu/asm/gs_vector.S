/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * GS by vector instructions: a displacement that EVEX scales, and indices that are vectors.
 */
/* needs avx2 avx512f */
#include "asm.h"
_start:
	movl	$0x1001, %edi		/* ARCH_SET_GS */
	leaq	block(%rip), %rsi
	SYS(158)			/* count 1: i=4 sys=1 */
	movl	$50, %r12d		/* count 1: i=1 */
again:	movl	$64, %eax
	movl	$2, %ecx
	vmovups	%gs:64(%rax), %zmm0
	vmovd	%xmm0, %edx
	cmpl	$32, %edx
	MUST(e)
	vmovups	%gs:-64(%rax, %rcx, 2), %zmm17
	vpcmpeqd %zmm18, %zmm18, %k1
	vmovups	%zmm17, copy(%rip)
	cmpl	$1, copy(%rip)
	MUST(e)				/* count 50: i=11 ld=3 st=1 t=2 */
	vmovups	block+4*3(%rip), %zmm1	/* 3, 4, 5, ... */
	kxnorw	%k1, %k1, %k1
	vpgatherdd %gs:256(%rax, %zmm1, 4), %zmm2{%k1}	/* (64 + 256) / 4 + 3 ... */
	vmovd	%xmm2, %edx
	cmpl	$83, %edx
	MUST(e)
	vpcmpeqd %ymm3, %ymm3, %ymm3
	vmovdqu	block+4*8(%rip), %ymm1
	vpgatherdd %ymm3, %gs:16(, %ymm1, 2), %ymm2	/* (16 + 16) / 4 */
	vmovd	%xmm2, %edx
	cmpl	$8, %edx
	MUST(e)
	kxnorw	%k1, %k1, %k1
	movl	$128, %r13d
	leaq	copy(%rip), %rax
	leaq	block(%rip), %rcx
	subq	%rcx, %rax
	vmovups	block(%rip), %zmm30
	vpscatterdd %zmm0, %gs:4(%rax, %zmm30, 4){%k1}
	cmpl	$47, copy+4*16(%rip)
	MUST(e)				/* count 50: i=21 ld=6 st=1 t=3 */
	decl	%r12d
	jnz	again			/* count 1: i=100 t=49 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
	.balign	64
block:
	.set	n, 0
	.rept	256
	.long	n
	.set	n, n + 1
	.endr
copy:	.space	256
