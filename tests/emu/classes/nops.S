/* SPDX-License-Identifier: BSD-2-Clause */
/* NOPs of each length, as compilers and assemblers choose them: 26 instructions per turn. */
#include "class.h"
	REPEAT(TIMES)
nops:
	nop
	.byte	0x66, 0x90
	nopl	(%rax)
	nopl	8(%rax)
	nopl	8(%rax, %rax)
	nopw	8(%rax, %rax)
	nopl	0x1000(%rax)
	nopl	0x1000(%rax, %rax)
	nopw	0x1000(%rax, %rax)	/* count N: i=9 */
	.byte	0x66, 0x66, 0x90
	.byte	0x66, 0x66, 0x66, 0x90
	.byte	0x66, 0x66, 0x66, 0x66, 0x90 /* count N: i=3 */
	nopq	(%rax)
	nopl	%eax
	nopw	%ax
	nopl	buffer(%rip)
	nopl	%fs:(%rax)		/* count N: i=5 */
	/* What other processors used for it. */
	xchgq	%rax, %rax
	xchgw	%ax, %ax
	movq	%rsi, %rsi
	leaq	(%rsi), %rsi
	.byte	0x48, 0x8d, 0x74, 0x26, 0 /* leaq 0(%rsi), %rsi, with a SIB */
	leaq	0x0(%rdi), %rdi
	fnop				/* count N: i=7 */
	decl	%ebp
	jnz	nops			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
