/* SPDX-License-Identifier: BSD-2-Clause */
/* Vectors of AVX2 on lines of their own: whole, halves, one element, masked. No stack. */
/* needs avx avx2 f16c */
/* machine L1d=64K,full,64,lru */
#include "asm.h"
	.macro	own
	addq	$256, %rsi
	.endm
_start:
	leaq	data(%rip), %rsi
	movl	$10, %ebx
	vpxor	%ymm1, %ymm1, %ymm1	/* count 1: i=3 */
again:	own
	vmovdqu	40(%rsi), %ymm0		/* two lines */
	movb	%al, 64(%rsi)
	vmovups	%ymm0, 96(%rsi)		/* one of them, to its end */
	movb	%al, 128(%rsi)		/* count 10: i=5 ld=1 st=3 ; miss 10: r=1 w=1 */
	/* Sixteen bytes of a YMM: VPMOVZX, VCVTPH2PS, VINSERTI128, VBROADCASTI128, VEXTRACTI128. */
	own
	vpmovzxwd 48(%rsi), %ymm2
	vcvtph2ps 48(%rsi), %ymm2
	vinserti128 $1, 48(%rsi), %ymm2, %ymm2
	vbroadcasti128 48(%rsi), %ymm2
	vextracti128 $1, %ymm2, 48(%rsi)
	vcvtps2ph $0, %ymm2, 48(%rsi)
	movb	%al, 64(%rsi)		/* count 10: i=8 ld=4 st=3 ; miss 10: r=1 w=1 */
	/* Eight, four, two bytes and one. */
	own
	vpmovzxbd 56(%rsi), %ymm2
	vbroadcastsd 56(%rsi), %ymm2
	vbroadcastss 60(%rsi), %ymm2
	vpbroadcastw 62(%rsi), %ymm2
	vpbroadcastb 63(%rsi), %ymm2
	vaddss	60(%rsi), %xmm2, %xmm3
	vaddsd	56(%rsi), %xmm2, %xmm3
	vpinsrw	$0, 62(%rsi), %xmm3, %xmm3
	movb	%al, 64(%rsi)		/* count 10: i=10 ld=8 st=1 ; miss 10: r=1 w=1 */
	/* A masked move counts whole, though it touches nothing. */
	own
	vpmaskmovd 48(%rsi), %ymm1, %ymm2
	movb	%al, 64(%rsi)
	vmaskmovps %ymm2, %ymm1, 112(%rsi)
	movb	%al, 128(%rsi)		/* count 10: i=5 ld=1 st=3 ; miss 10: r=1 w=1 */
	decl	%ebx
	jnz	again			/* count 10: i=2 ; count 1: t=9 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.bss
	.balign	4096
data:	.skip	16384
