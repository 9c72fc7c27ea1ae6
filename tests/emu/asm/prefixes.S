/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * 16-bit operands, 67h addresses, segment and redundant prefixes, XLAT, MOFFS, locks, bit strings.
 */
#include "asm.h"
rep_ret:
	.byte	0xf3, 0xc3		/* REP RET. count 100: i=1 ld=1 r=1 */
bnd_ret:
	.byte	0xf2, 0xc3		/* BND RET. count 100: i=1 ld=1 r=1 */
_start:
	movl	$100, %r12d		/* count 1: i=1 */
again:	movw	$0x1234, %ax
	addw	$0x1111, %ax
	movw	%ax, word(%rip)
	imulw	$3, word(%rip), %cx
	cmpw	$0x69cf, %cx
	MUST(e)
	cbtw
	cwtd
	xchgw	%ax, word(%rip)
	incw	word(%rip)		/* count 100: i=10 st=3 ld=3 t=1 */
	/* 67h: the address is cut to 32 bits. */
	movabsq	$0xffffffff00000000, %rsi
	addq	$word, %rsi
	movzwl	(%esi), %eax
	movl	$word, %ebx
	movw	(%ebx), %dx
	cmpw	%ax, %dx
	MUST(e)
	leal	8(%esi), %edi
	leaq	-4(%ebx), %rdi
	movl	$1, %edx
	movl	word-4(, %edx, 4), %edx	/* count 100: i=11 ld=3 t=1 */
	/* Segment overrides of the flat segments. */
	.byte	0x26
	movl	word(%rip), %eax
	.byte	0x36
	movl	word(%rip), %eax
	.byte	0x3e, 0x2e, 0x26
	movl	word(%rip), %eax	/* count 100: i=3 ld=3 */
	call	rep_ret
	call	bnd_ret
	.byte	0xf2
	jmp	1f			/* BND JMP. count 100: i=3 st=2 c=2 j=1 */
1:	/* Branch hints, 66h of padding. */
	cmpl	%eax, %eax
	.byte	0x3e
	je	1f			/* count 100: i=2 t=1 */
1:	.byte	0x2e
	jne	1f			/* count 100: i=1 n=1 */
1:	.byte	0x3e			/* NOTRACK */
	jmp	*to(%rip)		/* count 100: i=1 ld=1 ji=1 */
	ud2
there:	.byte	0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0	/* a long NOP */
	.byte	0x66, 0x90
	pause
	.byte	0xf3, 0x0f, 0x1e, 0xfa	/* ENDBR64 */
	.byte	0x40, 0x90		/* REX NOP */
	.byte	0x49, 0x90		/* XCHG R8, RAX */
	.byte	0x49, 0x90
	.byte	0x66, 0x48
	call	2f			/* as the TLS sequences have it. count 100: i=8 st=1 c=1 */
2:	addq	$8, %rsp		/* count 100: i=1 */
	/* XLAT, MOFFS. */
	leaq	table(%rip), %rbx
	movl	$3, %eax
	xlatb
	cmpb	$0x33, %al
	MUST(e)
	movabs	word, %ax
	movabs	%ax, word2
	movabs	quad, %rax
	movabs	%al, word2+1		/* count 100: i=9 ld=3 st=2 t=1 */
	/* Bit strings reach beyond their operand. */
	movl	$200, %eax
	btsl	%eax, table(%rip)
	btl	$0, table+25(%rip)
	btrl	%eax, table(%rip)
	movq	$-8, %rax
	btq	%rax, table+8(%rip)	/* count 100: i=6 ld=4 st=2 */
	/* LOCK on everything that takes it. */
	lock addl $1, dword(%rip)
	lock andl $-1, dword(%rip)
	lock decl dword(%rip)
	lock notl dword(%rip)
	lock xorl %eax, dword(%rip)
	lock btcl $3, dword(%rip)
	lock xchgl %eax, dword(%rip)
	lock cmpxchg8b quad(%rip)	/* count 100: i=8 ld=8 st=8 */
	/* High bytes, which a REX prefix would turn into others. */
	movl	$0x1234, %eax
	movb	%ah, byte(%rip)
	movb	byte(%rip), %bh
	addb	%bh, %ah
	cmpb	$0x24, %ah
	MUST(e)
	movb	%spl, byte(%rip)
	movb	%r9b, byte(%rip)	/* count 100: i=8 ld=1 st=3 t=1 */
	/* MOVNTI, MOVBE-free: CRC32, POPCNT, LFENCE and friends. */
	movnti	%rax, quad(%rip)
	crc32b	byte(%rip), %eax
	popcntl	dword(%rip), %eax
	lfence
	mfence
	sfence
	clflush	quad(%rip)
	prefetchnta quad(%rip)
	rdtsc
	rdtscp				/* count 100: i=10 ld=2 st=1 */
	/* MASKMOVDQU stores through RDI. */
	leaq	target(%rip), %rdi
	pcmpeqd	%xmm0, %xmm0
	movaps	%xmm0, %xmm1
	maskmovdqu %xmm0, %xmm1
	movq	%xmm0, 8(%rdi)
	movhps	%xmm0, (%rdi)
	movlps	(%rdi), %xmm2		/* count 100: i=7 st=3 ld=1 */
	decl	%r12d
	jnz	again			/* count 1: i=200 t=99 n=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
	.balign	16
table:	.byte	0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77
	.space	100
word:	.word	0
	.word	0
word2:	.word	0
	.word	0
byte:	.byte	0
	.balign 8
dword:	.long	0
	.balign 8
quad:	.quad	0
to:	.quad	there
	.balign 16
target:	.space	16
