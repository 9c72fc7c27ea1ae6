/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code made elsewhere: on an anonymous page that is writable and executable at once; under W^X, by
 * mprotect back and forth; through a second mapping of the same memory; loaded by read(2) and by
 * pwrite(2) into the file behind a mapping; at the same address after munmap and by MAP_FIXED;
 * moved by mremap. Each function returns a number that changes in every round.
 */
#include "asm.h"
#define ROUNDS 50
	/* Writes "mov $EBX, %eax; ret" to RDI: i=3 st=3. */
	.macro	emit
	movb	$0xb8, (%rdi)
	movl	%ebx, 1(%rdi)
	movb	$0xc3, 5(%rdi)
	.endm
	/* Calls R12 and wants EBX. i=3 st=1 ci=1 t=1, and the function: i=2 ld=1 r=1 */
	.macro	check
	call	*%r12
	cmpl	%ebx, %eax
	MUST(e)
	.endm
	/* mmap(RDI, 8192, prot, flags, R8, 0): i=6 sys=1 */
	.macro	map prot, flags
	movl	$8192, %esi
	movl	$\prot, %edx
	movl	$\flags, %r10d
	xorl	%r9d, %r9d
	SYS(9)
	.endm
_start:
	/* Anonymous, RWX. */
	xorl	%edi, %edi
	movq	$-1, %r8
	map 7, 0x22
	movq	%rax, %r12
	movl	$ROUNDS, %ebx		/* count 1: i=2+6+2 sys=1 */
1:	movq	%r12, %rdi
	emit
	check
	decl	%ebx
	jnz	1b			/* count 50: i=1+3+3+2+2 st=3+1 ci=1 t=1 ld=1 r=1 */
					/* count 49: t=1 ; count 1: n=1 */
	/* W^X. */
	movl	$ROUNDS, %ebx		/* count 1: i=1 */
2:	movq	%r12, %rdi
	movl	$4096, %esi
	movl	$3, %edx
	SYS(10)
	emit
	movl	$5, %edx
	SYS(10)
	check
	decl	%ebx
	jnz	2b			/* count 50: i=5+3+3+3+2+2 sys=2 st=4 ci=1 t=1 ld=1 r=1 */
					/* count 49: t=1 ; count 1: n=1 */
	/* Two mappings of one memfd: one to write, one to execute. */
	leaq	name(%rip), %rdi
	xorl	%esi, %esi
	SYS(319)
	movl	%eax, %r13d
	movl	%eax, %edi
	movl	$8192, %esi
	SYS(77)				/* ftruncate */
	xorl	%edi, %edi
	movl	%r13d, %r8d
	map 5, 1
	movq	%rax, %r12
	xorl	%edi, %edi
	map 3, 1
	movq	%rax, %r14
	movl	$ROUNDS, %ebx		/* count 1: i=4+5+2+6+2+6+2 sys=4 */
3:	movq	%r14, %rdi
	emit
	check
	decl	%ebx
	jnz	3b			/* count 50: i=1+3+3+2+2 st=4 ci=1 t=1 ld=1 r=1 */
					/* count 49: t=1 ; count 1: n=1 */
	/* pwrite(2) to the file. */
	movl	$ROUNDS, %ebx		/* count 1: i=1 */
4:	leaq	code(%rip), %rdi
	emit
	movl	%r13d, %edi
	leaq	code(%rip), %rsi
	movl	$6, %edx
	xorl	%r10d, %r10d
	SYS(18)
	check
	decl	%ebx
	jnz	4b			/* count 50: i=1+3+6+3+2+2 sys=1 st=4 ci=1 t=1 ld=1 r=1 */
					/* count 49: t=1 ; count 1: n=1 */
	/* read(2) into a page that is writable and executable, and was executed. */
	xorl	%edi, %edi
	movq	$-1, %r8
	map 7, 0x22
	movq	%rax, %r12
	movl	$ROUNDS, %ebx		/* count 1: i=2+6+2 sys=1 */
5:	movq	%r14, %rdi
	emit
	movl	%r13d, %edi
	movq	%r12, %rsi
	movl	$6, %edx
	xorl	%r10d, %r10d
	SYS(17)				/* pread */
	cmpl	$6, %eax
	MUST(e)
	check
	decl	%ebx
	jnz	5b			/* count 50: i=1+3+6+2+3+2+2 sys=1 st=4 ci=1 t=2 ld=1 r=1 */
					/* count 49: t=1 ; count 1: n=1 */
	/* Unmapped, and mapped again at the same address; every other time over the old one. */
	movl	$ROUNDS, %ebx		/* count 1: i=1 */
6:	testl	$1, %ebx
	jz	7f			/* count 50: i=2 ; count 25: t=1 ; count 25: n=1 */
	movq	%r12, %rdi
	movl	$8192, %esi
	SYS(11)				/* count 25: i=4 sys=1 */
7:	movq	%r12, %rdi
	movq	$-1, %r8
	map 7, 0x32			/* MAP_FIXED */
	movq	%r12, %rdi
	emit
	check
	decl	%ebx
	jnz	6b			/* count 50: i=2+6+1+3+3+2+2 sys=1 st=4 ci=1 t=1 ld=1 r=1 */
					/* count 49: t=1 ; count 1: n=1 */
	/* Moved, up through a range that is set aside for it; code of the next round. */
	xorl	%edi, %edi
	movl	$64 << 20, %esi
	xorl	%edx, %edx
	movl	$0x22, %r10d
	movq	$-1, %r8
	xorl	%r9d, %r9d
	SYS(9)
	movq	%rax, %r15
	movl	$ROUNDS, %ebx		/* count 1: i=10 sys=1 */
8:	movq	%r12, %rdi
	emit
	check
	movq	%r12, %rdi
	movl	$8192, %esi
	movl	$8192, %edx
	addq	$0x100000, %r15
	movq	%r15, %r8
	movl	$3, %r10d		/* MREMAP_MAYMOVE | MREMAP_FIXED */
	SYS(25)
	movq	%rax, %r12
	check
	decl	%ebx
	jnz	8b			/* count 50: i=1+3+3+2+6+2+1+3+2+2 sys=1 st=5 ci=2 t=2 */
					/* count 50: ld=2 r=2 ; count 49: t=1 ; count 1: n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
name:	.asciz	"code"
code:	.space	8
