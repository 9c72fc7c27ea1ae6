/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * long clone_kernel(long nr, u64 a, u64 b, u64 c, u64 d, u64 e, struct thread *child)
 *
 * The kernel preserves R12 to R15; R12 carries the child's block.
 *
 * Behind a fork parent and child soon write the page of the stack, that of the thread's block and
 * that of FORKED variables. Each first access is a write: a page that was read first would fault
 * twice where a hypervisor keeps the processor's page tables, and would have to be flushed there.
 */
#include "emu/base/offsets.h"

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
	testq	%r12, %r12
	jz	3f
	testq	%rax, %rax
	jnz	4f
	movq	%r12, %rdi
	call	clone_child_start	/* does not return */
	ud2
3:	orq	$0, (%rsp)		/* no child shares this memory */
	orq	$0, %gs:T_SELF
	orl	$0, cache_lock(%rip)
4:	popq	%r12
	ret

	.section .note.GNU-stack, "", @progbits
