/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends by SIGFPE. */
/* exit 136 */
#include "asm.h"
_start:
	xorl	%ecx, %ecx
	movl	%ecx, %eax
	movl	%ecx, %edx		/* count 1: i=3 */
	divl	%ecx
