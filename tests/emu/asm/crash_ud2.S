/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends by SIGILL. */
/* exit 132 */
#include "asm.h"
_start:
	call	1f			/* count 1: i=1 c=1 st=1 */
1:	ud2
