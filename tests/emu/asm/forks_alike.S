/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Children of fork that go the same way, which their parent never goes: branches to both sides,
 * calls, returns, and indirect jumps and calls. The engine translates it in the parent
 * (emu/heritage/ahead.h), which then goes it, too. The last child but one writes over code of that
 * way, for itself alone.
 */
/* unstepped */
#include "asm.h"
_start:
	movl	$20, %ebx
	leaq	table(%rip), %r12	/* count 1: i=2 */
1:	SYS(57)
	testl	%eax, %eax
	jnz	2f			/* count 20: i=2 sys=1 t=1 n=1 ; count 40: i=2 */
	call	work			/* count 20: i=1 c=1 st=1 */
	movl	%r13d, %edi
	SYS(60)				/* count 20: i=3 sys=1 */
2:	WAIT
	movzbl	status+1(%rip), %eax
	cmpl	$150, %eax
	MUST(e)
	decl	%ebx
	jnz	1b			/* count 20: i=11 ld=1 sys=1 t=1 */
					/* count 19: t=1 ; count 1: n=1 */
	movl	$1, %ebx
	call	work
	cmpl	$150, %r13d
	MUST(e)
	EXIT(0)				/* count 1: i=4+3 c=1 st=1 t=1 sys=1 */

	/* r13d: 30 times 3 and 2 in turns, and 75 once. Child 2 makes that 75 once more, instead of
	 * the 30 rounds. */
work:	xorl	%r13d, %r13d
	movl	$30, %ecx
	cmpl	$2, %ebx
	je	6f			/* count 21: i=4 ; count 20: n=1 ; count 1: t=1 */
3:	movl	%ecx, %eax
	andl	$1, %eax
	testl	%ecx, %ecx
	jz	5f			/* count 20*30: i=4 n=1 */
	jmp	*(%r12,%rax,8)		/* count 20*30: i=1 ji=1 ld=1 */
odd:	addl	$2, %r13d
	jmp	4f			/* count 20*15: i=2 j=1 */
even:	addl	$3, %r13d		/* count 20*15: i=1 */
4:	decl	%ecx
	jnz	3b			/* count 20*30: i=2 ; count 20*29: t=1 ; count 20: n=1 */
5:	call	*16(%r12)
	ret				/* count 21: i=2 ci=1 ld=2 st=1 r=1 */
6:	leaq	last(%rip), %rdi
	movl	$4096, %esi
	movl	$7, %edx
	SYS(10)				/* mprotect: read, write, execute */
	movl	$150, change+3(%rip)	/* the constant of the instruction */
	jmp	5b			/* count 1: i=7 st=1 j=1 sys=1 */
	.balign	4096
last:	nop
	jmp	change			/* count 21: i=2 j=1 */
	.balign	64
	nop
	nop
change:	.byte	0x41, 0x81, 0xc5	/* addl $75, %r13d */
	.long	75
	ret				/* count 21: i=2 ld=1 r=1 */

	.data
	.balign	8
table:	.quad	even, odd, last
status:	.long	0
