/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends by SIGABRT that it sends itself, blocked signals or not. */
/* exit 134 */
#include "asm.h"
_start:
	SYS(39)
	movl	%eax, %edi
	movl	$6, %esi
	SYS(62)				/* count 1: i=6 sys=2 */
	ud2
