/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Jumps and calls by way of a table that may only be read, as a linker leaves it: traces rely on it
 * (emu/code/constant.h). The table changes in every way that there is, and each time the same code
 * goes elsewhere.
 */
#include "asm.h"
	/* 100 times each by way of the table. */
work:	movl	$100, %ebx		/* count 18: i=1 */
1:	call	plt
	call	*slot(%rip)		/* count 1800: i=2 c=1 ci=1 ld=1 st=2 */
	decl	%ebx
	jnz	1b			/* count 1800: i=2 ; count 1782: t=1 ; count 18: n=1 */
	ret				/* count 18: i=1 ld=1 r=1 */
plt:	jmp	*slot(%rip)		/* count 1800: i=1 ld=1 ji=1 */
one:	incl	%r14d
	ret				/* count 2000: i=2 ld=1 r=1 */
two:	addl	$1000, %r14d
	ret				/* count 1600: i=2 ld=1 r=1 */

	/* A call that leads elsewhere each time, so that the engine can look what is hot. Behind it
	 * the traces are made anew, and live when the table changes. */
round:	xorl	%r14d, %r14d
	call	work
	movl	$70, %ebx		/* count 9: i=3 c=1 st=1 */
2:	call	*%r12
	xorq	%r13, %r12		/* count 630: i=2 ci=1 st=1 */
	decl	%ebx
	jnz	2b			/* count 630: i=2 ; count 621: t=1 ; count 9: n=1 */
	call	work
	ret				/* count 9: i=2 c=1 st=1 ld=1 r=1 */
this:	ret				/* count 315: i=1 ld=1 r=1 */
that:	ret				/* count 315: i=1 ld=1 r=1 */

	.macro	one_round sum
	call	round
	cmpl	$\sum, %r14d
	MUST(e)				/* count 9: i=3 c=1 st=1 t=1 */
	.endm
	.macro	call_is result
	syscall
	cmpq	$\result, %rax
	MUST(e)
	.endm
	/* mprotect(table, 4096, rights) */
	.macro	rights rights
	movl	$10, %eax
	leaq	table(%rip), %rdi
	movl	$4096, %esi
	movl	$\rights, %edx
	call_is	0			/* count 10: i=7 sys=1 t=1 */
	.endm
	.macro	becomes to
	rights	3
	leaq	\to(%rip), %rax
	movq	%rax, slot(%rip)
	rights	1			/* count 4: i=2 st=1 */
	.endm
_start:
	leaq	this(%rip), %r12
	leaq	that(%rip), %r13
	xorq	%r12, %r13		/* count 1: i=3 */
	becomes	one
	one_round 400
	one_round 400
	becomes	two
	one_round 400000

	/* As a debugger does it. */
	movl	$2, %eax
	leaq	mem(%rip), %rdi
	movl	$2, %esi
	syscall
	movl	%eax, %edi
	movl	$18, %eax
	leaq	a_one(%rip), %rsi
	movl	$8, %edx
	leaq	table(%rip), %r10
	call_is	8			/* count 1: i=12 sys=2 t=1 */
	one_round 400

	/* The file comes back. */
	becomes	two
	one_round 400000
	movl	$28, %eax
	leaq	table(%rip), %rdi
	movl	$4096, %esi
	movl	$4, %edx		/* MADV_DONTNEED */
	call_is	0			/* count 1: i=7 sys=1 t=1 */
	one_round 400

	/* Another page comes into its place; then one without a file. */
	becomes	two
	one_round 400000
	incq	other+8(%rip)
	movl	$25, %eax
	leaq	other(%rip), %rdi
	movl	$4096, %esi
	movl	$4096, %edx
	movl	$3, %r10d		/* MREMAP_MAYMOVE | MREMAP_FIXED */
	leaq	table(%rip), %r8
	syscall
	cmpq	%r8, %rax
	MUST(e)				/* count 1: i=10 ld=1 st=1 sys=1 t=1 */
	rights	1
	one_round 400
	movl	$9, %eax
	leaq	table(%rip), %rdi
	movl	$4096, %esi
	movl	$3, %edx
	movl	$0x32, %r10d		/* MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS */
	movl	$-1, %r8d
	xorl	%r9d, %r9d
	syscall
	cmpq	%rdi, %rax
	MUST(e)
	leaq	two(%rip), %rax
	movq	%rax, slot(%rip)	/* count 1: i=12 st=1 sys=1 t=1 */
	rights	1
	one_round 400000
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
mem:	.asciz	"/proc/self/mem"
	.balign	8
a_one:	.quad	one
	.balign	4096
table:
slot:	.quad	one
	.balign	4096
other:	.quad	one, 0
	.balign	4096
