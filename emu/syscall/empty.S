/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* See empty.h. */
#include "emu/base/offsets.h"

	.section .rodata.jumps, "a", @progbits
	.balign	4096
	.globl	jumps_empty
jumps_empty:
	.rept	65536
	.quad	MISS_PAGE
	.endr
	.size	jumps_empty, . - jumps_empty
	.type	jumps_empty, @object

	.section .note.GNU-stack, "", @progbits
