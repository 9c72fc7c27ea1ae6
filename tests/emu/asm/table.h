/* SPDX-License-Identifier: BSD-2-Clause */
/* clang-format off */
/* Assembly. */
/*
 * Jumps and calls by way of a table of addresses, on which traces rely (emu/code/constant.h). The
 * program has the table, with its first `slot`, a macro `becomes` that changes that, and says how
 * often what is here is executed: ROUNDS, as many as it has `one_round`; PLTS, how often it calls
 * plt besides; ONES and TWOS, how often the two functions are called.
 */
	/* 100 times each by way of the table. */
work:	movl	$100, %ebx		/* count 2*ROUNDS: i=1 */
1:	call	plt
	call	*slot(%rip)		/* count 200*ROUNDS: i=2 c=1 ci=1 ld=1 st=2 */
	decl	%ebx
	jnz	1b	/* count 200*ROUNDS: i=2 ; count 198*ROUNDS: t=1 ; count 2*ROUNDS: n=1 */
	ret				/* count 2*ROUNDS: i=1 ld=1 r=1 */
plt:	jmp	*slot(%rip)		/* count 200*ROUNDS+PLTS: i=1 ld=1 ji=1 */
one:	incl	%r14d
	ret				/* count ONES: i=2 ld=1 r=1 */
two:	addl	$1000, %r14d
	ret				/* count TWOS: i=2 ld=1 r=1 */

	/* A call that leads elsewhere each time, so that the engine can look what is hot. Behind it
	 * the traces are made anew, and live when the table changes. */
round:	xorl	%r14d, %r14d
	call	work
	movl	$70, %ebx		/* count ROUNDS: i=3 c=1 st=1 */
2:	call	*%r12
	xorq	%r13, %r12		/* count 70*ROUNDS: i=2 ci=1 st=1 */
	decl	%ebx
	jnz	2b	/* count 70*ROUNDS: i=2 ; count 69*ROUNDS: t=1 ; count ROUNDS: n=1 */
	call	work
	ret				/* count ROUNDS: i=2 c=1 st=1 ld=1 r=1 */
this:	ret				/* count 35*ROUNDS: i=1 ld=1 r=1 */
that:	ret				/* count 35*ROUNDS: i=1 ld=1 r=1 */

	.macro	one_round sum
	call	round
	cmpl	$\sum, %r14d
	MUST(e)				/* count ROUNDS: i=3 c=1 st=1 t=1 */
	.endm
	.macro	call_is result
	syscall
	cmpq	$\result, %rax
	MUST(e)
	.endm

	/* What both programs do once: at first, … */
	.macro	first_rounds
	leaq	this(%rip), %r12
	leaq	that(%rip), %r13
	xorq	%r12, %r13		/* count 1: i=3 */
	becomes	one
	one_round 400
	one_round 400
	becomes	two
	one_round 400000
	.endm
	/* … a change as by a debugger, from an address with the new address; … */
	.macro	poke	from
	movl	$2, %eax
	leaq	mem(%rip), %rdi
	movl	$2, %esi
	syscall
	movl	%eax, %edi
	movl	$18, %eax
	leaq	\from(%rip), %rsi
	movl	$8, %edx
	leaq	table(%rip), %r10
	call_is	8			/* count 1: i=12 sys=2 t=1 */
	.endm
	/* … the file's page comes back, with `one`; … */
	.macro	file_comes_back
	becomes	two
	one_round 400000
	movl	$28, %eax
	leaq	table(%rip), %rdi
	movl	$4096, %esi
	movl	$4, %edx		/* MADV_DONTNEED */
	call_is	0			/* count 1: i=7 sys=1 t=1 */
	one_round 400
	.endm
	/* … and a page without a file comes into its place. */
	.macro	map_zeros
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
	.endm
