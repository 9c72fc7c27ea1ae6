/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends by SIGSEGV because a signal's frame has no room: a handler is there, its stack is not. */
/* exit 139 */
#include "asm.h"
handler:
	EXIT(1)
_start:
	SIGACTION(SIGSEGV, act)		/* count 1: i=6 sys=1 */
	movl	$0x1000, %esp		/* count 1: i=1 */
	pushq	%rax
	.data
ACTION(act, handler, 0)
