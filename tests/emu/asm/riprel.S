/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * RIP-relative operands of every form: with immediates of each size behind the displacement, bytes,
 * words, exchanges, SSE, x87, stack and branch operands.
 */
#include "asm.h"
_start:
	movl	$3, %r12d		/* count 1: i=1 */
again:
	movb	$0x11, b(%rip)
	movw	$0x2222, w(%rip)
	movl	$0x33333333, l(%rip)
	movq	$-4, q(%rip)		/* count 3: i=4 st=4 */
	addb	$1, b(%rip)
	addw	$1, w(%rip)
	addw	$0x111, w(%rip)
	addl	$1, l(%rip)
	addl	$0x1111111, l(%rip)
	addq	$1, q(%rip)
	addq	$0x1111111, q(%rip)	/* count 3: i=7 ld=7 st=7 */
	cmpb	$0x12, b(%rip)
	MUST(e)
	cmpw	$0x2334, w(%rip)
	MUST(e)
	cmpl	$0x34444445, l(%rip)
	MUST(e)
	cmpq	$0x111110e, q(%rip)
	MUST(e)				/* count 3: i=8 ld=4 t=4 */
	testb	$1, b(%rip)
	testl	$0x100, l(%rip)
	imull	$3, l(%rip), %eax
	imulq	$0x1000, q(%rip), %rdx
	cmpl	$0x9ccccccf, %eax
	MUST(e)				/* count 3: i=6 ld=4 t=1 */
	leaq	q(%rip), %rsi
	leal	q(%rip), %edi
	cmpl	%esi, %edi
	MUST(e)
	movq	q(%rip), %rax
	cmpq	(%rsi), %rax
	MUST(e)				/* count 3: i=7 ld=2 t=2 */
	/* Every register, so that whatever register is borrowed is one of them. */
	.irp	reg, rax,rcx,rdx,rbx,rbp,rsi,rdi,r8,r9,r10,r11,r13,r14,r15
	movq	q(%rip), %\reg
	addq	%\reg, sum(%rip)
	leaq	q(%rip), %\reg
	cmpq	$q, %\reg
	MUST(e)				/* count 3*14: i=5 ld=2 st=1 t=1 */
	.endr
	/* Exchanges, locked and not. */
	movq	$7, q(%rip)
	movl	$9, %eax
	xchgq	%rax, q(%rip)
	cmpq	$7, %rax
	MUST(e)
	movl	$9, %eax
	movl	$10, %ecx
	lock cmpxchgq %rcx, q(%rip)
	MUST(e)
	lock xaddq %rcx, q(%rip)
	cmpq	$10, %rcx
	MUST(e)
	cmpq	$20, q(%rip)
	MUST(e)				/* count 3: i=14 ld=4 st=4 t=4 */
	lock incl l(%rip)
	lock btsq $5, q(%rip)
	negq	q(%rip)
	notq	q(%rip)
	shlq	q(%rip)
	shlq	$3, q(%rip)
	movl	$2, %ecx
	shrq	%cl, q(%rip)
	shldq	$4, %rax, q(%rip)	/* count 3: i=9 ld=8 st=8 */
	xorl	%eax, %eax
	xorl	%edx, %edx
	movq	$0, pair(%rip)
	movq	$0, pair+8(%rip)
	movl	$1, %ebx
	movl	$2, %ecx
	lock cmpxchg16b pair(%rip)
	MUST(e)
	cmpq	$2, pair+8(%rip)
	MUST(e)				/* count 3: i=10 ld=2 st=3 t=2 */
	/* MUL and DIV, implicit RAX and RDX. */
	movq	$6, q(%rip)
	movl	$7, %eax
	mulq	q(%rip)
	cmpl	$42, %eax
	MUST(e)
	xorl	%edx, %edx
	divq	q(%rip)
	cmpl	$7, %eax
	MUST(e)				/* count 3: i=9 ld=2 st=1 t=2 */
	/* CMOV, SETcc, MOVZX, MOVBE-like, BT, BSWAP does not. */
	cmpl	%eax, %eax
	cmoveq	q(%rip), %rax
	cmovneq	l(%rip), %rax
	sete	b(%rip)
	movzbl	b(%rip), %ecx
	movswq	w(%rip), %rdx
	movslq	l(%rip), %rdx
	btl	$1, q(%rip)
	MUST(c)
	bsfq	q(%rip), %rdx
	cmpl	$1, %edx
	MUST(e)				/* count 3: i=12 ld=7 st=1 t=2 */
	/* SSE, with immediates. */
	movdqa	vec(%rip), %xmm0
	paddd	vec(%rip), %xmm0
	pshufd	$0x1b, vec(%rip), %xmm1
	movups	%xmm1, out(%rip)
	cmpl	$4, out(%rip)
	MUST(e)
	movss	one(%rip), %xmm2
	addss	one(%rip), %xmm2
	cvttss2si %xmm2, %eax
	cmpl	$2, %eax
	MUST(e)
	cvtsi2sdq q(%rip), %xmm3
	movd	l(%rip), %xmm4
	pinsrw	$3, w(%rip), %xmm4
	shufps	$0x4e, vec(%rip), %xmm1
	roundsd	$1, out(%rip), %xmm5
	pextrb	$2, %xmm4, b(%rip)
	palignr	$4, vec(%rip), %xmm6	/* count 3: i=18 ld=12 st=2 t=2 */
	/* x87 and its environment. */
	fldl	real(%rip)
	faddl	real(%rip)
	fistpll	q(%rip)
	cmpq	$5, q(%rip)
	MUST(e)
	fnstcw	w(%rip)
	fldcw	w(%rip)
	fldt	ten(%rip)
	fstp	%st
	stmxcsr	l(%rip)
	ldmxcsr	l(%rip)			/* count 3: i=11 ld=6 st=3 t=1 */
	/* Stack and branches. */
	pushq	q(%rip)
	popq	sum2(%rip)
	cmpq	$5, sum2(%rip)
	MUST(e)
	call	*fn(%rip)
	cmpl	$77, %eax
	MUST(e)				/* count 3: i=7 ld=4 st=3 t=2 ci=1 */
	jmp	*to(%rip)		/* count 3: i=1 ld=1 ji=1 */
	ud2
there:	/* 67h: EIP-relative. */
	movl	q(%eip), %eax
	cmpl	$5, %eax
	MUST(e)				/* count 3: i=3 ld=1 t=1 */
	/* Segment overrides that mean nothing here. */
	ds movl	q(%rip), %eax
	cs movl	q(%rip), %ecx
	cmpl	%eax, %ecx
	MUST(e)				/* count 3: i=4 ld=2 t=1 */
	decl	%r12d
	jnz	again			/* count 1: i=6 t=2 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
f:	movl	$77, %eax
	ret				/* count 3: i=2 ld=1 r=1 */
	.data
	.balign	16
vec:	.long	1, 2, 3, 4
pair:	.quad	0, 0
out:	.quad	0, 0
q:	.quad	0
sum:	.quad	0
sum2:	.quad	0
fn:	.quad	f
to:	.quad	there
real:	.double	2.5
one:	.float	1
l:	.long	0
ten:	.byte	0, 0, 0, 0, 0, 0, 0, 0xa0, 2, 0x40
w:	.word	0
b:	.byte	0
