/* SPDX-License-Identifier: BSD-2-Clause */
/* MMX: 152 instructions, 68 loads, 21 stores and a branch per turn. */
#include "class.h"
	REPEAT(TIMES)
mmx:
	emms
	movl	$buffer, %edi		/* count N: i=2 */
	movd	%eax, %mm1
	movd	%mm1, %edx
	.irp	r, 0, 1, 2, 3, 4, 5, 6, 7
	movd	cell+\r, %mm\r
	movd	%mm\r, buffer+8*\r
	.endr				/* count N: i=18 ld=8 st=8 */
	movd	%mm7, (%rdi)
	movq	%mm1, %mm2
	movq	%rdx, %mm3
	.irp	r, 0, 1, 2, 3, 4, 5, 6, 7
	movq	cell+\r, %mm\r
	movq	%mm\r, buffer+8*\r
	.endr
	movq	%mm6, 64(%rdi)		/* count N: i=20 ld=8 st=10 */
	pcmpeqb	%mm7, %mm7
	maskmovq %mm7, %mm6
	addr32 maskmovq %mm7, %mm5
	movntq	%mm4, 128(%rdi)		/* count N: i=4 st=3 */
	.irp	op, pand, pandn, por, pxor
	\op	%mm0, %mm1
	\op	cell(%rip), %mm1
	\op	8(%r12), %mm2
	\op	cell(, %r13, 8), %mm3
	.endr				/* count 4*N: i=4 ld=3 */
	.irp	op, pslld, psllq, psllw, psrad, psraw, psrld, psrlq, psrlw
	\op	$3, %mm1
	\op	%mm0, %mm2
	\op	other, %mm3
	.endr				/* count 8*N: i=3 ld=1 */
	.irp	op, paddb, paddd, paddw, paddsb, paddsw, paddusb, paddusw, \
		psubb, psubd, psubw, psubsb, psubsw, psubusb, psubusw, \
		pmaddwd, pmulhw, pmullw, pcmpeqd, pcmpeqw, pcmpgtb, pcmpgtd, pcmpgtw, \
		packssdw, packsswb, packuswb, \
		punpckhbw, punpckhdq, punpckhwd, punpcklbw, punpckldq, punpcklwd
	\op	%mm4, %mm5
	\op	cell, %mm6
	.endr				/* count 31*N: i=2 ld=1 */
	pcmpeqb	cell, %mm7
	movq	%mm6, %rax
	movd	%mm5, %ecx
	emms				/* count N: i=4 ld=1 */
	decl	%ebp
	jnz	mmx			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
