// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Leaving the engine for good: a process that asks to be traced goes on natively, as it would after
 * its exec anyway. A debugger looks at its registers and its instructions, and would find ours.
 *
 * Everything that the engine stands in for is handed to the kernel: signal actions, signal stack,
 * mask, GS. Only for a process of one thread, whose memory is its own.
 */
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/hide/fds.h"
#include "emu/signal/signal.h"

_Noreturn void leave_run(const struct cpu *cpu);

__asm__(".globl leave_run\n"
	"leave_run:\n\t"
	"movq 128(%rdi), %rax\n\t"
	"movq %rax, leave_rip(%rip)\n\t"
	"pushq 136(%rdi)\n\t"
	"popfq\n\t"
	"movq (%rdi), %rax\n\t"
	"movq 8(%rdi), %rcx\n\t"
	"movq 16(%rdi), %rdx\n\t"
	"movq 24(%rdi), %rbx\n\t"
	"movq 32(%rdi), %rsp\n\t"
	"movq 40(%rdi), %rbp\n\t"
	"movq 48(%rdi), %rsi\n\t"
	"movq 64(%rdi), %r8\n\t"
	"movq 72(%rdi), %r9\n\t"
	"movq 80(%rdi), %r10\n\t"
	"movq 88(%rdi), %r11\n\t"
	"movq 96(%rdi), %r12\n\t"
	"movq 104(%rdi), %r13\n\t"
	"movq 112(%rdi), %r14\n\t"
	"movq 120(%rdi), %r15\n\t"
	"movq 56(%rdi), %rdi\n\t"
	"jmpq *leave_rip(%rip)\n\t"
	".local leave_rip\n\t"
	".comm leave_rip, 8, 8");

bool leave_possible(const struct thread *t)
{
	return threads_count == 1 && !t->vfork_child;
}

_Noreturn void leave_engine(struct thread *t)
{
	struct stack_alt alt = t->alt;

	emu_note(EMU_NOTE_TRACED, "goes on natively and uncounted, since it asks to be traced");
	sigmask_block_all();
	dispatch_end_counting(t);
	fds_close_on_exec(true);
	pages_unprotect_all();
	signal_hand_over(t);
	sys2(__NR_sigaltstack, &alt, 0);
	sys2(__NR_arch_prctl, 0x1001 /* ARCH_SET_GS */, t->gsbase);
	sys4(__NR_rt_sigprocmask, 2 /* SIG_SETMASK */, &t->sigmask, 0, 8);
	leave_run(&t->cpu);
}
