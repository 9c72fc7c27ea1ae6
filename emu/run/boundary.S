/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The boundary between translated code and the engine.
 *
 * In translated code all registers but GS's base are the program's. run_exit saves them in the
 * thread and enters C on the engine's stack; run_resume loads them again. A signal that comes
 * between run_resume and run_resume_end finds the whole state of the program in thread->cpu.
 */
#include "emu/base/offsets.h"

	.text

	.macro	save_registers
	movq	%rax, %gs:T_REGS+0
	movq	%rcx, %gs:T_REGS+8
	movq	%rdx, %gs:T_REGS+16
	movq	%rbx, %gs:T_REGS+24
	movq	%rsp, %gs:T_REGS+32
	movq	%rbp, %gs:T_REGS+40
	movq	%rsi, %gs:T_REGS+48
	movq	%rdi, %gs:T_REGS+56
	movq	%r8,  %gs:T_REGS+64
	movq	%r9,  %gs:T_REGS+72
	movq	%r10, %gs:T_REGS+80
	movq	%r11, %gs:T_REGS+88
	movq	%r12, %gs:T_REGS+96
	movq	%r13, %gs:T_REGS+104
	movq	%r14, %gs:T_REGS+112
	movq	%r15, %gs:T_REGS+120
	.endm

/* An indirect jump found no trace: the target is in T_TARGET, RCX in its spill slot. */
	.globl	run_miss
run_miss:
	movq	%gs:T_SPILL0, %rcx
	movl	$EXIT_INDIRECT, %gs:T_EXIT
	jmp	run_exit

/* Out of the code cache. T_EXIT tells by which exit. */
	.globl	run_exit
run_exit:
	save_registers
	movq	%gs:T_STACK, %rsp
	pushfq
	popq	%gs:T_RFLAGS
	pushq	$2			/* clear DF, AC, TF for the engine */
	popfq
	movq	%gs:T_SELF, %rdi
	call	dispatch_exit
	jmp	1f

/* From the engine, on any stack: run the program from thread->cpu on. */
	.globl	run_enter
run_enter:
	movq	%gs:T_STACK, %rsp
	pushq	$2
	popfq
	movq	%gs:T_SELF, %rdi
	call	dispatch_enter
1:	movq	%rax, %gs:T_RESUME

/* T_RESUME tells where in the code cache. A signal that is pending comes first. */
	.globl	run_resume, run_resume_end
run_resume:
	cmpl	$0, %gs:T_PENDING
	jne	2f
	movq	%gs:T_STACK, %rsp
	pushq	%gs:T_RFLAGS
	movq	%gs:T_REGS+0, %rax
	movq	%gs:T_REGS+8, %rcx
	movq	%gs:T_REGS+16, %rdx
	movq	%gs:T_REGS+24, %rbx
	movq	%gs:T_REGS+40, %rbp
	movq	%gs:T_REGS+48, %rsi
	movq	%gs:T_REGS+56, %rdi
	movq	%gs:T_REGS+64, %r8
	movq	%gs:T_REGS+72, %r9
	movq	%gs:T_REGS+80, %r10
	movq	%gs:T_REGS+88, %r11
	movq	%gs:T_REGS+96, %r12
	movq	%gs:T_REGS+104, %r13
	movq	%gs:T_REGS+112, %r14
	movq	%gs:T_REGS+120, %r15
	popfq
	movq	%gs:T_REGS+32, %rsp
	jmpq	*%gs:T_RESUME
run_resume_end:
2:	movq	%gs:T_SELF, %rdi
	call	deliver_pending
	jmp	run_enter

	.section .note.GNU-stack, "", @progbits
