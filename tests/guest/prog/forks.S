/* SPDX-License-Identifier: BSD-2-Clause */
/* Four children, each a loop of a million; the parent waits for them. */
/* expect: instructions 8000085 branches 4000016 far 13 */
#include "prog.h"
	mov	$4, %ebp
again:	mov	$NR_fork, %eax
	SYSCALL
	test	%eax, %eax
	jz	child
	dec	%ebp
	jnz	again
	mov	$4, %ebp
reap:	mov	$NR_wait4, %eax
	mov	$-1, arg1
	mov	$0, arg2
	mov	$0, arg3
	mov	$0, arg4
	SYSCALL
	dec	%ebp
	jnz	reap
	leave_with 0
child:	mov	$1000000, %ecx
1:	dec	%ecx
	jnz	1b
	leave_with 0
