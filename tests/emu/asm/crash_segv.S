/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends by SIGSEGV; what ran before counts. */
/* exit 139 */
#include "asm.h"
_start:
	movl	$100, %ecx		/* count 1: i=1 */
1:	loop	1b			/* count 1: i=100 t=99 n=1 */
	movq	0x10, %rax
