/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Eight threads go through the same 6,000 forward branches, at the same time and for the first
 * time, each its own way. Traces grow behind such a branch along the way that is taken first, also
 * while other threads are in them. They begin together, when the first thread has written to a
 * pipe.
 */
/* unstepped */
#include "asm.h"
#define GROUPS 2000

/* Bit `bit` of 1 to 8 is set in four numbers. */
.macro block bit
	testl	$1 << \bit, %ebx
	jz	1f
	addl	$1, -8(%rsp)
1:
.endm

/* The same by a jump that is taken where the bit is set, and over another one. */
.macro other bit
	testl	$1 << \bit, %ebx
	jnz	1f
	subl	$1, -8(%rsp)
	jmp	2f
1:	addl	$1, -8(%rsp)
2:
.endm

thread:	/* EBX: its number, 1 to 8. On its own stack. */
	movl	pipe(%rip), %edi
	leaq	-32(%rsp), %rsi
	movl	$1, %edx
	xorl	%eax, %eax
	syscall				/* count 8: i=5 ld=1 sys=1 */
	movl	$0, -8(%rsp)
	movl	$2, %ebp		/* count 8: i=2 st=1 */
3:
	.rept	GROUPS
	block	0
	other	1			/* count 4*2*2000: i=3 t=1 ld=1 st=1 */
					/* count 4*2*2000: i=4 n=1 j=1 ld=1 st=1 */
	block	2
		/* count 2*4*2*2000: i=2 t=1 ; count 2*4*2*2000: i=3 n=1 ld=1 st=1 */
	.endr
	decl	%ebp
	jz	4f
	jmp	3b
4:					/* count 16: i=2 ; count 8: t=1 ; count 8: i=1 n=1 j=1 */
	xorl	%edi, %edi
	SYS(60)				/* count 8: i=3 sys=1 */
_start:
	leaq	pipe(%rip), %rdi
	SYS(22)
	movl	$8, %ebx
	leaq	stacks(%rip), %rsi	/* count 1: i=5 sys=1 */
5:	addq	$65536, %rsi
	THREAD				/* count 8: i=7 sys=1 */
	testl	%eax, %eax
	jz	thread			/* count 16: i=2 ; count 8: t=1 ; count 8: n=1 */
	decl	%ebx
	jnz	5b			/* count 8: i=2 ; count 7: t=1 ; count 1: n=1 */
	movl	pipe+4(%rip), %edi
	leaq	stacks(%rip), %rsi
	movl	$8, %edx
	SYS(1)				/* count 1: i=5 ld=1 sys=1 */
	xorl	%edi, %edi
	SYS(60)				/* count 1: i=3 sys=1 */
	.bss
	.balign	16
pipe:	.space	8
stacks:	.space	65536 * 9
