/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Jumps and calls by way of constant addresses (emu/code/slot.h), which lead elsewhere from time to
 * time: in tables as those of a linker, some of them unbound at first. Flags and RCX stay, and a
 * call that cannot push faults as the program expects it.
 */
#include "asm.h"
handler:
	cmpq	%r13, UC_RIP(%rdx)
	MUST(e)
	cmpq	$0x1000, UC_RSP(%rdx)
	MUST(e)
	cmpq	$0x1234, UC_RCX(%rdx)
	MUST(e)
	movq	%r15, UC_RIP(%rdx)
	movq	%rbp, UC_RSP(%rdx)
	ret				/* count 400: i=9 ld=4 st=2 t=3 r=1 */
	/* count 400: i=2 sys=1 */
one:	pushfq
	popq	%rdx
	incl	%r14d
	ret				/* count 1176: i=4 st=1 ld=2 r=1 */
two:	pushfq
	popq	%rdx
	addl	$1000, %r14d
	ret				/* count 24: i=4 st=1 ld=2 r=1 */

	/* The entries of a table: the second one is unbound at first. */
plt:	jmp	*bound(%rip)		/* count 400: i=1 ld=1 ji=1 */
late:	jmp	*unbound(%rip)		/* count 400: i=1 ld=1 ji=1 */
lazy:	.byte	0x68
	.long	7			/* pushq $7 */
	jmp	bind			/* count 7: i=2 st=1 j=1 */
bind:	leaq	8(%rsp), %rsp
	pushq	%rax
	leaq	one(%rip), %rax
	movq	%rax, unbound(%rip)
	popq	%rax
	jmp	*unbound(%rip)		/* count 7: i=6 st=2 ld=2 ji=1 */

	.macro	same flags
	andl	$0x8d5, %edx
	cmpl	$\flags, %edx
	MUST(e)
	cmpq	$0x1234, %rcx
	MUST(e)				/* count 400*3: i=5 t=2 */
	.endm
_start:
	movl	$131, %eax
	leaq	stack(%rip), %rdi
	xorl	%esi, %esi
	syscall				/* count 1: i=4 sys=1 */
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$400, %ebx
	xorl	%r14d, %r14d
	movl	$0x1234, %ecx		/* count 1: i=3 */
again:	xorl	%eax, %eax
	stc
	call	plt			/* count 400: i=3 c=1 st=1 */
	same	0x45
	movl	$0x7fffffff, %eax
	addl	$1, %eax
	call	*bound(%rip)		/* count 400: i=3 ci=1 ld=1 st=1 */
	same	0x894
	cmpl	%eax, %eax
	call	late			/* count 400: i=2 c=1 st=1 */
	same	0x44
	movq	%rsp, %rbp
	leaq	7f(%rip), %r13
	leaq	8f(%rip), %r15
	movl	$0x1000, %esp
7:	call	*bound(%rip)
8:					/* count 400: i=4 */
	movl	%ebx, %eax
	andl	$63, %eax
	cmpl	$40, %eax
	jne	1f			/* count 400: i=4 ; count 394: t=1 ; count 6: n=1 */
	leaq	lazy(%rip), %rax
	movq	%rax, unbound(%rip)	/* count 6: i=2 st=1 */
1:	leaq	one(%rip), %rdx
	leaq	two(%rip), %rdi
	testl	$31, %ebx
	cmovz	%rdi, %rdx
	movq	%rdx, bound(%rip)	/* count 400: i=5 st=1 */
	decl	%ebx
	jnz	again			/* count 400: i=2 ; count 399: t=1 ; count 1: n=1 */
	cmpl	$25176, %r14d
	MUST(e)				/* count 1: i=2 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
	.balign	8
bound:	.quad	one
unbound: .quad	lazy
ACTION(act, handler, SA_SIGINFO | SA_ONSTACK)
stack:	.quad	area
	.long	0, 0
	.quad	65536
	.bss
	.balign	16
area:	.skip	65536
