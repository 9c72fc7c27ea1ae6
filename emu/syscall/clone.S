/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * long clone_kernel(long nr, u64 a, u64 b, u64 c, u64 d, u64 e, struct thread *child)
 *
 * The kernel preserves R12 to R15; R12 carries the child's block.
 */
	.text
	.globl	clone_kernel
	.hidden	clone_kernel
clone_kernel:
	pushq	%r12
	movq	16(%rsp), %r12		/* child */
	movq	%rdi, %rax
	movq	%rsi, %rdi
	movq	%rdx, %rsi
	movq	%rcx, %rdx
	movq	%r8, %r10
	movq	%r9, %r8
	syscall
	testq	%rax, %rax
	jnz	4f
	testq	%r12, %r12
	jz	4f
	movq	%r12, %rdi
	call	clone_child_start	/* does not return */
	ud2
4:	popq	%r12
	ret

	.section .note.GNU-stack, "", @progbits
