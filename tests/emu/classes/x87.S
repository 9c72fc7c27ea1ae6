/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * x87: 295 instructions, 60 loads, 29 stores and a branch per turn. The published count has 61
 * loads: it counts FBSTP, which stores. Forms without "n" that check for exceptions (FSTCW, FSTSW,
 * FINIT, …) are two instructions, WAIT and the one with "n".
 */
#include "class.h"
	REPEAT(TIMES)
x87:
	pushq	%rdx			/* count N: i=1 st=1 */
	fninit
	finit				/* count N: i=3 */
	.irp	op, add, mul, sub, subr, div, divr
	fldpi
	fld1
	f\op	%st(1), %st
	f\op	%st, %st(1)
	f\op\()s singles(%rip)
	f\op\()l doubles
	fi\op\()s int16(%rip)
	fi\op\()l int32
	f\op\()p
	fstp	%st(0)
	.endr				/* count 6*N: i=10 ld=4 */
	fldpi
	fld1
	fcom
	fcom	%st(1)
	fcoms	singles(%rip)
	fcoml	doubles
	ficoms	int16
	ficoml	int32(%rip)		/* count N: i=8 ld=4 */
	fld	%st(0)
	fcomps	singles
	fld	%st(0)
	fcompl	doubles(%rip)
	fld	%st(0)
	ficomps	int16(%rip)
	fld	%st(0)
	ficompl	int32			/* count N: i=8 ld=4 */
	fld	%st(0)
	fcomp	%st(1)
	fld	%st(0)
	fcompp				/* st: pi */
	fld1
	fucom
	fucom	%st(1)
	fld	%st(0)
	fucomp	%st(1)
	fld	%st(0)
	fucompp				/* st: pi */
	fld1
	fcomi	%st(1), %st
	fucomi	%st(1), %st
	fld	%st(0)
	fcomip	%st(1), %st
	fld	%st(0)
	fucomip	%st(1), %st
	ftst
	fxam				/* count N: i=20 */
	.irp	cc, b, be, e, ne, nb, nbe, nu, u
	fcmov\cc %st(1), %st
	.endr				/* count 8*N: i=1 */
	fstsw	%ax
	fnstsw	%ax			/* count N: i=3 */
	fstsw	buffer+2(%rip)
	fnstsw	saved			/* count N: i=3 st=2 */
	.irp	what, l2e, l2t, lg2, ln2, z, pi
	fld\what
	fstp	%st(0)
	.endr				/* count 6*N: i=2 */
	fabs
	fchs
	fchs
	fsqrt
	frndint
	fxch
	fxch	%st(1)
	fst	%st(1)
	fst	%st(2)
	fnop
	fdecstp
	fincstp
	ffree	%st(7)
	fclex
	fnclex				/* count N: i=16 */
	/* Functions; what leaves one number more is followed by a pop. */
	fldz
	f2xm1
	fld1
	fyl2x
	fldz
	fyl2xp1
	fld1
	fpatan
	fptan
	fstp	%st(0)
	fld1
	fprem
	fprem1
	fscale
	fsin
	fcos
	fsincos
	fxtract
	fstp	%st(0)
	fstp	%st(0)
	fstp	%st(0)			/* count N: i=21 */
	fninit				/* count N: i=1 */
	/* To and from memory. */
	flds	singles(%rip)
	fldl	doubles
	fldt	extended
	filds	integers
	fildl	integers+8(%rip)
	fildll	integers+16		/* count N: i=6 ld=6 */
	fsts	buffer
	fstl	buffer+8
	fists	buffer+16
	fistl	buffer+24(%rip)		/* count N: i=4 st=4 */
	fstps	buffer+32
	fstpl	buffer+40(%rip)
	fstpt	buffer+48
	fistps	buffer+64
	fistpl	buffer+72(%rip)
	fistpll	buffer+80		/* count N: i=6 st=6 */
	fbld	packed			/* count N: i=1 ld=1 */
	fbstp	buffer+96		/* count N: i=1 st=1 */
	/* With registers only: each operation, a full stack, the natural logarithm of pi. */
	.irp	op, add, mul, sub, subr, div, divr
	fldpi
	fld1
	f\op	%st(0), %st
	fchs
	f\op\()p
	fabs
	fstps	buffer
	.endr				/* count 6*N: i=7 st=1 */
	.rept	8
	fld1
	.endr
	.irp	at, 1, 2, 3, 4, 5, 6, 7
	fxch	%st(\at)
	.endr
	.rept	8
	fstp	%st(0)
	.endr
	fldln2
	fldpi
	fyl2x
	fabs
	fchs
	fstp	%st(0)			/* count N: i=8+7+8+6 */
	/* Control words, as compilers change the rounding; and the state. */
	fnstcw	saved			/* count N: i=1 st=1 */
	movzwl	saved(%rip), %eax	/* count N: i=1 ld=1 */
	orl	$0xc00, %eax		/* count N: i=1 */
	movw	%ax, changed		/* count N: i=1 st=1 */
	fldcw	changed			/* count N: i=1 ld=1 */
	fldpi				/* count N: i=1 */
	fistpl	buffer			/* count N: i=1 st=1 */
	fldcw	saved			/* count N: i=1 ld=1 */
	movl	buffer, %ebx		/* count N: i=1 ld=1 */
	fstcw	changed(%rip)		/* count N: i=2 st=1 */
	movl	$saved, %eax
	movl	$saved-64, %ecx
	movl	$saved-30000, %edx	/* count N: i=3 */
	.rept	4
	fldcw	(%rax)
	fldcw	64(%rcx)
	fldcw	30000(%rdx)
	.endr				/* count N: i=12 ld=12 */
	fldcw	saved(, %r13, 2)	/* count N: i=1 ld=1 */
	fld1				/* count N: i=1 */
	fnstenv	buffer+128
	fstenv	buffer+160		/* count N: i=3 st=2 */
	fldenv	buffer+128		/* count N: i=1 ld=1 */
	fnsave	buffer+256		/* count N: i=1 st=1 */
	frstor	buffer+256		/* count N: i=1 ld=1 */
	fsave	buffer+256		/* count N: i=2 st=1 */
	fxsave	buffer+512		/* count N: i=1 st=1 */
	fxrstor	buffer+512		/* count N: i=1 ld=1 */
	fnstsw	%ax			/* count N: i=1 */
	popq	%rdx			/* count N: i=1 ld=1 */
	decl	%ebp
	jnz	x87			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
	.data
	.balign	16
extended:
	.tfloat	2.5
	.balign	16
packed:	.byte	0x45, 0x23, 0x01, 0, 0, 0, 0, 0, 0, 0
	.balign	16
integers:
	.quad	1234, -56789, 0x123456789
int32:	.long	77
int16:	.short	7
saved:	.short	0, 0x37f
changed:
	.short	0
	.text
