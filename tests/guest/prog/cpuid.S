/* SPDX-License-Identifier: BSD-2-Clause */
/* expect: instructions 5004 branches 1000 far 1 */
#include "prog.h"
	mov	$1000, %ebp
again:	mov	$0, %eax
	mov	$0, %ecx
	cpuid
	dec	%ebp
	jnz	again
	leave_with 0
