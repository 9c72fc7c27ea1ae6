/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * long call_kernel(struct thread *t, long nr, const u64 arg[6])
 *
 * From call_begin to call_insn the call has not begun, or the kernel wants it restarted. RCX holds
 * arg until SYSCALL overwrites it.
 */
#include "emu/base/offsets.h"
#include "emu/signal/call.h"

	.text
	.globl	call_kernel, call_begin, call_insn, call_end
	.hidden	call_kernel, call_begin, call_insn, call_end
call_kernel:
	movq	%rsi, %rax
	movq	%rdx, %rcx
call_begin:
	cmpl	$0, %gs:T_PENDING
	jne	1f
	movq	(%rcx), %rdi
	movq	8(%rcx), %rsi
	movq	16(%rcx), %rdx
	movq	24(%rcx), %r10
	movq	32(%rcx), %r8
	movq	40(%rcx), %r9
call_insn:
	syscall
call_end:
	ret
1:	movq	$CALL_NOT_BEGUN, %rax
	ret

	.section .note.GNU-stack, "", @progbits
