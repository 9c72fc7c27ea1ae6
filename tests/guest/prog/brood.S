/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hundred children. Each makes a thread and a child, and waits for the child. All of them run a
 * loop of ten thousand. A process ends when its threads have ended, so waiting for the hundred
 * waits for all.
 */
/* expect: instructions 6004805 branches 3000800 far 801 */
#include "prog.h"
#ifdef __i386__
#define NR_clone 120
#else
#define NR_clone 56
#endif
/* CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM */
#define FLAGS 0x50f00
.macro wait_for_one
	mov	$NR_wait4, %eax
	mov	$-1, arg1
	mov	$0, arg2
	mov	$0, arg3
	mov	$0, arg4
	SYSCALL
.endm
	mov	$100, %ebp
again:	mov	$NR_fork, %eax
	SYSCALL
	test	%eax, %eax
	jz	child
	dec	%ebp
	jnz	again
	mov	$100, %ebp
reap:	wait_for_one
	dec	%ebp
	jnz	reap
	leave_with 0
child:	mov	$NR_clone, %eax
	mov	$FLAGS, arg1
	mov	$stack + 256, arg2
	SYSCALL
	test	%eax, %eax
	jz	last
	mov	$NR_fork, %eax
	SYSCALL
	test	%eax, %eax
	jz	last
	mov	$10000, %ecx
1:	dec	%ecx
	jnz	1b
	wait_for_one
	leave_with 0
last:	mov	$10000, %ecx
1:	dec	%ecx
	jnz	1b
	leave_with 0
	.lcomm	stack, 256
