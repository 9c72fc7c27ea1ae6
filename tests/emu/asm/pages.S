/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads and writes of eight lines in each of 32 pages, in no order: more pages than small TLBs have
 * entries, so that lines come and go with their pages (core/machine/light.h).
 */
#include "asm.h"
_start:
	leaq	pages(%rip), %rbx	/* count 1: i=3 */
	movl	$6000, %ebp
	xorl	%eax, %eax
again:	imull	$1103515245, %eax, %eax	/* count 6000: i=14 ld=1 st=1 */
	addl	$12345, %eax
	movl	%eax, %ecx
	shrl	$27, %ecx
	shll	$12, %ecx
	movl	%eax, %edx
	shrl	$16, %edx
	andl	$0x1c0, %edx
	addl	%edx, %ecx
	movl	(%rbx,%rcx), %edx
	xorl	$0x3000, %ecx
	movl	%edx, (%rbx,%rcx)
	decl	%ebp
	jnz	again			/* count 5999: t=1 ; count 1: n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */

	.bss
	.balign	4096
pages:	.skip	32 * 4096
