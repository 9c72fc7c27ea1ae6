/* SPDX-License-Identifier: BSD-2-Clause */
/* AVX and AVX2: RIP-relative forms, gathers, masked moves.. */
/* needs avx avx2 fma bmi1 bmi2 */
#include "asm.h"
_start:
	movl	$100, %r12d		/* count 1: i=1 */
again:	vmovdqu	vec(%rip), %ymm0
	vpaddd	vec(%rip), %ymm0, %ymm1
	vpermq	$0x1b, vec(%rip), %ymm2
	vinserti128 $1, vec(%rip), %ymm1, %ymm3
	vextracti128 $1, %ymm1, out(%rip)
	vmovdqu	%ymm2, out(%rip)
	vpblendvb %ymm1, vec(%rip), %ymm2, %ymm4
	vbroadcastss vec(%rip), %ymm5
	vfmadd231ps vec(%rip), %ymm5, %ymm6	/* count 100: i=9 ld=7 st=2 */
	vpcmpeqd %ymm7, %ymm7, %ymm7
	vpxor	%ymm8, %ymm8, %ymm8
	vpinsrd	$0, index(%rip), %xmm8, %xmm8
	leaq	vec(%rip), %rsi
	vpgatherdd %ymm7, (%rsi, %ymm8, 4), %ymm9
	vpcmpeqd %ymm7, %ymm7, %ymm7
	vpmaskmovd (%rsi), %ymm7, %ymm10
	vpmaskmovd %ymm10, %ymm7, out(%rip)
	vmovd	%xmm9, %eax
	cmpl	$6, %eax
	MUST(e)				/* count 100: i=11 ld=3 st=1 t=1 */
	andn	q(%rip), %rax, %rcx
	bextr	%rax, q(%rip), %rdx
	rorx	$8, q(%rip), %rbx
	pdep	q(%rip), %rax, %rdi
	mulx	q(%rip), %r8, %r9
	shlx	%rax, q(%rip), %r10
	jmp	1f			/* count 100: i=7 ld=6 j=1 */
1:	vzeroupper
	decl	%r12d
	jnz	again			/* count 1: i=300 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
	.balign	32
vec:	.long	1, 2, 3, 4, 5, 6, 7, 8
out:	.space	32
index:	.long	5
q:	.quad	0x708
