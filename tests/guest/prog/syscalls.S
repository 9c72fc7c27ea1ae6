/* SPDX-License-Identifier: BSD-2-Clause */
/* expect: instructions 4004 branches 1000 far 1001 */
#include "prog.h"
	mov	$1000, %ebp
again:	mov	$NR_getpid, %eax
	SYSCALL
	dec	%ebp
	jnz	again
	leave_with 0
