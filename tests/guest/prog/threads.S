/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Three threads: each waits for a byte on stdin, runs a loop of its own, of one, two and three
 * million, and ends. For counters that are attached while they wait. After the wait all three
 * together execute:
 */
/* expect: instructions 12000012 branches 6000000 far 3 */
#include "prog.h"
#ifdef __i386__
#define NR_clone 120
#else
#define NR_clone 56
#endif
/* CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM */
#define FLAGS 0x50f00
	mov	$NR_clone, %eax
	mov	$FLAGS, arg1
	mov	$stacks + 4096, arg2
	SYSCALL
	test	%eax, %eax
	mov	$2000000, %ebp
	jz	thread
	mov	$NR_clone, %eax
	mov	$FLAGS, arg1
	mov	$stacks + 8192, arg2
	SYSCALL
	test	%eax, %eax
	mov	$3000000, %ebp
	jz	thread
	mov	$1000000, %ebp
thread:	mov	$NR_read, %eax
	mov	$0, arg1
	mov	$byte, arg2
	mov	$1, arg3
	SYSCALL
	mov	%ebp, %ecx
again:	dec	%ecx
	jnz	again
	leave_with 0
	.lcomm	byte, 1
	.lcomm	stacks, 8192
