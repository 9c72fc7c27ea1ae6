/* SPDX-License-Identifier: BSD-2-Clause */
/* GS by operands without ModRM: MOV with a 64-bit address, string sources, XLAT. */
#include "tests/emu/asm/asm.h"
_start:
	movl	$0x1001, %edi		/* ARCH_SET_GS */
	leaq	block(%rip), %rsi
	SYS(158)			/* count 1: i=4 sys=1 */
	movl	$50, %r12d		/* count 1: i=1 */
again:	movq	$0x1111, %gs:0
	.byte	0x65
	movabs	0, %rax
	cmpq	$0x1111, %rax
	MUST(e)
	.byte	0x65
	movabs	%eax, 8
	cmpl	$0x1111, block+8(%rip)
	MUST(e)
	xorl	%esi, %esi
	lodsq	%gs:(%rsi), %rax
	cmpq	$0x1111, %rax
	MUST(e)
	xorl	%esi, %esi
	leaq	block+64(%rip), %rdi
	movl	$16, %ecx
	rep movsb %gs:(%rsi), %es:(%rdi)
	cmpl	$0x1111, block+72(%rip)
	MUST(e)
	xorl	%ebx, %ebx
	movl	$8, %eax
	.byte	0x65
	xlatb
	cmpl	$0x11, %eax
	MUST(e)				/* count 50: i=23 ld=7 st=3 t=5 */
	decl	%r12d
	jnz	again			/* count 1: i=100 t=49 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
	.balign	16
block:	.space	4096
