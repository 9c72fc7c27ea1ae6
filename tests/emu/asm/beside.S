/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Straight code with forward branches, in 64 rounds, while there is another thread, which waits. So
 * its trace grows without being written over, and a copy of it leaves out what is not needed
 * (emu/code/copy.h). In the last round it faults.
 */
/* unstepped */
#include "asm.h"

/* Each is executed in every other round. */
.macro blocks
	testl	$1, %ebx
	jz	1f
	addl	$1, sum(%rip)
1:	testl	$2, %ebx
	jnz	2f
	addl	$100, sum(%rip)
2:	testl	$4, %ebx
	jz	3f
	addl	$10000, sum(%rip)
3:	testl	$8, %ebx
	jnz	4f
	addl	$1000000, sum(%rip)
4:
.endm

	/* RDX: the context. Has RSI lead where something is. */
handler:
	leaq	faults(%rip), %rax
	cmpq	%rax, UC_RIP(%rdx)
	MUST(e)
	cmpq	$0, UC_RSI(%rdx)
	MUST(e)
	leaq	value(%rip), %rax
	movq	%rax, UC_RSI(%rdx)
	incl	faulted(%rip)
	ret				/* count 1: i=9 ld=4 st=2 t=2 r=1 */
	/* count 1: i=2 sys=1 */
thread:	movl	pipe(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	xorl	%eax, %eax
	syscall
	xorl	%edi, %edi
	SYS(60)				/* count 1: i=8 ld=1 sys=2 */
work:	blocks
faults:	movl	(%rsi), %eax
	addl	%eax, values(%rip)
	blocks
	ret				/* count 64: i=19 ld=3 st=1 r=1 */
	/* count 32*8: i=1 ld=1 st=1 n=1 t=1 */
_start:
	SIGACTION(SIGSEGV, act)
	leaq	pipe(%rip), %rdi
	SYS(22)
	xorl	%esi, %esi
	THREAD_WITH_TID
	testl	%eax, %eax
	jz	thread			/* count 1: i=18 sys=3 n=1 ; count 1: i=2 t=1 */
	movl	%eax, %r13d
	movl	$63, %ebx		/* count 1: i=2 */
5:	leaq	value(%rip), %rsi
	testl	%ebx, %ebx
	jnz	6f
	xorl	%esi, %esi
6:	call	work
	subl	$1, %ebx
	jns	5b			/* count 64: i=6 c=1 st=1 */
	/* count 63: t=2 ; count 1: i=1 n=2 */
	cmpl	$64*1010101, sum(%rip)
	MUST(e)
	cmpl	$64*3, values(%rip)
	MUST(e)
	cmpl	$1, faulted(%rip)
	MUST(e)				/* count 1: i=6 ld=3 t=3 */
	movl	pipe+4(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	SYS(1)
	/* Until the thread has ended: a futex. */
	leaq	tid(%rip), %rdi
	xorl	%esi, %esi
	movl	%r13d, %edx
	xorl	%r10d, %r10d
	SYS(202)
	EXIT(0)				/* count 1: i=14 ld=1 sys=3 */
	.data
tid:	.long	0
ACTION(act, handler, SA_SIGINFO)
pipe:	.long	0, 0
value:	.long	3
values:	.long	0
faulted: .long	0
sum:	.long	0
byte:	.byte	0
