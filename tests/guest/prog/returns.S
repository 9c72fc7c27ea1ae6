/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thousand returns to where nobody called from. A return stack predicts none of them: it is
 * empty, or has addresses of the kernel. No other branch but the system call is there.
 */
/* expect: instructions 3003 branches 1001 far 1 returns 1000 */
#include "prog.h"
	.rept	1000
	mov	$1f, %eax
	push	ax
	ret
1:
	.endr
	leave_with 0
