/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls by INT 80h from 64-bit code: the 32-bit interface's numbers and registers. RCX and
 * R11 stay as they are, an error is an error, a signal interrupts and is answered.
 */
/* unstepped: the oracle knows SYSCALL only */
#include "asm.h"
handler:
	incl	seen(%rip)
	ret				/* count 1: i=2 ld=2 st=1 r=1 */
	/* count 1: i=2 sys=1 */
_start:
	SIGACTION(SIGALRM, act)		/* count 1: i=6 sys=1 */
	movl	$50, %r12d		/* count 1: i=1 */
again:	movl	$20, %eax		/* getpid */
	movl	$0x1234, %ecx
	movl	$0x5678, %r11d
	int	$0x80
	movl	%eax, %r13d
	cmpl	$0x1234, %ecx
	MUST(e)
	cmpl	$0x5678, %r11d
	MUST(e)
	SYS(39)
	cmpl	%eax, %r13d
	MUST(e)				/* count 50: i=13 sys=2 t=3 */
	movl	$3, %eax		/* read(99) */
	movl	$99, %ebx
	int	$0x80
	cmpq	$-9, %rax
	MUST(e)				/* count 50: i=5 sys=1 t=1 */
	decl	%r12d
	jnz	again			/* count 1: i=100 t=49 n=1 */
	movl	$2, %eax		/* fork */
	int	$0x80
	testl	%eax, %eax
	jz	child			/* count 1: i=4 sys=1 n=1 */
	movl	%eax, %r13d
	movl	$7, %eax		/* waitpid */
	movl	%r13d, %ebx
	movl	$status, %ecx
	xorl	%edx, %edx
	int	$0x80
	cmpl	%eax, %r13d
	MUST(e)
	cmpl	$42 << 8, status(%rip)
	MUST(e)				/* count 1: i=10 ld=1 sys=1 t=2 */
	movl	$27, %eax		/* alarm(1), pause */
	movl	$1, %ebx
	int	$0x80
	movl	$29, %eax
	int	$0x80
	cmpq	$-4, %rax
	MUST(e)
	cmpl	$1, seen(%rip)
	MUST(e)				/* count 1: i=9 ld=1 sys=2 t=2 */
	movl	$252, %eax		/* exit_group */
	xorl	%ebx, %ebx
	int	$0x80			/* count 1: i=3 sys=1 */
child:	movl	$1, %eax		/* in the child: count 1: i=1 sys=1 t=1 */
	movl	$42, %ebx
	int	$0x80			/* count 1: i=4 */
	.data
ACTION(act, handler, 0)
seen:	.long	0
status:	.long	0
