/* SPDX-License-Identifier: BSD-2-Clause */
/* SSE3, with FISTTP: 36 instructions, 17 loads, 3 stores and a branch per turn. */
#include "class.h"
	REPEAT(TIMES)
sse3:
	/* FISTTP pops what these push. */
	.rept	3
	fld1
	.endr				/* count N: i=3 */
	lddqu	singles+4, %xmm0
	lddqu	doubles, %xmm1		/* count N: i=2 ld=2 */
	.irp	op, movddup, movshdup, movsldup
	\op	%xmm0, %xmm2
	\op	singles(%rip), %xmm3
	.endr				/* count 3*N: i=2 ld=1 */
	.irp	op, addsubpd, addsubps, haddpd, haddps, hsubpd, hsubps
	\op	%xmm2, %xmm1
	\op	singles(%rip), %xmm3
	\op	doubles+16, %xmm4
	.endr				/* count 6*N: i=3 ld=2 */
	fisttps	buffer
	fisttpl	buffer+8(%rip)
	fisttpll buffer+16		/* count N: i=3 st=3 */
	xorps	%xmm4, %xmm4
	movmskpd %xmm3, %eax		/* count N: i=2 */
	decl	%ebp
	jnz	sse3			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
