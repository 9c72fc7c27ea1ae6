/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All conditions, short and near, under all 32 combinations of CF, PF, ZF, SF and OF. Of a
 * condition and its opposite exactly one is taken, so of the 16 forms 8 are, whatever the flags.
 */
#include "asm.h"
	/* Bit n of EBX: condition n was taken; of EBP: SETcc says so. */
	.macro	form cc, n
	xorl	%r8d, %r8d
	pushq	%r12
	popfq
	set\cc	%r8b			/* count 32*16: i=4 st=1 ld=1 */
	j\cc	1f
	jmp	2f			/* see below */
1:	orl	$1 << \n, %ebx
2:	shll	$\n, %r8d
	orl	%r8d, %ebp
	.endm
	/* The same, near. */
	.macro	near cc, n
	pushq	%r12
	popfq
	.byte	0x0f, 0x80 + \n
	.long	1f - . - 4
	jmp	2f
1:	orl	$1 << \n, %r9d
2:
	.endm
_start:
	xorl	%r13d, %r13d		/* count 1: i=1 */
next:
	/* Five bits of R13 to the places of the flags. */
	movl	$2, %r12d		/* count 32: i=1 */
	.irp	pair, 1,4,0x40,0x80,0x800
	testl	$\pair, table(, %r13, 4)	/* count 32*5: i=1 ld=1 */
	jz	1f			/* count 32*5: i=1 ; count 16*5: t=1 ; count 16*5: n=1 */
	orl	$\pair, %r12d		/* count 16*5: i=1 */
1:
	.endr
	xorl	%ebx, %ebx
	xorl	%ebp, %ebp
	xorl	%r9d, %r9d		/* count 32: i=3 */
	form o, 0
	form no, 1
	form b, 2
	form nb, 3
	form z, 4
	form nz, 5
	form be, 6
	form nbe, 7
	form s, 8
	form ns, 9
	form p, 10
	form np, 11
	form l, 12
	form nl, 13
	form le, 14
	form nle, 15
	/* taken: branch, OR; not: branch, jump; both then shift and OR. */
	/* count 32*8: i=4 t=1 */
	/* count 32*8: i=4 n=1 j=1 */
	near o, 0
	near no, 1
	near b, 2
	near nb, 3
	near z, 4
	near nz, 5
	near be, 6
	near nbe, 7
	near s, 8
	near ns, 9
	near p, 10
	near np, 11
	near l, 12
	near nl, 13
	near le, 14
	near nle, 15
	/* count 32*8: i=4 st=1 ld=1 t=1 */
	/* count 32*8: i=4 st=1 ld=1 n=1 j=1 */
	cmpl	%ebx, %ebp
	MUST(e)
	cmpl	%ebx, %r9d
	MUST(e)				/* count 32: i=4 t=2 */
	incl	%r13d
	cmpl	$32, %r13d
	jne	next			/* count 1: i=3*32 t=31 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
table:
	.irp	of, 0, 0x800
	.irp	sf, 0, 0x80
	.irp	zf, 0, 0x40
	.irp	pf, 0, 4
	.irp	cf, 0, 1
	.long	\of + \sf + \zf + \pf + \cf
	.endr
	.endr
	.endr
	.endr
	.endr
