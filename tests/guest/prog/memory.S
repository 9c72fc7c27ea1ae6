/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each round: a store, a load, both in one instruction, a push, a pop, a load in a test, three
 * strings with REP, one of which has a count of 0; DEC and the jump. 600 loads and 600 stores, each
 * instruction once.
 */
/* expect: instructions 1604 branches 100 far 1 */
#include "prog.h"
	mov	$100, %ebp
again:	mov	%ebp, word
	mov	word, %eax
	incl	word
	push	ax
	pop	ax
	testb	$1, word
	mov	$buffer, %esi
	mov	$buffer, %edi
	mov	$20, %ecx
	rep movsb
	rep movsb		/* CX is 0 now */
	mov	$9, %ecx
	rep stosb
	nop
	dec	%ebp
	jnz	again
	leave_with 0
	.bss
	.balign	4096
	.skip	4084	/* the strings cross a page */
buffer:	.skip	4096
	.balign	4
word:	.skip	4
