/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that steps itself by TF: what it executes is counted as without, and its handler
 * besides. A system call does not trap, a string instruction traps after each repetition and counts
 * once. A debugger's own TF gets in the way of the program's.
 */
/* unstepped */
#include "asm.h"
handler:
	incl	calls(%rip)
	ret				/* count 100*24: i=2 ld=2 st=1 r=1 */
	/* count 100*24: i=2 sys=1 */
_start:
	SIGACTION(SIGTRAP, act)		/* count 1: i=6 sys=1 */
	movl	$100, %r12d		/* count 1: i=1 */
again:	pushfq
	orl	$0x100, (%rsp)
	popfq				/* count 100: i=3 ld=2 st=2 */
	movl	$3, %ecx
1:	decl	%ecx
	jnz	1b			/* 1 + 6 traps. count 100: i=7 t=2 n=1 */
	call	2f			/* 3 traps. count 100: i=3 st=1 c=1 j=1 r=1 ld=1 */
	jmp	3f
2:	ret
3:	movl	$4, %ecx
	leaq	from(%rip), %rsi
	leaq	to(%rip), %rdi
	rep movsb			/* 3 + 4 traps. count 100: i=4 ld=1 st=1 */
	xorl	%eax, %eax
	cpuid				/* 2 traps. count 100: i=2 */
	SYS(39)
	nop				/* 1 + 1 traps. count 100: i=3 sys=1 */
	pushfq
	andl	$~0x100, (%rsp)
	popfq				/* 3 traps. count 100: i=3 ld=2 st=2 */
	decl	%r12d
	jnz	again			/* count 100: i=2 ; count 1: t=99 n=1 */
	cmpl	$2400, calls(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, 0)
calls:	.long	0
from:	.ascii	"abcd"
to:	.ascii	"...."
