/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A loop whose head reads a flag that its end has left, with a way out in its middle: the counter
 * of the way back must keep the flag.
 */
#include "asm.h"
_start:
	xorl	%ebx, %ebx
	movl	$1000, %ecx
	xorl	%eax, %eax		/* count 1: i=3 */
head:	adcq	$0, %rbx
	testl	%ecx, %ecx		/* count 1001: i=2 */
	jz	out			/* count 1000: i=1 n=1 */
					/* count 1: i=1 t=1 */
	leaq	-1(%rcx), %rcx
	cmpq	$500, %rcx
	jno	head			/* count 1000: i=3 t=1 */
	ud2
out:	cmpl	$500, %ebx
	MUST(e)				/* count 1: i=2 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
