/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * String instructions with and without REP: one instruction each, whatever the count, and as many
 * loads and stores as the instruction has (a REP that does nothing is one too).
 */
#include "asm.h"
	.macro	movs suffix, size, n, times
	.rept	\times
	leaq	source(%rip), %rsi
	leaq	target(%rip), %rdi
	movl	$\n, %ecx
	rep movs\suffix
	leaq	source+\n*\size(%rip), %rax
	cmpq	%rax, %rsi
	MUST(e)
	leaq	target+\n*\size(%rip), %rax
	cmpq	%rax, %rdi
	MUST(e)
	testq	%rcx, %rcx
	MUST(e)
	.endr
	.endm
_start:
	movs b, 1, 0, 2
	movs b, 1, 1, 2
	movs b, 1, 4096, 2
	movs w, 2, 1000, 2
	movs l, 4, 1000, 2
	movs q, 8, 512, 2		/* count 6*2: i=12 ld=1 st=1 t=3 */
	/* Backwards. */
	std
	leaq	source+4095(%rip), %rsi
	leaq	target+4095(%rip), %rdi
	movl	$4096, %ecx
	rep movsb
	cld				/* count 1: i=6 ld=1 st=1 */
	leaq	source-1(%rip), %rax
	cmpq	%rax, %rsi
	MUST(e)				/* count 1: i=3 t=1 */
	/* STOS. */
	leaq	target(%rip), %rdi
	movl	$0x41, %eax
	movl	$4000, %ecx
	rep stosb
	cmpb	$0x41, target+3999(%rip)
	MUST(e)
	cmpb	$0x41, target+4000(%rip)
	MUST(ne)			/* count 1: i=8 st=1 ld=2 t=2 */
	xorl	%ecx, %ecx
	rep stosq			/* count 1: i=2 st=1 */
	movl	$3, %ecx
	std
	leaq	target+4088(%rip), %rdi
	rep stosq
	cld				/* count 1: i=5 st=1 */
	/* CMPS: where it ends, by content and by count. */
	leaq	left(%rip), %rsi
	leaq	right(%rip), %rdi
	movl	$100, %ecx
	repe cmpsb
	MUST(ne)
	cmpl	$100-7, %ecx
	MUST(e)				/* count 1: i=7 ld=1 t=2 */
	leaq	left(%rip), %rsi
	leaq	right(%rip), %rdi
	movl	$5, %ecx
	repe cmpsb
	MUST(e)
	testl	%ecx, %ecx
	MUST(e)				/* count 1: i=7 ld=1 t=2 */
	/* With count 0 the flags stay. */
	xorl	%ecx, %ecx
	stc
	repe cmpsb
	MUST(c)				/* count 1: i=4 ld=1 t=1 */
	leaq	left+6(%rip), %rsi
	leaq	right+6(%rip), %rdi
	movl	$10, %ecx
	repne cmpsb
	MUST(e)
	cmpl	$10-2, %ecx
	MUST(e)				/* count 1: i=7 ld=1 t=2 */
	/* SCAS: strlen, and the first that differs. */
	leaq	left(%rip), %rdi
	xorl	%eax, %eax
	movq	$-1, %rcx
	repne scasb
	notq	%rcx
	cmpq	$left_end-left, %rcx
	MUST(e)				/* count 1: i=7 ld=1 t=1 */
	leaq	blanks(%rip), %rdi
	movb	$' ', %al
	movl	$100, %ecx
	repe scasb
	cmpb	$'x', -1(%rdi)
	MUST(e)				/* count 1: i=6 ld=2 t=1 */
	/* LODS, and the forms without REP. */
	leaq	source(%rip), %rsi
	movl	$64, %ecx
	rep lodsb			/* count 1: i=3 ld=1 */
	leaq	target(%rip), %rdi
	lodsq
	stosq
	movsl
	cmpsw
	scasb				/* count 1: i=6 ld=4 st=2 */
	/* In a loop: REPs of 1000, 991, … 1. */
	movl	$1000, %ebx		/* count 1: i=1 */
1:	leaq	source(%rip), %rsi
	leaq	target(%rip), %rdi
	movl	%ebx, %ecx
	rep movsb
	subl	$9, %ebx
	ja	1b			/* count 112: i=6 ld=1 st=1 ; count 1: t=111 n=1 */
	/* 67h: ESI, EDI, ECX; the upper half of RCX does not count. */
	movl	$source, %esi
	movl	$target, %edi
	movabsq	$0x500000004, %rcx
	.byte	0x67			/* addr32 rep movsb */
	rep movsb
	cmpl	$target+4, %edi
	MUST(e)				/* count 1: i=6 ld=1 st=1 t=1 */
	/* Flags live across REP MOVS and STOS. */
	stc
	leaq	source(%rip), %rsi
	leaq	target(%rip), %rdi
	movl	$100, %ecx
	rep movsb
	MUST(c)				/* count 1: i=6 ld=1 st=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
left:	.asciz	"common and so on, then zero"
left_end:
	.space	100
right:	.asciz	"commonXand so on, then zero"
	.space	100
blanks:	.ascii	"          x"
	.space	100
	.space	16
source:	.space	8192, 0x20
target:	.space	8192
