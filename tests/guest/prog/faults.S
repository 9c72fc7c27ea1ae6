/* SPDX-License-Identifier: BSD-2-Clause */
/* A store that faults is one instruction, though the processor begins it twice. */
/* expect: instructions 4005 branches 1000 far 1 */
#include "prog.h"
	mov	$pages, di
	mov	$1000, %ecx
again:	movb	$1, (di)
	add	$4096, di
	dec	%ecx
	jnz	again
	leave_with 0
	.lcomm	pages, 4096 * 1001
