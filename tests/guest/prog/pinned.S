/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pinned PROGRAM [ARGUMENT...]: moves to the second CPU, where it executes the program. Where nothing else has to do
 * there, what that CPU counts in user mode is the program's and this:
 */
/* expect: instructions 5 branches 0 far 1 */
#include "prog.h"
#ifdef __i386__
#define NR_sched_setaffinity 241
#define NR_execve 11
#else
#define NR_sched_setaffinity 203
#define NR_execve 59
#endif
	mov	$NR_sched_setaffinity, %eax
	mov	$0, arg1
	mov	$WORD, arg2
	mov	$mask, arg3
	SYSCALL
	mov	2 * WORD(sp), arg1
	lea	2 * WORD(sp), arg2
	mov	$0, arg3
	mov	$NR_execve, %eax
	SYSCALL
	hlt
	.data
mask:	POINTER	2
