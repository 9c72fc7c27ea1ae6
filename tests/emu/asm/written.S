/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Jumps and calls by way of a table that may be written to and is full of addresses of code, as
 * that of a large library whose functions are bound late. It changes by stores, also in the trace
 * that relies on it, and by calls, and each time the same code goes elsewhere.
 */
/* where ROUNDS=8 PLTS=100 ONES=1650 TWOS=1650 */
#include "asm.h"
#include "table.h"
	.macro	becomes to
	leaq	\to(%rip), %rax
	movq	%rax, slot(%rip)	/* count 4: i=2 st=1 */
	.endm
_start:
	first_rounds

	/* Right before each jump. */
	xorl	%r14d, %r14d
	movl	$50, %ebx		/* count 1: i=2 */
3:	leaq	one(%rip), %rax
	movq	%rax, slot(%rip)
	call	plt
	leaq	two(%rip), %rax
	movq	%rax, slot(%rip)
	call	plt			/* count 50: i=6 c=2 st=4 */
	decl	%ebx
	jnz	3b			/* count 50: i=2 ; count 49: t=1 ; count 1: n=1 */
	cmpl	$50050, %r14d
	MUST(e)				/* count 1: i=2 t=1 */

	/* The kernel writes there. */
	movl	$22, %eax
	leaq	fds(%rip), %rdi
	call_is	0			/* count 1: i=5 sys=1 t=1 */
	movl	$1, %eax
	movl	fds+4(%rip), %edi
	leaq	a_one(%rip), %rsi
	movl	$8, %edx
	call_is	8			/* count 1: i=7 ld=1 sys=1 t=1 */
	xorl	%eax, %eax
	movl	fds(%rip), %edi
	leaq	table(%rip), %rsi
	movl	$8, %edx
	call_is	8			/* count 1: i=7 ld=1 sys=1 t=1 */
	one_round 400

	file_comes_back
	poke	a_two
	one_round 400000
	map_zeros
	becomes	two
	one_round 400000
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
mem:	.asciz	"/proc/self/mem"
	.balign	8
a_one:	.quad	one
a_two:	.quad	two
fds:	.long	0, 0
	.balign	4096
table:
slot:	.rept	512
	.quad	one
	.endr
	.balign	4096
