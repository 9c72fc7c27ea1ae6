/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SSE, and what came with it for MMX: 308 instructions, 161 loads, 17 stores and a branch per turn.
 * The published count has 169 loads: it counts the 8 prefetches.
 */
#include "class.h"
	/* Register to register, from memory, from memory in another form. */
	.macro	three op
	\op	%xmm1, %xmm2
	\op	singles(%rip), %xmm3
	\op	(%rsi), %xmm4
	.endm
	/* With an immediate operand. */
	.macro	three_of op, imm
	\op	$\imm, %xmm1, %xmm2
	\op	$\imm, singles(%rip), %xmm3
	\op	$\imm, (%rsi), %xmm4
	.endm
	REPEAT(TIMES)
sse1:
	movl	$singles, %esi
	movl	$buffer, %edi
	xorps	%xmm4, %xmm4		/* count N: i=3 */
	.irp	op, movaps, movups
	\op	singles(%rip), %xmm0
	\op	%xmm0, %xmm1
	\op	(%rsi), %xmm2
	\op	%xmm1, %xmm3
	\op	%xmm2, buffer
	\op	%xmm3, 16(%rdi)
	.endr				/* count 2*N: i=6 ld=2 st=2 */
	.irp	op, movhps, movlps, movss
	\op	singles+4(%rip), %xmm0
	\op	(%rsi), %xmm2
	\op	%xmm2, buffer
	\op	%xmm0, 8(%rdi)
	.endr				/* count 3*N: i=4 ld=2 st=2 */
	movss	%xmm2, %xmm3
	movhlps	%xmm0, %xmm5
	movlhps	%xmm0, %xmm6
	movmskps %xmm0, %eax		/* count N: i=4 */
	movd	%eax, %mm0
	movd	%mm0, %ecx
	movd	%ecx, %mm1
	movd	%mm1, %edx
	movd	%mm0, (%rdi)
	movd	(%rsi), %mm2		/* count N: i=6 ld=1 st=1 */
	movntps	%xmm0, (%rdi)
	movntps	%xmm2, buffer+32(%rip)
	movntq	%mm0, 64(%rdi)
	movntq	%mm2, buffer+72
	maskmovq %mm2, %mm0
	stmxcsr	8(%rdi)			/* count N: i=6 st=6 */
	ldmxcsr	8(%rdi)			/* count N: i=1 ld=1 */
	.irp	op, prefetcht0, prefetcht1, prefetcht2, prefetchnta
	\op	(%rsi)
	\op	buffer+1000(%rip)
	.endr
	sfence				/* count N: i=9 */
	.irp	op, add, sub, mul, div, min, max
	three	\op\()ps
	three	\op\()ss
	.endr				/* count 6*2*N: i=3 ld=2 */
	.irp	op, rcp, rsqrt, sqrt
	\op\()ps %xmm1, %xmm5
	\op\()ps singles(%rip), %xmm5
	\op\()ss %xmm1, %xmm5
	\op\()ss (%rsi), %xmm5
	.endr				/* count 3*N: i=4 ld=2 */
	.irp	how, 0, 1, 2, 3, 4, 5, 6, 7
	three_of cmpps, \how
	three_of cmpss, \how
	.endr				/* count 8*2*N: i=3 ld=2 */
	three	comiss
	three	ucomiss
	three_of shufps, 0x1b
	three	unpckhps
	three	unpcklps		/* count 5*N: i=3 ld=2 */
	movups	4(%rsi), %xmm1
	cvtpi2ps %mm0, %xmm2
	cvtpi2ps cell(%rip), %xmm3
	cvtpi2ps (%r12), %xmm4		/* count N: i=4 ld=3 */
	.irp	op, cvtps2pi, cvttps2pi
	\op	%xmm1, %mm3
	\op	singles(%rip), %mm4
	\op	(%rsi), %mm5
	.endr				/* count 2*N: i=3 ld=2 */
	cvtsi2ssl %eax, %xmm2
	cvtsi2ssq %rcx, %xmm2
	cvtsi2ssl cell(%rip), %xmm2
	cvtsi2ssq (%r12), %xmm2		/* count N: i=4 ld=2 */
	.irp	op, cvtss2si, cvttss2si
	\op	%xmm1, %eax
	\op	%xmm1, %rcx
	\op	singles(%rip), %edx
	\op	(%esi), %r8
	.endr				/* count 2*N: i=4 ld=2 */
	.irp	op, andps, andnps, orps, xorps
	three	\op
	.endr				/* count 4*N: i=3 ld=2 */
	.irp	op, pavgb, pavgw, pmaxsw, pmaxub, pminsw, pminub, pmulhuw, psadbw
	three	\op
	\op	%mm3, %mm2
	\op	cell(%rip), %mm3
	\op	(%rsi), %mm4
	.endr				/* count 8*N: i=6 ld=4 */
	.irp	at, 0, 1, 2, 3
	pinsrw	$\at, %eax, %mm3
	pinsrw	$\at, cell+\at, %mm4
	pextrw	$\at, %mm2, %r9d
	.endr				/* count 4*N: i=3 ld=1 */
	.irp	at, 0, 1, 2, 3, 4, 5, 6, 7
	pinsrw	$\at, %eax, %xmm2
	pinsrw	$\at, cell+\at, %xmm3
	pextrw	$\at, %xmm1, %r9d
	.endr				/* count 8*N: i=3 ld=1 */
	.irp	how, 0x00, 0x1b, 0x4e, 0xb1, 0xe4, 0xff
	pshufw	$\how, %mm4, %mm5
	pshufw	$\how, cell(%rip), %mm6
	.endr				/* count 6*N: i=2 ld=1 */
	.irp	at, 1, 2, 3, 5, 6, 7
	movups	\at(%rsi), %xmm\at
	.endr				/* count 6*N: i=1 ld=1 */
	pmovmskb %mm5, %ebx
	pmovmskb %xmm3, %r8d
	movq	%mm6, %r9
	movaps	%xmm7, %xmm0
	addq	%rdx, %r8
	emms				/* count N: i=6 */
	decl	%ebp
	jnz	sse1			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
