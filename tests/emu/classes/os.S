/* SPDX-License-Identifier: BSD-2-Clause */
/* System calls and first uses of pages: 19 instructions, 2 loads, 4 stores, a branch per turn. */
#include "class.h"
	REPEAT((TIMES)/10)
os:
	pushq	$1			/* write */
	popq	%rax
	movl	$1, %edi
	leaq	text(%rip), %rsi
	movl	$16, %edx
	syscall				/* count N/10: i=6 ld=1 st=1 sys=1 */
	pushq	$9			/* mmap: anonymous, private, to read and write */
	popq	%rax
	xorl	%edi, %edi
	movl	$8192, %esi
	movl	$3, %edx
	movl	$0x22, %r10d
	orq	$-1, %r8
	xorl	%r9d, %r9d
	syscall				/* count N/10: i=9 ld=1 st=1 sys=1 */
	movl	$0x5a5a5a5a, (%rax)
	movl	$0x5a5a5a5a, 4(%rax)	/* count N/10: i=2 st=2 */
	decl	%ebp
	jnz	os			/* count N/10: i=2 ; count N/10-1: t=1 ; count 1: n=1 */
	END_NO_HASH			/* mmap's address differs from run to run */
	.data
text:	.ascii	"fifteen letters\n"
	.text
