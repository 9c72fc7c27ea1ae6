/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traps by instructions: INT3, INT 3 in two bytes, INT1. Each is reported with the instruction
 * behind it; a vector that no program may use faults at the instruction itself.
 */
/* unstepped: the oracle takes SIGTRAP for its own */
#include "asm.h"
handler:
	movl	SI_CODE(%rsi), %eax
	movl	%eax, code(%rip)
	movq	SI_ADDR(%rsi), %rax
	movq	%rax, address(%rip)
	movq	UC_RIP(%rdx), %rax
	movq	%rax, at(%rip)
	movl	UC_TRAPNO(%rdx), %eax
	movl	%eax, trapno(%rip)
	ret				/* count 3*20: i=9 ld=5 st=4 r=1 */
	/* count 3*20: i=2 sys=1 */
fault:	addq	$2, UC_RIP(%rdx)
	movl	UC_ERR(%rdx), %eax
	movl	%eax, code(%rip)
	ret				/* count 20: i=4 ld=3 st=2 r=1 */
	/* count 20: i=2 sys=1 */
_start:
	SIGACTION(SIGTRAP, act)
	SIGACTION(SIGSEGV, act_fault)
	movl	$20, %r12d		/* count 1: i=13 sys=2 */
again:	int3				/* count 20: i=1 */
1:	leaq	1b(%rip), %rax
	cmpq	%rax, at(%rip)
	MUST(e)
	cmpl	$0x80, code(%rip)
	MUST(e)
	cmpl	$3, trapno(%rip)
	MUST(e)				/* count 20: i=7 ld=3 t=3 */
	.byte	0xcd, 3			/* count 20: i=1 */
2:	leaq	2b(%rip), %rax
	cmpq	%rax, at(%rip)
	MUST(e)
	cmpl	$0x80, code(%rip)
	MUST(e)
	cmpl	$3, trapno(%rip)
	MUST(e)				/* count 20: i=7 ld=3 t=3 */
	.byte	0xf1			/* count 20: i=1 */
3:	leaq	3b(%rip), %rax
	cmpq	%rax, at(%rip)
	MUST(e)
	cmpq	%rax, address(%rip)
	MUST(e)
	cmpl	$1, code(%rip)
	MUST(e)
	cmpl	$1, trapno(%rip)
	MUST(e)				/* count 20: i=9 ld=4 t=4 */
	int	$0x21			/* faults: does not retire */
	cmpl	$0x21 * 8 + 2, code(%rip)
	MUST(e)				/* count 20: i=2 ld=1 t=1 */
	decl	%r12d
	jnz	again			/* count 1: i=40 t=19 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
ACTION(act_fault, fault, SA_SIGINFO)
address: .quad	0
at:	.quad	0
code:	.long	0
trapno:	.long	0
