/* SPDX-License-Identifier: BSD-2-Clause */
/* SSE2: 405 instructions, 220 loads, 24 stores and a branch per turn. */
#include "class.h"
	.macro	pair op
	\op	%xmm1, %xmm2
	\op	doubles(%rip), %xmm3
	.endm
	.macro	triple op
	pair	\op
	\op	(%rsi), %xmm4
	.endm
	.macro	triple_of op, imm
	\op	$\imm, %xmm1, %xmm2
	\op	$\imm, doubles(%rip), %xmm3
	\op	$\imm, (%rsi), %xmm4
	.endm
	REPEAT(TIMES)
sse2:
	movl	$doubles, %esi
	movl	$buffer, %edi
	xorpd	%xmm4, %xmm4		/* count N: i=3 */
	.irp	op, movapd, movupd, movdqa, movdqu
	\op	doubles(%rip), %xmm0
	\op	%xmm0, %xmm1
	\op	(%rsi), %xmm2
	\op	%xmm1, %xmm3
	\op	%xmm2, buffer
	\op	%xmm3, 16(%rdi)
	.endr				/* count 4*N: i=6 ld=2 st=2 */
	.irp	op, movhpd, movlpd, movsd, movq
	\op	doubles+8(%rip), %xmm0
	\op	(%rsi), %xmm2
	\op	%xmm2, buffer
	\op	%xmm0, 8(%rdi)
	.endr				/* count 4*N: i=4 ld=2 st=2 */
	movq	%xmm0, %xmm5
	movsd	%xmm2, %xmm3
	movd	%xmm1, %eax
	movd	%eax, %xmm6
	movd	%xmm2, 4(%rdi)
	movd	cell(%rip), %xmm6	/* count N: i=6 ld=1 st=1 */
	movntdq	%xmm0, (%rdi)
	movntpd	%xmm2, buffer+32(%rip)
	movntpd	%xmm3, 48(%rdi)
	movntil	%eax, 64(%rdi)
	movntiq	%rcx, 72(%rdi)
	maskmovdqu %xmm0, %xmm2
	movdqu	%xmm3, 81(%rdi)		/* count N: i=7 st=7 */
	movmskpd %xmm0, %eax
	pmovmskb %xmm0, %ecx
	pmovmskb %mm0, %edx
	movdq2q	%xmm0, %mm0
	movq2dq	%mm0, %xmm6
	clflush	buffer+2048
	lfence
	mfence
	pause				/* count N: i=9 */
	.irp	op, add, sub, mul, div, min, max
	triple	\op\()pd
	triple	\op\()sd
	.endr				/* count 6*2*N: i=3 ld=2 */
	pair	sqrtpd
	pair	sqrtsd			/* count 2*N: i=2 ld=1 */
	.irp	how, 0, 1, 2, 3, 4, 5, 6, 7
	triple_of cmppd, \how
	triple_of cmpsd, \how
	.endr				/* count 8*2*N: i=3 ld=2 */
	triple	comisd
	triple	ucomisd
	triple_of shufpd, 1
	triple	unpckhpd
	triple	unpcklpd		/* count 5*N: i=3 ld=2 */
	movupd	8(%rsi), %xmm1		/* count N: i=1 ld=1 */
	.irp	op, cvtdq2pd, cvtdq2ps, cvtpd2dq, cvtpd2ps, cvtps2dq, cvtps2pd, cvtsd2ss, \
		cvtss2sd, cvttpd2dq, cvttps2dq
	triple	\op
	.endr				/* count 10*N: i=3 ld=2 */
	.irp	op, cvtpd2pi, cvttpd2pi
	\op	%xmm1, %mm1
	\op	doubles(%rip), %mm2
	\op	(%rsi), %mm3
	.endr
	cvtpi2pd %mm1, %xmm5
	cvtpi2pd cell(%rip), %xmm5
	cvtpi2pd (%r12), %xmm5		/* count 3*N: i=3 ld=2 */
	.irp	op, cvtsd2si, cvttsd2si
	\op	%xmm1, %eax
	\op	%xmm1, %rcx
	\op	doubles(%rip), %edx
	\op	(%esi), %r8
	.endr				/* count 2*N: i=4 ld=2 */
	cvtsi2sdl %eax, %xmm2
	cvtsi2sdq %rcx, %xmm2
	cvtsi2sdl cell(%rip), %xmm2
	cvtsi2sdq (%r12), %xmm2		/* count N: i=4 ld=2 */
	.irp	op, andpd, andnpd, orpd, xorpd, pand, pandn, por, pxor
	triple	\op
	.endr				/* count 8*N: i=3 ld=2 */
	.irp	op, paddb, paddw, paddd, paddq, paddsb, paddsw, paddusb, paddusw, \
		psubb, psubw, psubd, psubq, psubsb, psubsw, psubusb, psubusw, \
		pmaddwd, pmulhw, pmullw, pmuludq, \
		pcmpeqb, pcmpeqw, pcmpeqd, pcmpgtb, pcmpgtw, pcmpgtd
	triple	\op
	.endr				/* count 26*N: i=3 ld=2 */
	.irp	op, packssdw, packsswb, packuswb, \
		punpckhbw, punpckhwd, punpckhdq, punpckhqdq, \
		punpcklbw, punpcklwd, punpckldq, punpcklqdq
	pair	\op
	.endr				/* count 11*N: i=2 ld=1 */
	.irp	op, paddq, psubq, pmuludq
	\op	%mm2, %mm3
	\op	cell(%rip), %mm1
	.endr				/* count 3*N: i=2 ld=1 */
	.irp	op, pshufd, pshufhw, pshuflw
	.irp	how, 0x1b, 0x4e, 0xb1, 0xff
	\op	$\how, %xmm1, %xmm2
	\op	$\how, doubles(%rip), %xmm3
	.endr
	.endr				/* count 3*4*N: i=2 ld=1 */
	.irp	op, pslld, psllq, psllw, psrad, psraw, psrld, psrlq, psrlw
	pair	\op
	\op	$3, %xmm2
	.endr				/* count 8*N: i=3 ld=1 */
	pslldq	$3, %xmm2
	psrldq	$5, %xmm3
	movq	%xmm3, %r9
	addq	%rdx, %r9
	emms				/* count N: i=5 */
	decl	%ebp
	jnz	sse2			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
