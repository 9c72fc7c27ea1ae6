/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Moves from CPU to CPU: for each word of its command line, a thousand times, sched_setaffinity(2)
 * to the next of the first four CPUs, and a loop of a hundred. On a machine without that CPU the
 * call fails, with the same number of instructions. With its name alone:
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
