/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * 400,000 loads and 100,000 stores at random places of 256 KiB, and a branch on a random bit, for
 * misses that depend on what the caches and predictors keep.
 */
#include "prog.h"
	mov	$100000, %ecx
	mov	$12345, %eax
again:	.rept	4
	imul	$1103515245, %eax, %eax
	add	$12345, %eax
	mov	%eax, %edx
	shr	$14, %edx
	and	$0x3fffc, %edx
	mov	memory(dx), %ebx
	.endr
	incl	memory(dx)
	test	$0x10000, %eax
	jz	1f
	nop
1:	dec	%ecx
	jnz	again
	leave_with 0
	.bss
	.balign	4096
memory:	.skip	4096 * 64
