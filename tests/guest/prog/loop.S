/* SPDX-License-Identifier: BSD-2-Clause */
/* expect: instructions 20000004 branches 10000000 far 1 */
#include "prog.h"
	mov	$10000000, %ecx
again:	dec	%ecx
	jnz	again
	leave_with 0
