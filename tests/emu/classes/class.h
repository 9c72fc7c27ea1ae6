/* SPDX-License-Identifier: BSD-2-Clause */
/* clang-format off */
/* Assembly. */
/*
 * A class is a loop over one kind of instructions. A program is one class, or all of them (ALL is
 * defined, and all.S includes them in turn). The comments "count" are those of asm/asm.h.
 *
 * TIMES, from the command line, is how often a class repeats its loop; STRING and OS, whose
 * instructions take longer, repeat theirs a tenth as often. In the comments N is this number.
 *
 * Every program has a frame of 30 instructions, none of which touches memory or branches; the last
 * is SYSCALL. The exit status of a single class is a hash of the registers that the loop leaves.
 */
	.text
#ifndef FRAME
#define FRAME
	.globl	_start
_start:
	/* i=10 */
	xorl	%eax, %eax
	xorl	%ebx, %ebx
	xorl	%edx, %edx
	xorl	%esi, %esi
	xorl	%edi, %edi
	movl	$1, %r13d
	movabsq	$0x7fffffffffffffff, %r14
	movl	$cell, %r12d
	movl	$0x12345678, %r10d
	movabsq	$0x123456789abcdef0, %r11
	/* A store must not hit the line of a value that others read. */
	.data
	.balign	64
cell:	.quad	0x0102030405060708, 0x1112131415161718
other:	.quad	0, 0
singles:
	.float	1.5, -2.25, 3.75, 0.125
doubles:
	.double	1.5, -2.25, 3.75, 0.125
	.bss
	.balign	64
buffer:	.space	4096
	.text
#endif

#define REPEAT(times) movl $(times), %ebp /* i=1 */
#ifdef ALL
#define END
#define END_NO_HASH
#else
#define END                                                                                        \
	xorq %rax, %rdi; xorq %rbx, %rdi; xorq %rcx, %rdi; xorq %rdx, %rdi; xorq %rsi, %rdi;       \
	xorq %r8, %rdi; xorq %r9, %rdi; xorq %r10, %rdi; xorq %r11, %rdi; xorq %r12, %rdi;         \
	xorq %r13, %rdi; xorq %r14, %rdi; xorq %r15, %rdi;                                         \
	movabsq $0x9e3779b97f4a7c15, %rax; imulq %rax, %rdi; shrq $56, %rdi;                       \
	nop; movl $231, %eax; syscall /* i=19 */
#define END_NO_HASH                                                                                \
	.rept 16; nop; .endr; xorl %edi, %edi; movl $231, %eax; syscall /* i=19 */
#endif
