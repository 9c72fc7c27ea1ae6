/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Goes from CPU to CPU: a thousand times for each word of its command line sched_setaffinity(2) to one of the first
 * four in turn, and a loop of a hundred. Where a CPU is not there the call fails, with as many instructions. With its
 * name alone:
 */
/* expect: instructions 213005 branches 101000 far 1001 */
#include "prog.h"
#ifdef __i386__
#define NR_sched_setaffinity 241
#else
#define NR_sched_setaffinity 203
#endif
	mov	(sp), %eax
	imul	$1000, %eax, %ebp
again:	mov	%ebp, %ecx
	and	$3, %ecx
	mov	$1, %edx
	shl	%cl, %edx
	mov	%edx, mask
	mov	$NR_sched_setaffinity, %eax
	mov	$0, arg1
	mov	$WORD, arg2
	mov	$mask, arg3
	SYSCALL
	mov	$100, %ecx
1:	dec	%ecx
	jnz	1b
	dec	%ebp
	jnz	again
	leave_with 0
	.lcomm	mask, 8
