/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waits for a byte on stdin, then runs a loop: for counters that are attached while it waits. After
 * the wait it executes:
 */
/* expect: instructions 2000004 branches 1000000 far 1 */
#include "prog.h"
	mov	$NR_read, %eax
	mov	$0, arg1
	mov	$byte, arg2
	mov	$1, arg3
	SYSCALL
	mov	$1000000, %ecx
again:	dec	%ecx
	jnz	again
	leave_with 0
	.lcomm	byte, 1
