/* SPDX-License-Identifier: BSD-2-Clause */
/* The stack: 51 instructions, 25 loads, 25 stores and a branch per turn. */
#include "class.h"
	REPEAT(TIMES)
stack:
	/* Both ENTERs store once: a frame at level 1 copies no pointers of outer frames. */
	enter	$16, $0
	enter	$32, $1
	leave
	leave				/* count N: i=4 ld=2 st=2 */
	.irp	r, ax, bx, cx, dx, si, di, bp, sp
	pushq	%r\r
	.endr
	.irp	r, 8, 9, 10, 11, 12, 13, 14
	pushq	%r\r
	.endr				/* count N: i=15 st=15 */
	.irp	r, 14, 13, 12, 11, 10, 9, 8
	popq	%r\r
	.endr
	.irp	r, sp, bp, di, si, dx, cx, bx, ax
	popq	%r\r
	.endr				/* count N: i=15 ld=15 */
	pushq	%fs
	popq	%fs
	pushq	%gs
	popq	%gs			/* count N: i=4 ld=2 st=2 */
	pushw	%ax
	pushw	%r8w
	pushw	$0x1234
	pushw	%si
	popw	%bx
	popw	%dx
	popw	%r9w
	popw	%cx			/* count N: i=8 ld=4 st=4 */
	pushq	cell(%rip)
	popq	8(%r12)			/* count N: i=2 ld=2 st=2 */
	incq	%rax			/* count N: i=1 */
	decl	%ebp
	jnz	stack			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
