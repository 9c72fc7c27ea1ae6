/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Flags that live across branches, calls, returns, system calls and indirect jumps: whatever is put
 * between instructions must not touch them.
 */
#include "asm.h"
	/* The condition was set by the caller. */
below:	jb	1f			/* count 2*100: i=1 ; count 100: t=1 ; count 100: n=1 */
	movl	$1, %eax
	ret				/* count 100: i=2 ld=1 r=1 */
1:	movl	$2, %eax
	ret				/* count 100: i=2 ld=1 r=1 */
	/* The condition is used by the caller. */
compare:
	cmpl	%esi, %edi
	ret				/* count 3*100: i=2 ld=1 r=1 */
setcarry:
	stc
	jmp	1f
1:	ret				/* count 100: i=3 j=1 ld=1 r=1 */

_start:
	movl	$100, %r12d		/* count 1: i=1 */
again:
	cmpl	$101, %r12d
	call	below
	cmpl	$2, %eax
	MUST(e)				/* count 100: i=4 st=1 c=1 t=1 */
	cmpl	$0, %r12d
	leaq	below(%rip), %rax
	call	*%rax
	cmpl	$1, %eax
	MUST(e)				/* count 100: i=5 st=1 ci=1 t=1 */
	movl	$5, %edi
	movl	$6, %esi
	call	compare
	setl	%al
	setb	%dl
	cmpb	$1, %al
	MUST(e)
	cmpb	$1, %dl
	MUST(e)				/* count 100: i=9 st=1 c=1 t=2 */
	call	compare
	MUST(b)
	leaq	compare(%rip), %rcx
	xchgl	%esi, %edi
	call	*%rcx
	MUST(g)				/* count 100: i=6 st=2 c=1 ci=1 t=2 */
	clc
	call	setcarry
	MUST(c)				/* count 100: i=3 st=1 c=1 t=1 */
	/* Through jumps, direct and indirect. */
	leaq	2f(%rip), %rcx
	movl	$-1, %eax
	addl	$1, %eax		/* CF ZF AF PF */
	jmp	1f			/* count 100: i=4 j=1 */
1:	jmp	*%rcx			/* count 100: i=1 ji=1 */
2:	lahf
	andb	$0xd5, %ah
	cmpb	$0x55, %ah
	MUST(e)				/* count 100: i=4 t=1 */
	/* OF through a branch that uses another flag. */
	movb	$0x7f, %al
	addb	$1, %al
	jnz	3f			/* count 100: i=3 t=1 */
	ud2
3:	js	4f			/* count 100: i=1 t=1 */
	ud2
4:	MUST(o)				/* count 100: i=1 t=1 */
	/* All of them through PUSHF and POPF, SAHF and LAHF; DF too. */
	movl	$0x8d5, %eax
	pushq	%rax
	popfq
	jmp	5f			/* count 100: i=4 st=1 ld=1 j=1 */
5:	pushfq
	popq	%rdx
	andl	$0xcd5, %edx
	cmpl	$0x8d5, %edx
	MUST(e)				/* count 100: i=5 st=1 ld=1 t=1 */
	movl	$0x4400, %eax
	sahf
	MUST(e)				/* count 100: i=3 t=1 */
	std
	jmp	6f			/* count 100: i=2 j=1 */
6:	pushfq
	cld
	popq	%rdx
	btl	$10, %edx
	MUST(c)				/* count 100: i=5 st=1 ld=1 t=1 */
	/* IF is set, TF, NT and RF are not. */
	andl	$0x14300, %edx
	cmpl	$0x200, %edx
	MUST(e)				/* count 100: i=3 t=1 */
	/* A system call leaves the flags alone. */
	movl	$39, %eax
	stc
	syscall
	MUST(c)				/* count 100: i=4 sys=1 t=1 */
	/* INC and DEC keep the carry: 256 bits added by a chain through a loop. */
	movl	$4, %ecx
	leaq	first(%rip), %rsi
	leaq	second(%rip), %rdi
	xorl	%edx, %edx		/* count 100: i=4 */
7:	movq	(%rsi, %rdx, 8), %rax
	adcq	(%rdi, %rdx, 8), %rax
	movq	%rax, sum(, %rdx, 8)
	incl	%edx
	decl	%ecx
	jnz	7b			/* count 4*100: i=6 ld=2 st=1 */
					/* count 3*100: t=1 ; count 100: n=1 */
	MUST(c)
	cmpq	$0, sum(%rip)
	MUST(e)
	cmpq	$0, sum+24(%rip)
	MUST(e)				/* count 100: i=5 ld=2 t=3 */
	/* A chain through calls. */
	stc
	movl	$0, %ebx
	call	addc
	call	addc
	cmpl	$1, %ebx
	MUST(e)				/* count 100: i=6 st=2 c=2 t=1 */
	/* CMOV and SETcc behind a branch that is not taken. */
	cmpl	$1, %r12d
	ja	8f			/* count 100: i=2 ; count 99: t=1 ; count 1: n=1 */
	sete	%al
	cmpb	$1, %al
	MUST(e)				/* count 1: i=3 t=1 */
8:	/* Shifts by 0 leave the flags. */
	xorl	%ecx, %ecx
	stc
	shll	%cl, %eax
	jmp	1f			/* count 100: i=4 j=1 */
1:	MUST(c)				/* count 100: i=1 t=1 */
	decl	%r12d
	jnz	again			/* count 1: i=200 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	/* Adds the carry that comes in and passes on none. */
addc:	adcl	$0, %ebx
	ret				/* count 200: i=2 ld=1 r=1 */
	.data
first:	.quad	1, 0, 0, 0x8000000000000000
second:	.quad	-1, -1, -1, 0x7fffffffffffffff
sum:	.quad	0, 0, 0, 0
