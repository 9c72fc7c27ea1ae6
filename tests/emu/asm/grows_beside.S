/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A trace that grows beside another thread, which waits, along branches that are taken at first and
 * along one that is not; later each goes both ways. Where it goes on, a jump to what follows is a
 * NOP (emu/code/link.c).
 */
/* unstepped */
#include "asm.h"
#define ROUNDS 1024
thread:	movl	pipe(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	SYS(0)
	xorl	%edi, %edi
	SYS(60)				/* count 1: i=8 ld=1 sys=2 */
_start:
	leaq	pipe(%rip), %rdi
	SYS(22)
	leaq	stack(%rip), %rsi
	THREAD_WITH_TID			/* count 1: i=10 sys=2 */
	testl	%eax, %eax
	jz	thread			/* count 2: i=2 ; count 1: t=1 ; count 1: n=1 */
	movl	%eax, %r12d
	movl	$ROUNDS-1, %ebx		/* count 1: i=2 */
1:	testl	$1, %ebx
	jnz	2f
	addl	$1, sum(%rip)
2:	testl	$2, %ebx
	jnz	3f
	addl	$2, sum(%rip)
3:	testl	$4, %ebx
	jz	4f
	addl	$4, sum(%rip)
4:	testl	$8, %ebx
	jnz	5f
	addl	$8, sum(%rip)		/* count 4*512: i=1 ld=1 st=1 t=1 n=1 */
5:	decl	%ebx
	jns	1b			/* count 1024: i=10 ; count 1023: t=1 ; count 1: n=1 */
	cmpl	$512*15, sum(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	movl	pipe+4(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	SYS(1)				/* count 1: i=5 ld=1 sys=1 */
6:	leaq	tid(%rip), %rdi
	xorl	%esi, %esi
	movl	%r12d, %edx
	xorl	%r10d, %r10d
	SYS(202)			/* futex: waits for the end of the thread */
	cmpl	$0, tid(%rip)
	jne	6b			/* count 1: i=8 ld=1 sys=1 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
sum:	.long	0
tid:	.long	0
pipe:	.long	0, 0
byte:	.byte	0
	.bss
	.balign	16
	.space	65536
stack:
