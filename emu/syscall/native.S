/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* _Noreturn void native_jump(const struct cpu *cpu): see native.h. */
	.text
	.globl	native_jump
	.hidden	native_jump
native_jump:
	movq	128(%rdi), %rax
	movq	%rax, target(%rip)
	pushq	136(%rdi)
	popfq
	movq	(%rdi), %rax
	movq	8(%rdi), %rcx
	movq	16(%rdi), %rdx
	movq	24(%rdi), %rbx
	movq	32(%rdi), %rsp
	movq	40(%rdi), %rbp
	movq	48(%rdi), %rsi
	movq	64(%rdi), %r8
	movq	72(%rdi), %r9
	movq	80(%rdi), %r10
	movq	88(%rdi), %r11
	movq	96(%rdi), %r12
	movq	104(%rdi), %r13
	movq	112(%rdi), %r14
	movq	120(%rdi), %r15
	movq	56(%rdi), %rdi
	jmpq	*target(%rip)

	.bss
	.balign	8
target:
	.skip	8

	.section .note.GNU-stack, "", @progbits
