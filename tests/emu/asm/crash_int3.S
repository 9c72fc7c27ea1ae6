/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends by SIGTRAP. INT3 retires. */
/* exit 133 */
#include "asm.h"
_start:
	nop
	int3				/* count 1: i=2 */
	ud2
