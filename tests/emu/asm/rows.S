/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * More jumps by way of constant addresses (emu/code/slot.h) in a row, and more such calls, than the
 * vector of one trace can count. Flags stay.
 */
#include "asm.h"
_start:
	movl	$1000, %ebx		/* count 1: i=1 */
again:	stc
	jmp	*slots+0(%rip)
10:	jmp	*slots+8(%rip)
11:	jmp	*slots+16(%rip)
12:	jmp	*slots+24(%rip)
13:	jmp	*slots+32(%rip)
14:	jmp	*slots+40(%rip)
15:	jmp	*slots+48(%rip)
16:	jmp	*slots+56(%rip)
17:	jmp	*slots+64(%rip)
18:	jmp	*slots+72(%rip)		/* count 1000: i=11 ji=10 ld=10 */
19:	MUST(c)				/* count 1000: i=1 t=1 */
	.rept	9
	call	*leaf(%rip)
	.endr				/* count 1000*9: i=1 ci=1 ld=1 st=1 */
	decl	%ebx
	jnz	again			/* count 1000: i=2 ; count 999: t=1 ; count 1: n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
return:	ret				/* count 1000*9: i=1 ld=1 r=1 */

	.data
	.balign	8
slots:	.quad	10b, 11b, 12b, 13b, 14b, 15b, 16b, 17b, 18b, 19b
leaf:	.quad	return
