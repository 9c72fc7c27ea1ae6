/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The border between translated code and the engine.
 *
 * In translated code all registers but GS's base are the program's. run_exit saves them in the
 * thread, enters C on the engine's stack; run_resume gives them back. A signal that comes between
 * run_resume and run_resume_end finds the program's state whole in thread->cpu (signal.c).
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

/* Out of the code cache. T_EXIT tells why. */
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

/* From the engine, whatever stack: run at thread->cpu.rip. */
	.globl	run_enter
run_enter:
	movq	%gs:T_STACK, %rsp
	pushq	$2
	popfq
	movq	%gs:T_SELF, %rdi
	call	dispatch_enter
1:	movq	%rax, %gs:T_RESUME

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
	call	signal_deliver_pending
	jmp	run_enter

/*
 * long syscall_program(struct thread *t, long nr, const u64 arg[6])
 * From syscall_begin to syscall_insn the call has not begun (or the kernel wants it restarted):
 * a signal there abandons this function and is delivered with the program before its SYSCALL.
 */
	.globl	syscall_program, syscall_begin, syscall_insn, syscall_end
syscall_program:
	movq	%rsi, %rax
	movq	%rdx, %rcx
syscall_begin:
	cmpl	$0, %gs:T_PENDING
	jne	3f
	movq	(%rcx), %rdi
	movq	8(%rcx), %rsi
	movq	16(%rcx), %rdx
	movq	24(%rcx), %r10
	movq	32(%rcx), %r8
	movq	40(%rcx), %r9
syscall_insn:
	syscall
syscall_end:
	ret
3:	movq	$-4096, %rax		/* not begun: a signal waits */
	ret

/*
 * long syscall_clone(long nr, u64 a, u64 b, u64 c, u64 d, u64 e, struct thread *child)
 * clone(2) and clone3(2). With a child block the child wakes on its own engine stack (the caller has
 * put that stack into the arguments) and runs; without one (fork) it returns like the parent.
 * The kernel preserves R12-R15, which carry the child's block.
 */
	.globl	syscall_clone
syscall_clone:
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
	call	thread_child_start	/* does not return */
	ud2
4:	popq	%r12
	ret

/* void run_thread(struct thread *t): GS is set. */
	.globl	run_thread
run_thread:
	jmp	run_enter

	.section .note.GNU-stack, "", @progbits
