/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* rt_sigreturn(2) with the stack pointer at a ucontext: see restorer.h. */
#include <asm/unistd.h>

	.text
	.globl	signal_restorer, signal_restore_frame
	.hidden	signal_restorer, signal_restore_frame
signal_restore_frame:
	movq	%rdi, %rsp
signal_restorer:
	movl	$__NR_rt_sigreturn, %eax
	syscall
	ud2

	.section .note.GNU-stack, "", @progbits
