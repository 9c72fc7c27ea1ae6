/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The order in which a set's lines were used, where all but a few accesses hit: L1D of four ways
 * and two sets, and five lines of one set, A to E. E always takes the place of D, which was used
 * first, and D that of E; in any other order the lines between them would miss, too.
 */
/* machine L1d=512,4,64,lru */
#include "asm.h"
#define A (%rsi)
#define B 128(%rsi)
#define C 256(%rsi)
#define D 384(%rsi)
#define E 512(%rsi)
_start:
	leaq	data(%rip), %rsi
	/* Cold. */
	movq	C, %rax
	movq	B, %rax
	movq	A, %rax
	movq	D, %rax			/* count 1: i=5 ld=4 ; miss 4: r=1 */
	/* Where the status flags are dead. */
	movl	$1000, %ecx		/* count 1: i=1 */
1:	movq	D, %rax
	movq	A, %rax
	movq	C, %rax
	movq	%rbx, B
	addq	E, %rax
	addq	B, %rax
	addq	C, %rax
	addq	A, %rax
	addq	D, %rax			/* miss 1000: r=2 */
	decl	%ecx
	jnz	1b			/* count 1000: i=11 ld=8 st=1 ; count 1: t=999 n=1 */
	/* Where one is alive. */
	movl	$1000, %ecx		/* count 1: i=1 */
1:	stc
	movq	D, %rax
	movq	A, %rax
	movq	C, %rax
	movq	B, %rax
	movq	E, %r8
	movq	B, %r9
	movq	C, %r10
	movq	A, %r11
	movq	D, %rdx			/* miss 1000: r=2 */
	jnc	2f
	decl	%ecx
	jnz	1b			/* count 1000: i=13 ld=9 n=1 ; count 1: t=999 n=1 */
	/* More accesses than a trace takes times at once, where it ends in one of these: D is
	 * older than A all the same. */
	leaq	128(%rsi), %rsp		/* count 1: i=1 ; miss 1: w=1 */
	.macro	ends pairs
	movl	$50, %ecx		/* count 5: i=1 */
1:	.rept	\pairs
	pushq	D			/* writes to a line of the other set */
	popq	D
	.endr				/* count 50*150*2: i=1 ld=1 st=1 */
	movq	A, %rax
	movq	C, %rax
	movq	B, %rax
	movq	E, %rax
	movq	B, %rax
	movq	C, %rax
	movq	A, %rax
	movq	D, %rax			/* miss 250: r=2 */
	decl	%ecx
	jnz	1b			/* count 250: i=10 ld=8 ; count 5: t=49 n=1 */
	.endm
	ends	28
	ends	29
	ends	30
	ends	31
	ends	32
	EXIT(0)				/* count 1: i=3 sys=1 */
2:	EXIT(1)
	.bss
	.balign	4096
data:	.skip	4096
