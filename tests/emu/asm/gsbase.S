/* SPDX-License-Identifier: BSD-2-Clause */
/* WRGSBASE and RDGSBASE, FS by WRFSBASE and arch_prctl. */
/* needs fsgsbase */
#include "asm.h"
_start:
	movl	$50, %r12d		/* count 1: i=1 */
again:	leaq	block(%rip), %rax
	wrgsbase %rax
	rdgsbase %rdx
	cmpq	%rdx, %rax
	MUST(e)
	movl	%r12d, %gs:4
	cmpl	%r12d, block+4(%rip)
	MUST(e)				/* count 50: i=8 ld=1 st=1 t=2 */
	leaq	8(%rax), %rax
	wrfsbase %rax
	rdfsbase %rdx
	cmpq	%rdx, %rax
	MUST(e)
	movl	%fs:-4, %ecx
	cmpl	%ecx, %r12d
	MUST(e)
	movl	$0x1003, %edi		/* ARCH_GET_FS */
	leaq	got(%rip), %rsi
	SYS(158)
	leaq	block+8(%rip), %rax
	cmpq	%rax, got(%rip)
	MUST(e)				/* count 50: i=15 ld=2 sys=1 t=3 */
	movl	$0x1002, %edi		/* ARCH_SET_FS */
	leaq	block(%rip), %rsi
	SYS(158)
	movl	%fs:4, %ecx
	cmpl	%ecx, %r12d
	MUST(e)
	/* GS through the kernel agrees with the instruction. */
	movl	$0x1004, %edi
	leaq	got(%rip), %rsi
	SYS(158)
	leaq	block(%rip), %rax
	cmpq	%rax, got(%rip)
	MUST(e)				/* count 50: i=14 ld=2 sys=2 t=2 */
	decl	%r12d
	jnz	again			/* count 1: i=100 t=49 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
	.balign	8
block:	.quad	0, 0
got:	.quad	0
