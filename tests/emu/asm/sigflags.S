/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SA_NODEFER, SA_RESETHAND, sa_mask, blocked and pending signals, SIG_IGN, what sigaction(2) gives
 * back, DF clear in a handler.
 */
#include "asm.h"
	/* Without NODEFER the signal waits until the handler is done. */
deferred:
	incl	depth(%rip)
	cmpl	$1, depth(%rip)
	MUST(e)
	incl	runs(%rip)
	cmpl	$3, runs(%rip)
	jae	1f			/* count 3: i=6 ld=4 st=2 t=1 */
					/* count 2: n=1 ; count 1: t=1 */
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	SYS(62)				/* count 2: i=4 ld=1 sys=1 */
1:	decl	depth(%rip)
	ret				/* count 3: i=2 ld=2 st=1 r=1 */
	/* count 3: i=2 sys=1 */
	/* With it, it comes at once. */
nested:	incl	depth(%rip)
	movl	depth(%rip), %eax
	cmpl	%eax, deepest(%rip)
	jae	1f
	movl	%eax, deepest(%rip)
1:	cmpl	$10, %eax
	je	2f			/* count 10: i=7 ld=3 st=2 n=1 */
					/* count 9: n=1 ; count 1: t=1 */
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	SYS(62)				/* count 9: i=4 ld=1 sys=1 */
2:	decl	depth(%rip)
	ret				/* count 10: i=2 ld=2 st=1 r=1 */
	/* count 10: i=2 sys=1 */
	/*
	 * Begins with DF clear, though the program had set it; the mask shows sa_mask and itself.
	 */
masked:	pushfq
	popq	%rax
	btl	$10, %eax
	MUST(nc)
	btl	$10, UC_EFLAGS(%rdx)
	MUST(c)
	cmpq	$0, UC_SIGMASK(%rdx)
	MUST(e)
	xorl	%edi, %edi
	xorl	%esi, %esi
	leaq	oldmask(%rip), %rdx
	movl	$8, %r10d
	SYS(14)
	cmpq	$1 << (SIGUSR1 - 1) | 1 << (SIGUSR2 - 1), oldmask(%rip)
	MUST(e)
	incl	runs(%rip)
	ret				/* count 1: i=18 st=2 ld=6 t=4 sys=1 r=1 */
	/* count 1: i=2 sys=1 */
once:	incl	runs(%rip)
	ret				/* count 1+1: i=2 ld=2 st=1 r=1 */
	/* count 1+1: i=2 sys=1 */
_start:
	SYS(39)
	movl	%eax, pid(%rip)		/* count 1: i=3 st=1 sys=1 */
	SIGACTION(SIGUSR1, act_deferred)
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	SYS(62)
	cmpl	$3, runs(%rip)
	MUST(e)				/* count 1: i=6+4+2 ld=2 sys=2 t=1 */
	SIGACTION(SIGUSR1, act_nested)
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	SYS(62)
	cmpl	$10, deepest(%rip)
	MUST(e)
	cmpl	$0, depth(%rip)
	MUST(e)				/* count 1: i=6+4+4 ld=3 sys=2 t=2 */
	SIGACTION(SIGUSR1, act_masked)
	movl	$0, runs(%rip)
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	std
	SYS(62)
	pushfq
	cld
	popq	%rax
	btl	$10, %eax
	MUST(c)
	cmpl	$1, runs(%rip)
	MUST(e)				/* count 1: i=6+13 ld=3 st=2 sys=2 t=2 */
	/* SA_RESETHAND: afterwards the default stands, which sigaction tells. */
	SIGACTION(SIGUSR1, act_once)
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	SYS(62)
	movl	$13, %eax
	movl	$SIGUSR1, %edi
	xorl	%esi, %esi
	leaq	old(%rip), %rdx
	movl	$8, %r10d
	syscall
	cmpq	$0, old(%rip)
	MUST(e)				/* count 1: i=6+4+8 ld=2 sys=3 t=1 */
	/* What was set is what is given back. */
	movl	$13, %eax
	movl	$SIGUSR2, %edi
	leaq	act_masked(%rip), %rsi
	xorl	%edx, %edx
	movl	$8, %r10d
	syscall
	movl	$13, %eax
	leaq	ignore(%rip), %rsi
	leaq	old(%rip), %rdx
	syscall
	leaq	masked(%rip), %rax
	cmpq	%rax, old(%rip)
	MUST(e)
	cmpq	$0x04000000 | SA_SIGINFO, old+8(%rip)
	MUST(e)
	leaq	restorer(%rip), %rax
	cmpq	%rax, old+16(%rip)
	MUST(e)
	cmpq	$1 << (SIGUSR2 - 1), old+24(%rip)
	MUST(e)				/* count 1: i=20 ld=4 sys=2 t=4 */
	/* Ignored now: nothing happens. */
	movl	pid(%rip), %edi
	movl	$SIGUSR2, %esi
	SYS(62)				/* count 1: i=4 ld=1 sys=1 */
	/* Blocked: pending until it is unblocked, once. */
	SIGACTION(SIGUSR1, act_plain)
	movl	$0, runs(%rip)
	xorl	%edi, %edi		/* SIG_BLOCK */
	leaq	mask(%rip), %rsi
	xorl	%edx, %edx
	SYS(14)
	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	SYS(62)
	SYS(62)
	cmpl	$0, runs(%rip)
	MUST(e)
	leaq	old(%rip), %rdi
	movl	$8, %esi
	SYS(127)			/* rt_sigpending */
	cmpq	$1 << (SIGUSR1 - 1), old(%rip)
	MUST(e)
	movl	$1, %edi		/* SIG_UNBLOCK */
	leaq	mask(%rip), %rsi
	xorl	%edx, %edx
	SYS(14)
	cmpl	$1, runs(%rip)
	MUST(e)				/* count 1: i=6+27 ld=4 st=1 sys=6 t=3 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act_deferred, deferred, 0)
ACTION(act_nested, nested, SA_NODEFER)
ACTION(act_plain, once, 0)
ACTION(act_once, once, SA_RESETHAND)
act_masked:
	.quad	masked, 0x04000000 | SA_SIGINFO, restorer, 1 << (SIGUSR2 - 1)
ignore:	.quad	1, 0x04000000, restorer, 0
mask:	.quad	1 << (SIGUSR1 - 1)
oldmask: .quad	0
old:	.quad	0, 0, 0, 0
pid:	.long	0
runs:	.long	0
depth:	.long	0
deepest: .long	0
