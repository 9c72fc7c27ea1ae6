/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each round: call and return, the same through a register and through memory, a jump, a jump
 * through a register, a conditional jump that is not taken, LOOP, and the jump that closes the
 * round.
 */
/* expect: instructions 140004 branches 100000 direct 10000 far 1 */
#include "prog.h"
	mov	$10000, %ebp
again:	call	callee
	mov	$callee, bx
	call	*bx
	call	*pointer
	jmp	1f
1:	mov	$2f, bx
	jmp	*bx
2:	mov	$1, %ecx
	loop	again
	dec	%ebp
	jnz	again
	leave_with 0
callee:	ret
	.data
pointer:
	POINTER	callee
