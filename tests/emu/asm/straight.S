/* SPDX-License-Identifier: BSD-2-Clause */
/* A straight line, longer than any field of a vector can count. */
#include "asm.h"
_start:
	.rept	1000
	addq	$1, %rax		/* count 1000: i=1 */
	.endr
	.rept	700
	movq	cell(%rip), %rbx	/* count 700: i=1 ld=1 */
	.endr
	.rept	700
	movq	%rax, cell(%rip)	/* count 700: i=1 st=1 */
	.endr
	.rept	400
	addq	$2, cell(%rip)		/* count 400: i=1 ld=1 st=1 */
	.endr
	cmpq	$1800, cell(%rip)	/* count 1: i=1 ld=1 */
	MUST(e)				/* count 1: i=1 t=1 */
	.rept	100
	nop
	nopl	0(%rax)
	lea	8(%rax, %rbx, 4), %rcx
	prefetcht0 (%rax)		/* count 100: i=4 */
	.endr
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
cell:	.quad	0
