/* SPDX-License-Identifier: BSD-2-Clause */
/* Touches 1,000 fresh pages, reading and writing: a page fault is no instruction. */
#include "asm.h"
_start:
	movl	$9, %eax		/* mmap */
	xorl	%edi, %edi
	movl	$2000*4096, %esi
	movl	$3, %edx
	movl	$0x22, %r10d
	movq	$-1, %r8
	xorl	%r9d, %r9d
	syscall
	movq	%rax, %rbx
	movl	$1000, %ecx		/* count 1: i=10 sys=1 */
1:	movb	$1, (%rax)
	movq	4096(%rax), %rdx
	addq	$8192, %rax
	decl	%ecx
	jnz	1b			/* count 1000: i=5 ld=1 st=1 */
					/* count 999: t=1 ; count 1: n=1 */
	/* One REP over all of them, half still untouched. */
	movq	%rbx, %rdi
	movl	$2000*4096/8, %ecx
	xorl	%eax, %eax
	rep stosq			/* count 1: i=4 st=1 */
	leaq	-8(%rdi), %rax
	movq	(%rax), %rdx		/* count 1: i=2 ld=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
