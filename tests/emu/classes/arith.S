/* SPDX-License-Identifier: BSD-2-Clause */
/* Integer arithmetic: 130 instructions, 44 loads, 18 stores and a branch per turn. */
#include "class.h"
	.macro	six op
	\op	%rsi, %rbx
	\op	$0x1234567, %eax
	\op	%ah, %bl
	\op	%r8d, %r9d
	\op	%r8w, %r9w
	\op	%r8b, %r9b
	.endm
	.macro	writes op
	six	\op
	\op	%rax, cell(%rip)
	\op	%bx, 2(%r12)
	\op	other(, %r13, 8), %r9
	\op	cell, %ebx
	.endm
	REPEAT(TIMES)
arith:
	incq	%rax
	incq	%r8
	incl	%ebx
	incl	%r9d
	incw	%ax
	incw	%r9w
	incb	%bh
	incb	%r8b
	incq	cell(%rip)
	incb	7(%r12)			/* count N: i=10 ld=2 st=2 */
	writes	add
	writes	adc
	writes	sub
	writes	sbb			/* count 4*N: i=10 ld=4 st=2 */
	six	cmp
	cmpq	%rax, cell(%rip)
	cmpw	%bx, 2(%r12)
	cmpq	other(, %r13, 8), %r9
	cmpl	cell, %ebx		/* count N: i=10 ld=4 */
	/* The dividend is extended to twice its size, so that the quotient has room. */
	movl	$77, %ebx
	xorl	%edx, %edx
	divq	%rbx
	xorl	%edx, %edx
	divl	%ebx
	xorl	%edx, %edx
	divw	%bx
	movzbl	%al, %eax
	divb	%bl			/* count N: i=9 */
	orw	$1, unsigned16
	divw	unsigned16(%rip)
	orl	$1, unsigned32
	divl	unsigned32
	orq	$1, unsigned64(%rip)
	divq	unsigned64		/* count N: i=6 ld=6 st=3 */
	movl	$77, %ebx
	cqto
	idivq	%rbx
	cltd
	idivl	%ebx
	cwtd
	idivw	%bx
	movsbw	%al, %ax
	idivb	%bl			/* count N: i=9 */
	orw	$1, signed16
	idivw	signed16(%rip)
	orl	$1, signed32
	idivl	signed32
	orq	$1, signed64(%rip)
	idivq	signed64		/* count N: i=6 ld=6 st=3 */
	.irp	op, mul, imul
	\op\()q	%r8
	\op\()l	%r9d
	\op\()w	%si
	\op\()b	%bl
	\op\()q	%rax
	\op\()b	%ah
	\op\()q	cell(%rip)
	\op\()l	4(%r12)
	\op\()w	other(, %r13, 4)
	\op\()b	cell
	.endr				/* count 2*N: i=10 ld=4 */
	leaq	8(%rax), %r8
	leaq	(%rax, %rbx), %r9
	leaq	-1(%rax, %rbx, 8), %rax
	leaq	0x7654321(, %rbx, 4), %rbx
	leaq	cell(%rip), %rsi
	leal	3(%rax, %r8, 2), %eax
	leal	(%r9d, %ebx, 4), %ebx
	leal	0x1000(, %eax, 2), %r9d
	leaw	5(%rbx), %ax
	leaq	(, %rsi, 2), %rsi	/* count N: i=10 */
	decq	%rsi
	decl	%ebx
	decw	%r9w
	decb	%ah
	decb	%r8b
	decq	%r9
	decq	cell
	decb	3(%r12)			/* count N: i=8 ld=2 st=2 */
	decl	%ebp
	jnz	arith			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
	.data
	.balign	8
unsigned64:
	.quad	0x4000000100000001
unsigned32:
	.long	0x40000001
unsigned16:
	.short	0xffff
signed16:
	.short	0x7fff
signed64:
	.quad	0x7fffffffffffffff
signed32:
	.long	0x7fffffff
	.text
