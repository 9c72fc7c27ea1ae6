/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fork, vfork, clone and exec, followed and counted: parent and children each run a loop of their
 * own length; the program executes itself by /proc/self/exe.
 */
/* unstepped */
#include "asm.h"
_start:
	cmpq	$1, (%rsp)
	jne	again			/* count 3: i=2 ld=1 ; count 1: n=1 ; count 2: t=1 */
	/* fork, ten times; child n runs 1000 * n rounds. */
	movl	$10, %ebx		/* count 1: i=1 */
1:	SYS(57)				/* count 10: i=2 sys=1 */
	testl	%eax, %eax
	jnz	2f			/* count 20: i=2 ; count 10: t=1 ; count 10: n=1 */
	imull	$1000, %ebx, %ecx	/* count 10: i=1 */
3:	loop	3b			/* count 1: i=55000 t=55000-10 n=10 */
	movl	%ebx, %edi
	SYS(60)				/* count 10: i=3 sys=1 */
2:	WAIT
	movzbl	status+1(%rip), %eax
	cmpl	%ebx, %eax
	MUST(e)
	decl	%ebx
	jnz	1b			/* count 10: i=11 ld=1 sys=1 t=1 */
					/* count 9: t=1 ; count 1: n=1 */
	/*
	 * vfork, and the child executes us with one argument more. Its registers and stack are
	 * ours.
	 */
	movq	%rsp, %rbp
	SYS(58)				/* count 1: i=3 sys=1 */
	testl	%eax, %eax
	jnz	4f			/* count 2: i=2 ; count 1: t=1 ; count 1: n=1 */
	leaq	self(%rip), %rdi
	leaq	args(%rip), %rsi
	xorl	%edx, %edx
	SYS(59)				/* count 1: i=5 sys=1 */
	ud2
4:	WAIT
	cmpl	$33 << 8, status(%rip)
	MUST(e)				/* count 1: i=8 ld=1 sys=1 t=1 */
	/* clone with shared memory, a stack of its own, no thread. */
	movl	$0x100 | SIGCHLD, %edi	/* CLONE_VM */
	leaq	stack_end(%rip), %rsi
	SYS(56)				/* count 1: i=4 sys=1 */
	testl	%eax, %eax
	jnz	5f			/* count 2: i=2 ; count 1: t=1 ; count 1: n=1 */
	call	child			/* count 1: i=1 c=1 st=1 */
	xorl	%edi, %edi
	SYS(60)				/* count 1: i=3 sys=1 */
child:	movl	$777, shared(%rip)
	ret				/* count 1: i=2 st=1 ld=1 r=1 */
5:	WAIT
	cmpl	$777, shared(%rip)
	MUST(e)				/* count 1: i=8 ld=1 sys=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	/* With two arguments: 500 rounds, then once more with three: there 300 rounds, the end. */
again:	cmpq	$2, (%rsp)
	jne	6f			/* count 2: i=2 ld=1 ; count 1: t=1 ; count 1: n=1 */
	movl	$500, %ecx		/* count 1: i=1 */
7:	loop	7b			/* count 1: i=500 t=499 n=1 */
	leaq	self(%rip), %rdi
	leaq	more(%rip), %rsi
	xorl	%edx, %edx
	SYS(59)				/* count 1: i=5 sys=1 */
	ud2
6:	movl	$300, %ecx		/* count 1: i=1 */
7:	loop	7b			/* count 1: i=300 t=299 n=1 */
	EXIT(33)			/* count 1: i=3 sys=1 */
	.data
self:	.asciz	"/proc/self/exe"
one:	.asciz	"forks"
	.balign	8
args:	.quad	one, one, 0
more:	.quad	one, one, one, 0
status:	.long	0
shared:	.long	0
	.bss
	.space	4096
stack_end:
	.space	64
