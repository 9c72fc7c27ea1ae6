/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CMPXCHG8B and CMPXCHG16B change ZF only. The other flags come from an addition whose operand has
 * all the bits that matter in EFLAGS. An emulator that computes flags late may mistake one for the
 * other; then the program ends early.
 */
/* expect: instructions 3004 branches 300 far 1 */
#include "prog.h"
.macro keeps insn
	pushf
	popf
	mov	$0, %eax
	mov	$0, %edx
	mov	$0, %ebx
	mov	$0, %ecx
	mov	$1, %edi
	mov	$0x7fffffff, %esi
	add	%esi, %edi
	\insn	word
	pushf
	pop	ax
	cmp	$0xad6, %eax /* OF IF SF ZF AF PF */
	jne	wrong
.endm
	mov	$100, %ebp
again:	keeps	cmpxchg8b
#ifdef __i386__
	keeps	cmpxchg8b
#else
	keeps	cmpxchg16b
#endif
	dec	%ebp
	jnz	again
	leave_with 0
wrong:	leave_with 1
	.data
	.balign 16
word:	.quad	0, 0
