/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Status flags behind returns, jumps and calls that do not go where they should: comparing has
 * overwritten them, so they are made again from what is left of the operands (emu/code/redo.h).
 * What lies between the last writer of the flags and the branch may change these. All of it runs
 * below 2 GiB and far above, where comparisons are others.
 */
#include "asm.h"
#define TIMES 60
#define MAP_32BIT 0x40
/* MUST, wherever this code is. */
#define MUST_HERE(cc)                                                                              \
	j##cc 9f;                                                                                  \
	ud2;                                                                                       \
9:

	/* i=4 */
	.macro	values
	movq	%r8, %rax
	movq	%r9, %rsi
	movq	%r10, %rcx
	movq	%r8, %rdi
	.endm

	/* i=4 st=1 ld=1 t=1 */
	.macro	same
	pushfq
	popq	%rdx
	cmpq	%r15, %rdx
	MUST_HERE(e)
	.endm

	/* The return address is another one than that of the call, and the flags are those of insn:
	 * i=18 ld=3 st=4 c=1 r=1 t=1 and insn twice and behind. */
	.macro	return insn:req, behind
	leaq	2f(%rip), %r12
	call	1f
	xorl	%edx, %edx
	ud2
1:	movq	%r12, (%rsp)
	values
	\insn
	pushfq
	popq	%r15
	values
	\insn
	\behind
	ret
2:	same
	.endm

	/* The same of RSP, and RET imm16: i=17 ld=4 st=5 c=1 r=1 t=1. */
	.macro	stack insn:req, off:req, takes=0
	leaq	2f(%rip), %r12
	leaq	-\takes(%rsp), %rsp
	call	1f
	xorl	%edx, %edx
	ud2
1:	movq	%r12, (%rsp)
	pushq	%rbx
	leaq	\off(%rsp), %rsp
	movq	%rsp, %rax
	\insn	%rax
	pushfq
	popq	%r15
	\insn	%rsp
	popq	%rdi
	ret	$\takes
2:	same
	.endm

	/* Copies the body to new memory and calls it there, at an address that is above rax.
	 * i=18 ld=1 st=2 ci=1 sys=1 t=1 */
	.macro	run flags:req, above:req
	movl	$9, %eax
	xorl	%edi, %edi
	movl	$(body_end - body), %esi
	movl	$7, %edx
	movl	$0x22 | \flags, %r10d
	movl	$-1, %r8d
	xorl	%r9d, %r9d
	syscall
	movl	$\above, %ecx
	cmpq	%rcx, %rax
	MUST(a)
	movq	%rax, %rdi
	leaq	body(%rip), %rsi
	movl	$(body_end - body), %ecx
	rep movsb
	call	*%rax
	.endm

_start:
	run	MAP_32BIT, 0x10000	/* count 1: i=16 ld=1 st=2 ci=1 sys=1 t=1 */
	run	0, 0x80000000		/* count 1: i=16 ld=1 st=2 ci=1 sys=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */

	.balign	4096
body:	movq	$0x123456789abcdef1, %r8
	movq	%rsp, %rbp
	leaq	first_jump(%rip), %rax
	leaq	first_call(%rip), %r14
	movq	%rax, jump_to(%rip)
	movq	%r14, call_to(%rip)
	movl	$TIMES, %ebx		/* count 2: i=7 st=2 */
