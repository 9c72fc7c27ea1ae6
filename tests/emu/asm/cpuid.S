/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPUID, XGETBV, RDTSC, RDRAND: they answer something sensible, all registers but theirs are kept.
 */
/* needs rdrand xsave */
#include "asm.h"
_start:
	movl	$100, %r12d		/* count 1: i=1 */
again:	movq	$-1, %rbx
	movq	$-1, %rdx
	movq	$-1, %rax
	movl	$0x5a, %esi
	xorl	%eax, %eax
	movq	$-1, %rcx
	cpuid
	/* The upper halves are cleared. */
	movq	%rbx, %rdi
	orq	%rdx, %rdi
	orq	%rcx, %rdi
	orq	%rax, %rdi
	shrq	$32, %rdi
	testq	%rdi, %rdi
	MUST(z)
	cmpl	$7, %eax
	MUST(ae)
	cmpl	$0x5a, %esi
	MUST(e)				/* count 100: i=18 t=3 */
	stc
	movl	$7, %eax
	xorl	%ecx, %ecx
	stc
	cpuid
	MUST(c)				/* flags are kept. count 100: i=6 t=1 */
	xorl	%ecx, %ecx
	xgetbv
	andl	$3, %eax
	cmpl	$3, %eax
	MUST(e)				/* count 100: i=5 t=1 */
	rdtsc
	shlq	$32, %rdx
	orq	%rax, %rdx
	movq	%rdx, %r8
	rdtscp
	shlq	$32, %rdx
	orq	%rax, %rdx
	cmpq	%r8, %rdx
	MUST(ae)			/* count 100: i=9 t=1 */
	rdrand	%rax
	rdrand	%rdx
	rdrand	%ecx
	rdrand	%bx
	cmpq	%rax, %rdx
	MUST(ne)			/* count 100: i=6 t=1 */
	decl	%r12d
	jnz	again			/* count 1: i=200 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
