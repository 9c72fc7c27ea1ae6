/* SPDX-License-Identifier: BSD-2-Clause */
/* Logic, bits, shifts and rotations: 222 instructions, 47 loads, 28 stores, a branch per turn. */
#include "class.h"
	REPEAT(TIMES)
logic:
	movl	$cell, %esi
	movl	%ebp, %ecx		/* count N: i=2 */
	.irp	op, and, or, xor
	\op\()q	%rax, %rbx
	\op\()l	$0x76543210, %eax
	\op\()b	%ah, %bl
	\op\()l	%r8d, %r9d
	\op\()w	%r8w, %r9w
	\op\()b	%r8b, %r9b
	\op\()q	%rax, cell(%rip)
	\op\()w	%bx, 2(%r12)
	\op\()q	cell, %rbx
	\op\()w	other(, %r13, 8), %r9w
	.endr				/* count 3*N: i=10 ld=4 st=2 */
	.irp	op, neg, not
	\op\()q	%rax
	\op\()q	%r8
	\op\()l	%ebx
	\op\()l	%r9d
	\op\()w	%ax
	\op\()b	%bh
	\op\()b	%r9b
	\op\()q	cell(%rip)
	\op\()w	(%rsi)
	.endr				/* count 2*N: i=9 ld=2 st=2 */
	/* Of zero they leave the destination alone, or undefined; so the sources are not zero. */
	orq	$0x10, %rax		/* count N: i=1 */
	.irp	op, bsf, bsr
	\op\()q	%rax, %rbx
	\op\()l	%r13d, %r8d
	\op\()w	%r13w, %r9w
	\op\()q	%r14, %rdx
	\op\()q	%rax, %rax
	\op\()l	%r12d, %edx
	\op\()q	set(%rip), %rdx
	\op\()l	set, %r9d
	\op\()w	2+set(%rip), %dx
	.endr				/* count 2*N: i=9 ld=3 */
	bswapq	%rax
	bswapq	%rbx
	bswapq	%r8
	bswapq	%r9
	bswapl	%eax
	bswapl	%ebx
	bswapl	%r8d
	bswapl	%r9d
	bswapq	%rdx
	bswapl	%edx			/* count N: i=10 */
	btq	$35, %rax
	btl	$25, %eax
	btw	$15, %ax
	btq	%rbx, %rax
	btl	%ebx, %eax
	btw	%bx, %ax
	btq	$40, cell(%rip)
	btl	%r13d, (%rsi)
	btw	%r13w, cell		/* count N: i=9 ld=3 */
	.irp	op, btc, btr, bts
	\op\()q	$35, %rax
	\op\()l	$25, %eax
	\op\()w	$15, %ax
	\op\()q	%rbx, %rax
	\op\()l	%ebx, %eax
	\op\()w	%bx, %ax
	\op\()q	$40, cell(%rip)
	\op\()l	%r13d, (%rsi)
	\op\()w	%r13w, cell
	.endr				/* count 3*N: i=9 ld=3 st=3 */
	.irp	op, rcl, rcr, rol, ror, shl, sar, shr
	\op\()q	$1, %rax
	\op\()q	%cl, %rax
	\op\()q	$5, %rbx
	\op\()l	$1, %r8d
	\op\()l	%cl, %ebx
	\op\()l	$5, %r9d
	\op\()w	$1, %ax
	\op\()w	%cl, %r9w
	\op\()w	$5, %bx
	\op\()b	$1, %bh
	\op\()q	$5, cell(%rip)
	.endr				/* count 7*N: i=11 ld=1 st=1 */
	.irp	op, shld, shrd
	\op\()q	$1, %rax, %rbx
	\op\()q	%cl, %r8, %rax
	\op\()q	$5, %rbx, %r9
	\op\()l	$1, %eax, %ebx
	\op\()l	%cl, %r8d, %eax
	\op\()l	$5, %ebx, %r9d
	\op\()w	$1, %ax, %bx
	\op\()w	$5, %bx, %r9w
	\op\()q	$5, %rax, cell
	.endr				/* count 2*N: i=9 ld=1 st=1 */
	testq	%rax, %rbx
	testl	$0x1234567, %eax
	testb	%ah, %bl
	testl	%r8d, %r9d
	testw	%r8w, %r9w
	testb	%r8b, %r9b
	testq	%rax, cell(%rip)
	testw	%bx, 2(%r12)
	testq	%r9, other(, %r13, 8)
	testb	$0x55, (%rsi)		/* count N: i=10 ld=4 */
	decl	%ebp
	jnz	logic			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
	.data
	.balign	8
set:	.quad	0x0102030405060708
	.text
