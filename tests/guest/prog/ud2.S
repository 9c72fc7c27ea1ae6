/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hundred invalid opcodes, each skipped by a handler. An instruction that faults is not retired.
 */
/* expect: instructions 710 branches 200 far 102 */
#include "prog.h"
	mov	$NR_rt_sigaction, %eax
	mov	$4, arg1 /* SIGILL */
	mov	$action, arg2
	mov	$0, arg3
	mov	$8, arg4
	SYSCALL
	mov	$100, %ebp
again:	ud2
	dec	%ebp
	jnz	again
	leave_with 0
/* Three, one of them a return; then two, one of them far. */
handler:
#ifdef __i386__
	mov	12(%esp), %eax
	addl	$2, 76(%eax) /* EIP in the signal's frame */
#else
	mov	%rdx, %rax
	addq	$2, 168(%rax) /* RIP */
#endif
	ret
restorer:
	mov	$NR_rt_sigreturn, %eax
	SYSCALL
	.data
action:	POINTER	handler
	POINTER	0x04000004 /* SA_RESTORER, SA_SIGINFO */
	POINTER	restorer
	.quad	0
