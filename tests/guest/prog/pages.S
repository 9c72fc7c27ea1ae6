/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Three walks over 4,096 pages, one load of each. On skylakex all of them miss L1D, L2 and both
 * TLBs: each set of any of these gets twice its ways and more before a page comes again, and
 * bit-PLRU keeps no line for as many fillings as twice its ways, whoever else fills the set.
 */
/* expect: instructions 36878 branches 12292 far 1 loads 12288 */
#include "prog.h"
	mov	$3, %ebp
walk:	mov	$4096, %ecx
	mov	$memory, %esi
again:	mov	(si), %eax
	add	$4096, %esi
	dec	%ecx
	jnz	again
	dec	%ebp
	jnz	walk
	leave_with 0
	.bss
	.balign	4096
memory:	.skip	4096 * 4096
