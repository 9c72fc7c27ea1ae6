/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * execve from a second thread, four times in a row: what both threads had counted stays. The first
 * thread ends before, and the kernel tells when it has (set_tid_address), so that every count is
 * known.
 */
/* unstepped */
#include "asm.h"
thread:	movl	$40, %ebp		/* count 4: i=1 */
1:	decl	%ebp
	jnz	1b			/* count 160: i=2 ; count 156: t=1 ; count 4: n=1 */
	leaq	alive(%rip), %rdi
	xorl	%esi, %esi		/* FUTEX_WAIT */
	movl	$1, %edx
	xorl	%r10d, %r10d
	SYS(202)
	cmpl	$0, alive(%rip)
	MUST(e)				/* count 4: i=8 ld=1 sys=1 t=1 */
	.irp	i, 0,8,16,24,32
	movq	%r15, args+\i(%rip)
	.endr				/* count 4: i=5 st=5 */
	movq	%r15, %rdi
	leaq	argv_end-8(%rip), %rsi	/* one argument more than there are */
	shll	$3, %ebx
	subq	%rbx, %rsi
	leaq	no_env(%rip), %rdx
	SYS(59)				/* count 4: i=7 sys=1 */
	jmp	fail
_start:	movq	8(%rsp), %r15		/* the name by which it was called */
	movq	(%rsp), %rbx
	cmpl	$5, %ebx
	je	done			/* count 5: i=4 ld=2 ; count 4: n=1 ; count 1: t=1 */
	leaq	alive(%rip), %rdi
	SYS(218)			/* set_tid_address */
	leaq	stack_end(%rip), %rsi
	THREAD				/* count 4: i=10 sys=2 */
	testl	%eax, %eax
	jz	thread			/* count 8: i=2 ; count 4: t=1 ; count 4: n=1 */
	movl	$100, %ebp		/* count 4: i=1 */
2:	decl	%ebp
	jnz	2b			/* count 400: i=2 ; count 396: t=1 ; count 4: n=1 */
	xorl	%edi, %edi
	SYS(60)				/* count 4: i=3 sys=1 */
done:	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
args:	.quad	0, 0, 0, 0, 0
argv_end:
	.quad	0
no_env:	.quad	0
alive:	.long	1
	.bss
	.space	4096
stack_end:
