/* SPDX-License-Identifier: BSD-2-Clause */
/* AVX-512: EVEX, compressed displacements, masks, broadcasts, scatter; RIP-relative. */
/* needs avx512f avx512bw avx512vl avx512dq */
#include "asm.h"
_start:
	movl	$100, %r12d		/* count 1: i=1 */
again:	vmovdqu64 vec(%rip), %zmm16
	vpaddd	vec(%rip), %zmm16, %zmm17
	vpaddd	vec(%rip){1to16}, %zmm16, %zmm18
	vpternlogd $0x96, vec(%rip), %zmm17, %zmm18
	movl	$0x5555, %eax
	kmovw	%eax, %k1
	kmovw	mask(%rip), %k2
	vmovdqu32 vec(%rip), %zmm19{%k1}{z}
	vmovdqu32 %zmm17, out(%rip){%k1}
	vmovdqu64 %zmm17, out(%rip)
	leaq	vec(%rip), %rsi
	vmovdqu64 64(%rsi), %zmm20
	vmovdqu64 %zmm20, 128(%rsi)
	vpcmpd	$0, vec(%rip), %zmm16, %k3
	kortestw %k3, %k3
	MUST(c)				/* count 100: i=16 ld=8 st=3 t=1 */
	vpxord	%zmm21, %zmm21, %zmm21
	kxnorw	%k4, %k4, %k4
	vpgatherdd (%rsi, %zmm21, 4), %zmm22{%k4}
	movl	$1, %eax
	kmovw	%eax, %k4
	vpscatterdd %zmm22, out(%rsi, %zmm21, 1){%k4}
	kmovw	%k1, mask(%rip)
	vcvtdq2pd vec(%rip), %zmm23
	vpabsq	vec(%rip){1to8}, %zmm24
	vzeroupper			/* count 100: i=10 ld=3 st=2 */
	decl	%r12d
	jnz	again			/* count 1: i=200 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
	.balign	64
vec:	.long	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
	.space	512
mask:	.word	0x5555
	.bss
	.space	8192
out:	.space	65536
	.space	0x1000000
