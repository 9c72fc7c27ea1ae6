/* SPDX-License-Identifier: BSD-2-Clause */
/* expect: instructions 100000004 branches 50000000 far 1 */
#include "prog.h"
	mov	$50000000, %ecx
again:	dec	%ecx
	jnz	again
	leave_with 0
