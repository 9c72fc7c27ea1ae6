/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each kind of access to lines of its own, of a cache in which everything has room. A miss is one
 * of a write when the line was new to a write; a read-modify-write is a read.
 */
/* needs cx16 */
/* machine L1d=64K,full,64,lru */
#include "asm.h"
	.macro	own			/* rsi: a line of its own, with others behind it */
	addq	$256, %rsi
	.endm
fn:	ret				/* count 1: i=1 ld=1 r=1 */
_start:
	leaq	data(%rip), %rsi	/* count 1: i=1 */
	/* The stack: 16 pushes into two lines, which the pops find; CALL and RET. */
	own
	leaq	128(%rsi), %rsp		/* count 1: i=2 */
	.rept	16
	pushq	%rax			/* count 16: i=1 st=1 */
	.endr
	.rept	16
	popq	%rax			/* count 16: i=1 ld=1 ; miss 2: w=1 */
	.endr
	own
	leaq	64(%rsi), %rsp
	call	fn
	leaq	-64(%rsi), %rsp
	pushq	64(%rsi)
	pushw	64(%rsi)		/* count 1: i=7 ld=2 st=3 c=1 ; miss 1: w=2 r=1 */
	/* POP to memory by the RSP that it leaves: the word lands in the line behind. */
	own
	leaq	56(%rsi), %rsp
	popq	(%rsp)
	movq	64(%rsi), %rax		/* count 1: i=4 ld=2 st=1 ; miss 1: r=1 w=1 */
	/* ENTER of level 3 reads two frame pointers and pushes four words; LEAVE. */
	own
	leaq	64(%rsi), %rbp
	leaq	192(%rsi), %rsp
	enter	$64, $3
	leave				/* count 1: i=5 ld=2 st=1 ; miss 1: r=1 w=1 */
	/* Strings. */
	own
	movq	%rsi, %r8
	movq	%rsi, %rdi
	movl	$64, %ecx
	rep stosb			/* count 1: i=5 st=1 ; miss 1: w=1 */
	addq	$4096, %rdi
	movl	$96, %ecx
	rep stosb			/* count 1: i=3 st=1 ; miss 2: w=1 */
	leaq	8192(%r8), %rdi
	movl	$32, %ecx
	rep movsq			/* count 1: i=3 ld=1 st=1 ; miss 3: r=1 ; miss 4: w=1 */
	movq	%r8, %rsi
	/* Equal for 64 bytes and 24, and then never looked at: 11 words of two lines each. */
	leaq	12288(%r8), %rdi
	movb	$1, 88(%rdi)
	leaq	16384(%r8), %rsi
	movl	$32, %ecx
	repe cmpsq			/* count 1: i=5 ld=1 st=1 ; miss 1: w=1 r=3 */
	leaq	20480(%r8), %rdi
	movb	$1, 200(%rdi)
	movl	$1, %eax
	movl	$256, %ecx
	repne scasb			/* count 1: i=5 ld=1 st=1 ; miss 1: w=1 r=3 */
	xorl	%ecx, %ecx
	leaq	24576(%r8), %rdi
	rep stosb			/* count 1: i=3 st=1 */
	std
	movl	$64, %ecx
	leaq	24576+127(%r8), %rdi
	rep stosb			/* count 1: i=4 st=1 ; miss 1: w=1 */
	cld
	movq	%r8, %rsi		/* count 1: i=2 */
	/* Locked, and those that are so without a prefix. */
	own
	lock incl (%rsi)
	xchgl	%eax, 64(%rsi)
	lock cmpxchgq %rax, 128(%rsi)	/* count 1: i=4 ld=3 st=3 ; miss 3: r=1 */
	own
	lock cmpxchg16b (%rsi)
	lock xaddl %eax, 64(%rsi)	/* count 1: i=3 ld=2 st=2 ; miss 2: r=1 */
	/* A bit far from the operand, to both sides. */
	own
	movl	$1024+5, %eax
	btsl	%eax, (%rsi)
	movb	%al, 128(%rsi)
	movq	$-512, %rax
	btq	%rax, 128(%rsi)
	movb	%al, 64(%rsi)		/* count 1: i=7 ld=2 st=3 ; miss 2: r=1 */
	/* Relative to RIP, to FS and to GS; an address of 32 bits; an absolute one. */
	movl	%eax, data+65536(%rip)
	movl	$158, %eax		/* ARCH_SET_FS */
	movl	$0x1002, %edi
	own
	syscall
	xorl	%edi, %edi
	movl	%fs:4, %ecx
	movl	%fs:64(%rdi), %ecx	/* count 1: i=8 ld=2 st=1 sys=1 ; miss 1: w=1 r=2 */
	movl	$158, %eax		/* ARCH_SET_GS */
	movl	$0x1001, %edi
	own
	syscall
	movq	%rsi, %r8
	xorl	%esi, %esi
	leaq	192(%r8), %rdi
	movl	$16, %ecx
	rep movsl %gs:(%rsi), %es:(%rdi)
	movl	%gs:4, %ecx
	movq	%r8, %rsi		/* count 1: i=11 ld=2 st=1 sys=1 ; miss 1: r=1 w=1 */
	own
	leaq	64(%rsi), %rbx
	movl	$1, %ecx
	shlq	$32, %rcx
	orq	%rsi, %rcx
	movl	(%ecx), %edx		/* count 1: i=6 ld=1 ; miss 1: r=1 */
	movl	$70, %eax
	xlatb				/* count 1: i=2 ld=1 ; miss 1: r=1 */
	movabs	data+66048, %eax	/* count 1: i=1 ld=1 ; miss 1: r=1 */
	/* Halves of vectors: 8 bytes of the next line are not touched. */
	own
	movhps	%xmm0, 56(%rsi)
	movss	60(%rsi), %xmm1
	pmovzxbd 60(%rsi), %xmm1
	movb	%al, 64(%rsi)		/* count 1: i=5 ld=2 st=2 ; miss 2: w=1 */
	movups	72+56(%rsi), %xmm1	/* count 1: i=1 ld=1 ; miss 1: r=1 */
	own
	movups	56(%rsi), %xmm1
	movb	%al, 64(%rsi)		/* count 1: i=3 ld=1 st=1 ; miss 1: r=1 */
	/* A masked move counts whole, whatever the mask. */
	own
	pxor	%xmm1, %xmm1
	leaq	56(%rsi), %rdi
	maskmovdqu %xmm1, %xmm0
	movb	%al, 64(%rsi)		/* count 1: i=5 st=2 ; miss 1: w=1 */
	/* What accesses nothing. */
	own
	prefetcht0 (%rsi)
	clflush	64(%rsi)
	leaq	128(%rsi), %rax
	nopl	192(%rsi)		/* count 1: i=5 */
	/* x87: ten bytes, and 28. */
	own
	fldz
	fstpt	56(%rsi)
	movb	%al, 64(%rsi)
	fnstenv	128+40(%rsi)
	fldcw	192(%rsi)		/* count 1: i=6 ld=1 st=3 ; miss 2: w=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.bss
	.balign	4096
data:	.skip	131072
