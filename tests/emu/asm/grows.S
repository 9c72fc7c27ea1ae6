/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Straight code with eight forward branches, executed once, so that a trace grows at each of them;
 * then the same while there is another thread, which waits. prog/inject.c sends SIGALRM between the
 * two SIGURG: most signals wait while the trace grows. Without inject none comes.
 */
/* reports T: how many signals were handled */
/* unstepped */
#include "asm.h"
#define GROUPS 2

.macro blocks
	.rept	GROUPS
	testl	$1, %ebx
	jz	1f
	addl	$1, -8(%rsp)
1:	testl	$2, %ebx
	jnz	2f
	subl	$1, -8(%rsp)
2:	testl	$4, %ebx
	jz	3f
	addl	$1, -8(%rsp)
3:	testl	$8, %ebx
	jnz	4f
	addl	$1, -8(%rsp)
4:
	.endr
.endm

handler:
	lock incq ticks(%rip)
	ret				/* count T: i=2 ld=2 st=1 r=1 */
	/* count T: i=2 sys=1 */
	/* Blocks SIGALRM, which would have it call read(2) again. */
thread:	xorl	%edi, %edi
	leaq	mask(%rip), %rsi
	xorl	%edx, %edx
	movl	$8, %r10d
	SYS(14)
	movl	pipe(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	xorl	%eax, %eax
	syscall
	xorl	%edi, %edi
	SYS(60)				/* count 1: i=14 ld=1 sys=3 */
urge:	movl	%r12d, %edi
	movl	$23, %esi
	SYS(62)
	ret				/* count 2: i=5 ld=1 sys=1 r=1 */
_start:
	SIGACTION(SIGALRM, act)
	leaq	pipe(%rip), %rdi
	SYS(22)
	SYS(39)
	movl	%eax, %r12d
	movl	$6, %ebx
	call	urge
	blocks				/* count 1: i=13 sys=3 c=1 st=1 */
	/* count 2*2: i=10 t=2 n=2 ld=2 st=2 */
	xorl	%esi, %esi
	THREAD
	testl	%eax, %eax
	jz	thread			/* count 2: i=2 ; count 1: i=7 sys=1 n=1 ; count 1: t=1 */
	movl	$9, %ebx
	blocks
	call	urge
	movl	pipe+4(%rip), %edi
	leaq	byte(%rip), %rsi
	movl	$1, %edx
	SYS(1)
	movl	$1, %edi
	leaq	ticks(%rip), %rsi
	movl	$8, %edx
	SYS(1)
	xorl	%edi, %edi
	SYS(60)				/* count 1: i=16 c=1 st=1 ld=1 sys=3 */
	.data
ACTION(act, handler, SA_RESTART)
mask:	.quad	1 << (SIGALRM - 1)
ticks:	.quad	0
pipe:	.long	0, 0
byte:	.byte	0
