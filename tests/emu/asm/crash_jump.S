/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends by SIGSEGV because it calls NULL. */
/* exit 139 */
#include "asm.h"
_start:
	xorl	%eax, %eax
	call	*%rax			/* count 1: i=2 ci=1 st=1 */
