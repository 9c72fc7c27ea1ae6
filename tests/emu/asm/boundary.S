/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code at the edges of pages: instructions that straddle two pages, a last instruction before
 * memory that is not mapped, a jump into the middle of an instruction, a page whose second half
 * loses its right to be executed.
 */
#include "asm.h"
handler:
	movq	UC_RIP(%rdx), %rax
	cmpq	%rax, %r13
	MUST(e)
	cmpq	%r14, SI_ADDR(%rsi)
	MUST(e)				/* count 2: i=5 ld=2 t=2 */
	movq	%r15, UC_RIP(%rdx)
	ret				/* count 2: i=2 ld=1 st=1 r=1 */
	/* count 2: i=2 sys=1 */
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$100, %ebx		/* count 1: i=1 */
	/* Into the middle: B8 imm32 whose immediate is INC ECX; RET. */
1:	xorl	%ecx, %ecx
	call	middle
	call	middle+1
	cmpl	$1, %ecx
	MUST(e)				/* count 100: i=5 st=2 c=2 t=1 */
	/* Straddling. */
	xorl	%eax, %eax
	call	straddle
	cmpl	$0x12345678, %eax
	MUST(e)
	decl	%ebx
	jnz	1b			/* count 100: i=6 st=1 c=1 t=1 */
					/* count 99: t=1 ; count 1: n=1 */
	/* The page behind is taken away. What lies wholly before still runs; the instruction that
	 * straddles faults, its address is the first byte of the missing page. */
	leaq	edge(%rip), %rdi
	movl	$4096, %esi
	SYS(11)
	testl	%eax, %eax
	MUST(z)				/* count 1: i=6 sys=1 t=1 */
	leaq	straddle_insn(%rip), %r13
	leaq	edge(%rip), %r14
	leaq	2f(%rip), %r15
	call	straddle		/* count 1: i=4 st=1 c=1 */
	ud2
2:	addq	$8, %rsp		/* count 1: i=1 */
	call	before			/* count 1: i=1 st=1 c=1 */
	/* The same by another way there. */
	leaq	3f(%rip), %r15
	call	off			/* count 1: i=2 st=1 c=1 */
	ud2
3:	EXIT(0)				/* count 1: i=3 sys=1 */
middle:	.byte	0xb8, 0xff, 0xc1, 0xc3, 0x90	/* MOV $0x90c3c1ff, EAX; or INC ECX; RET */
	ret				/* count 100: i=2 ld=1 r=1 */
	/* count 100: i=2 ld=1 r=1 */
	.balign	4096
	.space	4096 - 3 - 8
off:	nop				/* count 1: i=1 */
	jmp	4f			/* count 1: i=1 j=1 */
before:	xorl	%eax, %eax
	ret				/* count 1: i=2 ld=1 r=1 */
	nop
	nop
straddle:
4:	nop				/* count 100+2: i=1 */
straddle_insn:
	.byte	0xb8, 0x78		/* MOV $0x12345678, EAX */
edge:	.byte	0x56, 0x34, 0x12
	ret				/* count 100: i=2 ld=1 r=1 */
	.balign	4096
	.data
ACTION(act, handler, SA_SIGINFO)
