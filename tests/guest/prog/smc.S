/* SPDX-License-Identifier: BSD-2-Clause */
/* Code that changes the instruction after the store */
/* cflags: -Wl,-N,--no-warn-rwx-segments */
/* expect: instructions 4004 branches 1000 far 1 */
#include "prog.h"
	mov	$1000, %ebp
again:	mov	%ebp, 1f + 1
1:	mov	$0, %eax
	dec	%ebp
	jnz	again
	leave_with 0
