/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A string instruction with REP is one instruction, however often it repeats: also 0 times, and
 * across page faults.
 */
/* expect: instructions 19005 branches 1000 far 1 */
#include "prog.h"
	mov	$1000, %ebp
	cld
again:	mov	$pages, si
	mov	$pages + 100000, di
	mov	$5000, %ecx
	rep movsb
	mov	$0, %ecx
	rep stosb
	mov	$1, %ecx
	rep stosb
	mov	$pages, si
	mov	$pages + 100000, di
	mov	$100, %ecx
	repe cmpsb
	mov	$pages, di
	mov	$1, %eax
	mov	$50, %ecx
	repne scasb
	movsb
	dec	%ebp
	jnz	again
	leave_with 0
	.lcomm	pages, 200000
