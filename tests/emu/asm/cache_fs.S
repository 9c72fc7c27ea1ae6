/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accesses relative to FS, whose base changes: by system calls, and by loads of the register, with
 * SS's selector, whose base is 0. (A null selector leaves it to the kernel what the base is.) The
 * program has no stack, so that every miss is one that it says: L1D of two ways and eight sets.
 */
/* machine L1d=1K,2,64,lru */
#include "asm.h"
	.macro	set_fs
	movl	$158, %eax
	movl	$0x1002, %edi
	syscall
	.endm
_start:
	leaq	data(%rip), %rbx
	/* Three lines in turn, each of them at FS:0. */
	movl	$10, %ebp		/* count 1: i=2 */
1:	movq	%rbx, %rsi
	set_fs
	movl	%fs:0, %ecx
	movl	%fs:32, %ecx
	leaq	64(%rbx), %rsi
	set_fs
	movl	%fs:0, %ecx
	leaq	384(%rbx), %rsi
	set_fs
	movl	%ecx, %fs:0		/* miss 1: r=2 w=1 */
	decl	%ebp
	jnz	1b			/* count 10: i=18 ld=3 st=1 sys=3 ; count 1: t=9 n=1 */
	/* The line at 128; then it is there. */
	movw	%ss, %ax
	movw	%ax, %fs
	leaq	128(%rbx), %rdi
	movl	%fs:(%rdi), %ecx
	movl	128(%rbx), %ecx		/* count 1: i=5 ld=2 ; miss 1: r=1 */
	/* The same of the line at 320, behind a load that reads the register from memory. */
	movq	%rbx, %rsi
	set_fs
	movl	%fs:0, %ecx
	movw	%ss, 196(%rbx)		/* miss 1: w=1 */
	lfsl	192(%rbx), %eax
	leaq	320(%rbx), %rdi
	movl	%fs:(%rdi), %ecx
	movl	320(%rbx), %ecx		/* count 1: i=10 ld=4 st=1 sys=1 ; miss 1: r=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.bss
	.balign	4096
data:	.skip	4096
