/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pinned PROGRAM [ARGUMENT...]: moves to the second CPU, and executes the program there. Where
 * nothing else runs on that CPU, it counts in user mode the program and these:
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