again:	pushq	%rbx			/* RSP is another one each time */
	imulq	$0x4c957f2d, %r8, %r8
	movq	%r8, %r9
	rorq	$23, %r9
	movq	%r9, %r10
	rorq	$17, %r10		/* count 120: i=6 st=1 */

	return	"cmpq %rsi, %rax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"testl %esi, %eax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"cmpb %ah, %cl"		/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"cmpq %rcx, %rsi"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"testb $0x81, %al"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"cmpl $77, %ecx"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"xorl %eax, %eax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"addq %rsi, %rax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"subl %esi, %eax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"addl $0x1234, %eax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"subq $-5, %rdi"		/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"orq %rax, %rsi"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"xorl $0x1234, %ecx"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"andl $0x7fff, %eax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */

	/* RCX itself computes them. */
	return	"addq %rcx, %rax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"subl %ecx, %eax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"subq %rcx, %rsi"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"addl %esi, %ecx"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"subq %rax, %rcx"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"subl $-77, %ecx"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"addq $0x1234, %rcx"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */

	/* Some of the operands change, or none. */
	return	"subl %ecx, %eax", "movl %eax, %ecx" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"subl %ecx, %eax", "movl %ecx, %esi" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"subq %rsi, %rsi", "movl $5, %esi" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"andl %esi, %eax", "movl $5, %esi" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"addq %rsi, %rax", "movq %rcx, %rsi" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"addq %rsi, %rax", "movzbl %cl, %eax" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"orq %rsi, %rax", "movzbl %cl, %eax" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"testb %ah, %ah", "movb $3, %ah" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"testb %ah, %cl", "setc %ah" /* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"cmpq %rcx, %rdi", "cmovneq %rax, %rcx"
					/* count 120: i=18+3 ld=3 st=4 c=1 r=1 t=1 */
	return	"cmpq %rsi, %rax", "pushq %rdi; popq %rsi"
					/* count 120: i=18+4 ld=4 st=5 c=1 r=1 t=1 */
	return	"cmpq %rsi, %rax", "pushq %rsi; popq %rdi"
					/* count 120: i=18+4 ld=4 st=5 c=1 r=1 t=1 */
	/* What the last one writes is not all, or not certain, or not to be computed. */
	return	"addl %esi, %eax; decl %edi" /* count 120: i=18+4 ld=3 st=4 c=1 r=1 t=1 */
	return	"addl %esi, %eax; shll %cl, %edi" /* count 120: i=18+4 ld=3 st=4 c=1 r=1 t=1 */
	return	"addq %rax, %rax"	/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"addw %si, %ax"		/* count 120: i=18+2 ld=3 st=4 c=1 r=1 t=1 */
	return	"cmpq %rsp, %rax", "pushq %rax; popq %rdi"
					/* count 120: i=18+4 ld=4 st=5 c=1 r=1 t=1 */

	stack	"addq $24,", -24	/* count 120: i=17 ld=4 st=5 c=1 r=1 t=1 */
	stack	"addq $1024,", -1024, 16 /* count 120: i=17 ld=4 st=5 c=1 r=1 t=1 */
	stack	"subq $-64,", -64, 8	/* count 120: i=17 ld=4 st=5 c=1 r=1 t=1 */

	/* By way of constant addresses, and of registers: at first to one place, then to another,
	 * the last one first. */
	values
	cmpq	%rcx, %rax
	pushfq
	popq	%r15
	values
	cmpq	%rcx, %rax
	jmp	*jump_to(%rip)		/* count 120: i=13 ld=2 st=1 ji=1 */
first_jump:
	xorl	%edx, %edx
	jmp	1f			/* count 80: i=2 j=1 */
then_jump:
	same				/* count 40: i=4 ld=1 st=1 t=1 */
1:	movq	%rsp, %rax
	pushq	%rbx
	leaq	-8(%rax), %rsi
	addq	$8, %rsi
	pushfq
	popq	%r15
	addq	$8, %rsp
	call	*call_to(%rip)		/* count 120: i=8 ld=2 st=3 ci=1 */
	leaq	2f(%rip), %rax
	leaq	3f(%rip), %rdx
	cmpl	$40, %ebx
	cmovbeq	%rdx, %rax
	cmpq	%r9, %r8
	pushfq
	popq	%r15
	cmpq	%r9, %r8
	jmp	*%rax			/* count 120: i=9 ld=1 st=1 ji=1 */
2:	xorl	%edx, %edx
	jmp	4f			/* count 40: i=2 j=1 */
3:	same				/* count 80: i=4 ld=1 st=1 t=1 */
4:	values
	xorl	$3, %ecx
	pushfq
	popq	%r15
	values
	xorl	$3, %ecx
	call	*%r14			/* count 120: i=13 ld=1 st=2 ci=1 */

	cmpl	$51, %ebx
	jne	5f			/* count 120: i=2 ; count 118: t=1 ; count 2: n=1 */
	leaq	then_call(%rip), %r14	/* count 2: i=1 */
5:	cmpl	$31, %ebx
	jne	6f			/* count 120: i=2 ; count 118: t=1 ; count 2: n=1 */
	movq	%r14, call_to(%rip)	/* count 2: i=1 st=1 */
6:	cmpl	$21, %ebx
	jne	7f			/* count 120: i=2 ; count 118: t=1 ; count 2: n=1 */
	leaq	then_jump(%rip), %rax
	movq	%rax, jump_to(%rip)	/* count 2: i=2 st=1 */
7:	decl	%ebx
	jnz	again			/* count 120: i=2 ; count 118: t=1 ; count 2: n=1 */
	movq	%rbp, %rsp
	ret				/* count 2: i=2 ld=1 r=1 */

first_call:
	xorl	%edx, %edx
	ret				/* count 2*40: i=2 ld=1 r=1 */
then_call:
	same
	ret				/* count 2*80: i=5 ld=2 st=1 t=1 r=1 */

	.balign	4096
jump_to: .quad	0
call_to: .quad	0
body_end:
