/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's first instruction, and the program's.
 *
 * The engine leaves the stack that the kernel made as it is (below the stack pointer it is all
 * zero, and a program may look): from here on engine code runs on a stack in .bss, until the first
 * thread gets its own.
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
	/* Nothing that holds an address may be used before it is moved to where we were loaded. */
	leaq	__ehdr_start(%rip), %rdi
	leaq	_DYNAMIC(%rip), %rsi
	call	start_relocate
	popq	%rdi
	popq	%rdi
	call	start_engine
	hlt

/*
 * _Noreturn void entry_native(u64 entry, u64 sp): as execve leaves it, every register zero. The tracer
 * that asked for this (EMU_F_NATIVE) is told by INT3 that the program begins with the jump.
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
