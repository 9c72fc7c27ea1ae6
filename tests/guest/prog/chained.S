/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each round calls outer, which calls inner; both keep frame pointers. Each round has 16
 * instructions.
 */
/* expect: instructions 1600007 branches 500000 direct 200000 far 1 */
#include "prog.h"
	mov	$100000, %ebx
	push	$0
	push	$0
	mov	sp, bp
again:	call	outer
	dec	%ebx
	jnz	again
	leave_with 0
outer:	push	bp
	mov	sp, bp
	call	inner
	nop
	pop	bp
	ret
	.type	outer, @function
	.size	outer, . - outer
inner:	push	bp
	mov	sp, bp
	nop
	nop
	nop
	pop	bp
	ret
	.type	inner, @function
	.size	inner, . - inner
