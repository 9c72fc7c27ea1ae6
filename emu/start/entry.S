/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's first instruction, and the program's.
 *
 * The engine does not use the stack that the kernel made: below the stack pointer it is all zero,
 * and a program may look. Engine code runs on a stack in .bss until the first thread has its own.
 */
	.text
	.globl	_start
	.type	_start, @function
_start:
	movq	%rsp, %rdi
	leaq	boot_stack_top(%rip), %rsp
	xorl	%ebp, %ebp
	pushq	%rdi
	pushq	%rdi
	/* Until this call has relocated the engine, nothing that holds an address may be used. */
	leaq	__ehdr_start(%rip), %rdi
	leaq	_DYNAMIC(%rip), %rsi
	call	start_relocate
	popq	%rdi
	popq	%rdi
	call	start_engine
	hlt

/*
 * _Noreturn void entry_native(u64 entry, u64 sp)
 *
 * As execve leaves them, all registers are zero. The INT3 is for the tracer.
 */
	.globl	entry_native
	.hidden	entry_native
	.type	entry_native, @function
entry_native:
	movq	%rdi, native_entry(%rip)
	movq	%rsi, %rsp
	xorl	%eax, %eax
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	xorl	%ebx, %ebx
	xorl	%ebp, %ebp
	xorl	%esi, %esi
	xorl	%edi, %edi
	xorl	%r8d, %r8d
	xorl	%r9d, %r9d
	xorl	%r10d, %r10d
	xorl	%r11d, %r11d
	xorl	%r12d, %r12d
	xorl	%r13d, %r13d
	xorl	%r14d, %r14d
	xorl	%r15d, %r15d
	pushq	$0x202
	popfq
	movq	$0, -8(%rsp)
	int3
	jmp	*native_entry(%rip)

	.bss
	.balign	8
native_entry:
	.skip	8
	.balign	4096
	.skip	65536
boot_stack_top:

	.section .note.GNU-stack, "", @progbits
