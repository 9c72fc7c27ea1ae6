/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines and sets of a small cache: walks, sets with too many lines, writes, crossing accesses. The
 * program has no stack, so that every miss is one that it says: L1D of two ways and eight sets.
 */
/* machine L1d=1K,2,64,lru */
#include "asm.h"
_start:
	leaq	data(%rip), %rsi
	/* 32 lines twice, four reads of each: no line is there when it is needed again. */
	movl	$2, %edx		/* count 1: i=2 */
1:	movl	$128, %ecx
	movq	%rsi, %rax		/* count 2: i=2 */
2:	addq	(%rax), %rbx
	addq	$16, %rax
	decl	%ecx
	jnz	2b			/* count 256: i=4 ld=1 t=1; miss 2*32: r=1 */
	decl	%edx			/* count 2: t=-1 n=1 */
	jnz	1b			/* count 2: i=2 ; count 1: t=1 n=1 */
	/* The first 16 lines, which fill the cache, three times: only the first walk misses. */
	movl	$3, %edx		/* count 1: i=1 */
1:	movl	$16, %ecx
	movq	%rsi, %rax		/* count 3: i=2 */
2:	movq	%rbx, (%rax)
	addq	$64, %rax
	decl	%ecx
	jnz	2b			/* count 48: i=4 st=1 t=1; miss 16: w=1 */
	decl	%edx			/* count 3: t=-1 n=1 */
	jnz	1b			/* count 3: i=2 ; count 1: t=2 n=1 */
	/* Three new lines of one set in turn miss each time; two of another set never do. */
	movl	$10, %ecx		/* count 1: i=1 */
1:	movq	2048(%rsi), %rax
	movq	4096(%rsi), %rax
	movq	6144(%rsi), %rax
	movq	64(%rsi), %rax
	movq	576(%rsi), %rax
	decl	%ecx			/* miss 10: r=3 */
	jnz	1b			/* count 10: i=7 ld=5 ; count 1: t=9 n=1 */
	/* Across two lines that are both new: one miss. Then both are there. */
	movq	8192+60(%rsi), %rax
	movq	8192(%rsi), %rax
	movq	8192+64(%rsi), %rax	/* count 1: i=3 ld=3 ; miss 1: r=1 */
	/* Across one that is there and one that is new. */
	movq	8192+124(%rsi), %rax
	incl	8192+128(%rsi)		/* count 1: i=2 ld=2 st=1 ; miss 1: r=1 */
	/* A write across pages; both lines are new. */
	movq	%rax, 12284(%rsi)
	movb	%al, 12287(%rsi)
	movb	%al, 12288(%rsi)	/* count 1: i=3 st=3 ; miss 1: w=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.bss
	.balign	4096
data:	.skip	16384
