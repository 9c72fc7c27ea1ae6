/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For programs without libc whose counts are known by arithmetic, for 64 and 32 bits with the same
 * instructions, one for one. The line "expect:" of each program says what it executes in user mode:
 * instructions; branches (jumps, calls, returns, taken or not); and far branches, which are system
 * calls, and which a PMU counts as branches too.
 */
/* clang-format off */
#ifdef __i386__
#define ax %eax
#define bx %ebx
#define cx %ecx
#define dx %edx
#define si %esi
#define di %edi
#define bp %ebp
#define sp %esp
#define arg1 %ebx
#define arg2 %ecx
#define arg3 %edx
#define arg4 %esi
#define WORD 4
#define POINTER .long
#define SYSCALL int $0x80
#define NR_exit 1
#define NR_fork 2
#define NR_read 3
#define NR_getpid 20
#define NR_wait4 114
#define NR_rt_sigreturn 173
#define NR_rt_sigaction 174
#else
#define ax %rax
#define bx %rbx
#define cx %rcx
#define dx %rdx
#define si %rsi
#define di %rdi
#define bp %rbp
#define sp %rsp
#define arg1 %rdi
#define arg2 %rsi
#define arg3 %rdx
#define arg4 %r10
#define WORD 8
#define POINTER .quad
#define SYSCALL syscall
#define NR_exit 60
#define NR_fork 57
#define NR_read 0
#define NR_getpid 39
#define NR_wait4 61
#define NR_rt_sigreturn 15
#define NR_rt_sigaction 13
#endif

/* Three instructions, one of them a far branch */
.macro leave_with status
	mov	$NR_exit, %eax
	mov	$\status, arg1
	SYSCALL
.endm

	.section .note.GNU-stack,"",@progbits
	.text
	.globl	_start
_start:
    /* clang-format on */
