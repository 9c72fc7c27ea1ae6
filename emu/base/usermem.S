/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Copies from and to the program's memory, which may be absent, unreadable or at an address that no
 * memory can have. All are leaf functions that never push: whichever instruction faults, the signal
 * handler continues at fault: (see usermem.h), with the stack as it was at entry.
 */
#include <asm/errno.h>

	.text

/* int copy_from_user(void *dst, u64 src, size_t n), int copy_to_user(u64 dst, void *src, size_t
 * n) */
	.globl copy_from_user, copy_to_user
	.hidden copy_from_user, copy_to_user
	.type copy_from_user, @function
	.type copy_to_user, @function
copy_from_user:
copy_to_user:
	movq	%rdx, %rcx
copy_start:
	cmpq	$8, %rcx
	jne	1f
	movq	(%rsi), %rax		/* one word: the common case */
	movq	%rax, (%rdi)
	xorl	%eax, %eax
	ret
1:	rep movsb
	xorl	%eax, %eax
	ret
copy_end:

/* long string_from_user(char *dst, u64 src, size_t size) */
	.globl string_from_user
	.hidden string_from_user
	.type string_from_user, @function
string_from_user:
	xorl	%eax, %eax
string_start:
1:	cmpq	%rdx, %rax
	jae	2f
	movb	(%rsi,%rax), %cl
	movb	%cl, (%rdi,%rax)
	addq	$1, %rax
	testb	%cl, %cl
	jnz	1b
	subq	$1, %rax
	ret
2:	movq	$-ENAMETOOLONG, %rax
	ret
string_end:

fault:
	movq	$-EFAULT, %rax
	ret

	.section .data.rel.ro, "aw"
	.balign	8
	.globl	usermem_fixups, usermem_fixups_n
	.hidden	usermem_fixups, usermem_fixups_n
usermem_fixups:
	.quad	copy_start, copy_end, fault
	.quad	string_start, string_end, fault
usermem_fixups_n:
	.quad	2

	.section .note.GNU-stack, "", @progbits
