/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Jumps and calls by way of a table that may be written to and is full of addresses of code, as
 * that of a large library whose functions are bound late: traces rely on it (emu/code/constant.h).
 * It changes by stores, also in the trace that relies on it, and by calls, and each time the same
 * code goes elsewhere.
 */
#include "asm.h"
	/* 100 times each by way of the table. */
work:	movl	$100, %ebx		/* count 16: i=1 */
1:	call	plt
	call	*slot(%rip)		/* count 1600: i=2 c=1 ci=1 ld=1 st=2 */
	decl	%ebx
	jnz	1b			/* count 1600: i=2 ; count 1584: t=1 ; count 16: n=1 */
	ret				/* count 16: i=1 ld=1 r=1 */
plt:	jmp	*slot(%rip)		/* count 1700: i=1 ld=1 ji=1 */
one:	incl	%r14d
	ret				/* count 1650: i=2 ld=1 r=1 */
two:	addl	$1000, %r14d
	ret				/* count 1650: i=2 ld=1 r=1 */

	/* A call that leads elsewhere each time, so that the engine can look what is hot. */
round:	xorl	%r14d, %r14d
	call	work
	movl	$70, %ebx		/* count 8: i=3 c=1 st=1 */
2:	call	*%r12
	xorq	%r13, %r12		/* count 560: i=2 ci=1 st=1 */
	decl	%ebx
	jnz	2b			/* count 560: i=2 ; count 552: t=1 ; count 8: n=1 */
	call	work
	ret				/* count 8: i=2 c=1 st=1 ld=1 r=1 */
this:	ret				/* count 280: i=1 ld=1 r=1 */
that:	ret				/* count 280: i=1 ld=1 r=1 */

	.macro	one_round sum
	call	round
	cmpl	$\sum, %r14d
	MUST(e)				/* count 8: i=3 c=1 st=1 t=1 */
	.endm
	.macro	call_is result
	syscall
	cmpq	$\result, %rax
	MUST(e)
	.endm
	.macro	becomes to
	leaq	\to(%rip), %rax
	movq	%rax, slot(%rip)	/* count 4: i=2 st=1 */
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

	/* The file comes back. */
	becomes	two
	one_round 400000
	movl	$28, %eax
	leaq	table(%rip), %rdi
	movl	$4096, %esi
	movl	$4, %edx		/* MADV_DONTNEED */
	call_is	0			/* count 1: i=7 sys=1 t=1 */
	one_round 400

	/* As a debugger does it. */
	movl	$2, %eax
	leaq	mem(%rip), %rdi
	movl	$2, %esi
	syscall
	movl	%eax, %edi
	movl	$18, %eax
	leaq	a_two(%rip), %rsi
	movl	$8, %edx
	leaq	table(%rip), %r10
	call_is	8			/* count 1: i=12 sys=2 t=1 */
	one_round 400000

	/* Another page comes into its place. */
	movl	$9, %eax
	leaq	table(%rip), %rdi
	movl	$4096, %esi
	movl	$3, %edx
	movl	$0x32, %r10d		/* MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS */
	movl	$-1, %r8d
	xorl	%r9d, %r9d
	syscall
	cmpq	%rdi, %rax
	MUST(e)				/* count 1: i=10 sys=1 t=1 */
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
