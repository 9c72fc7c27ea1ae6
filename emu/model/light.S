/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * light_access() of core/machine/light.h, with five registers, or eight: what most accesses need
 * that a filter does not let pass. It is part of the way to the model (slow.S), which takes the
 * others: those that cross lines, those that meet something unknown after a gap, and those of pages
 * that are walked to. Uses of pages, and sets all of whose bits would be set, are light.c's. Most
 * checks stand where the status flags are dead; elsewhere model_live_ saves them around the rest.
 */
#include "emu/base/offsets.h"
#include "emu/model/layout.h"

#define STATE	    %gs:T_STATE
#define PLACE_BITS  12 /* of a filter */
#define PLACES	    ((1 << PLACE_BITS) - 1)
#define LINE_BITS   6
#define NOTHING	    0x40000000 /* FILTER_NOTHING */
#define PAGE_BITS   12
#define PAGES	    1024 /* that are remembered */
#define ALL_WAYS    0xff

	.section model_way, "ax", @progbits

	.macro	enter
	pushq	%rax
	pushq	%rcx
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	.endm

	.macro	restore
	popq	%rdi
	popq	%rsi
	popq	%rdx
	popq	%rcx
	popq	%rax
	.endm

	.macro	save_vectors
	leaq	-48(%rsp), %rsp
	movups	%xmm0, (%rsp)
	movups	%xmm1, 16(%rsp)
	movups	%xmm2, 32(%rsp)
	.endm

	.macro	load_vectors
	movups	(%rsp), %xmm0
	movups	16(%rsp), %xmm1
	movups	32(%rsp), %xmm2
	leaq	48(%rsp), %rsp
	.endm

/* Is the access one that this code may take in, of a page whose use changes nothing? Then RAX is
 * its line, EDI the line's set, and RDX what is remembered of the page. A fetch is one line. */
	.macro	begin	room, mask, pages, fetch=0
	movq	%gs:T_MODEL_ADDRESS, %rax
	.if	!\fetch
	movzwl	%gs:T_MODEL_WHAT, %ecx	/* bytes */
	movl	%eax, %edx
	andl	$63, %edx
	addl	%edx, %ecx
	cmpl	$64, %ecx
	ja	8f
	.endif
	movl	STATE+S_LATER_N, %edx
	movq	%rax, %rsi
	shrq	$LINE_BITS, %rax
	movl	STATE+\mask, %edi
	andl	%eax, %edi
	cmpl	STATE+\room, %edx
	jae	9f
1:	shrq	$PAGE_BITS, %rsi
	movl	%esi, %edx
	andl	$PAGES - 1, %edx
	shll	$4, %edx
	addq	STATE+\pages, %rdx
	cmpq	%rsi, (%rdx)
	jne	7f
	.endm

/* Something may be unknown after a gap, or there is no room for a request. */
	.macro	look	light, left
9:	cmpb	$0, STATE+\light
	je	8f
	cmpl	STATE+S_LATER_ROOM, %edx
	je	8f
	movq	STATE+\left, %rcx
	testq	%rcx, %rcx
	jz	1b
	cmpw	$0, (%rcx,%rdi,2)
	je	1b
	jmp	8f
	.endm

/* Which of four tags are that of XMM0: double words of XMM1. Processors with BMI2 have SSE4.1. */
	.macro	match_four	at, tag
	movdqa	%xmm0, %xmm1
	pcmpeqq	\at(\tag), %xmm1
	movdqa	%xmm0, %xmm2
	pcmpeqq	\at+16(\tag), %xmm2
	packssdw %xmm2, %xmm1
	.endm

/* The same of eight: words of XMM1. XMM0 is lost. */
	.macro	match_eight	tag
	match_four 0, \tag
	movdqa	%xmm0, %xmm2
	pcmpeqq	32(\tag), %xmm2
	pcmpeqq	48(\tag), %xmm0
	packssdw %xmm0, %xmm2
	packssdw %xmm2, %xmm1
	.endm

/* The page's piece is noted. Then RSI is the set's tags, RDI where its bits are, and ECX has two
 * bits for each way, which are set in the one that has the line. */
	.macro	find	tag, uses
20:	movq	8(%rdx), %rcx
	btsq	%rax, %rcx
	movq	%rcx, 8(%rdx)
	movl	%edi, %esi
	shll	$6, %esi
	addq	STATE+\tag, %rsi
	shll	$3, %edi
	addq	STATE+\uses, %rdi
	movq	%rax, %xmm0
	punpcklqdq %xmm0, %xmm0
	match_eight %rsi
	pmovmskb %xmm1, %ecx
	.endm

/* Way ECX, which has the line, is used. Jumps to 6 if all ways would be. */
	.macro	use
	movl	(%rdi), %edx
	btsl	%ecx, %edx
	cmpl	$ALL_WAYS, %edx
	je	6f
	movl	%edx, (%rdi)
	.endm

/* The others' bits are cleared; \reg is free. */
	.macro	clear	function, reg
6:	movl	$1, \reg
	shll	%cl, \reg
	movl	\reg, (%rdi)
	movq	%rax, %rdi
	call	\function
	jmp	4b
	.endm

/* The four ways at \tag that hold the page of XMM0, one bit each. */
	.macro	find_four	tag, at, ways
	match_four \at, \tag
	movmskps %xmm1, \ways
	.endm

/* What model_light_page_data() does, of a first TLB of four ways and a second one of twelve, and if
 * no other page must be forgotten. RSI is the page, RDX what is remembered of it. */
	.macro	few
7:	cmpb	$1, STATE+S_LIGHT_FEW
	jb	70f
	ja	71f
74:	movq	(%rdx), %rcx
	btrq	$63, %rcx		/* WATCH_STOPPED */
	cmpq	%rsi, %rcx
	jne	70f
	pushq	%r8
	pushq	%r9
	pushq	%r10
	movl	%esi, %r8d
	andl	STATE+S_MASK_TLB, %r8d
	movl	%r8d, %edi
	shll	$5, %edi
	addq	STATE+S_TAG_TLB, %rdi	/* the set's tags … */
	shll	$3, %r8d
	addq	STATE+S_USES_TLB, %r8	/* … and bits */
	movq	%rsi, %xmm0
	punpcklqdq %xmm0, %xmm0
	find_four %rdi, 0, %ecx
	testl	%ecx, %ecx
	jz	75f
	tzcntl	%ecx, %ecx
72:	movl	(%r8), %r9d
	btsl	%ecx, %r9d
	cmpl	$0xf, %r9d
	je	76f
	movl	%r9d, (%r8)
73:	movq	$-1, STATE+S_PAGE_LAST	/* the entry is not noted */
	movq	%rsi, (%rdx)
	movl	%esi, %edi
	andl	$63, %edi
	shll	$9, %edi		/* the filter's entries of the page's lines */
	shlq	$6, %rsi
	negq	%rsi			/* what the first one is */
	movq	8(%rdx), %r8
	testq	%r8, %r8
	jz	2f
1:	tzcntq	%r8, %rcx
	movq	%rsi, %r9
	subq	%rcx, %r9
	rolq	$LINE_BITS, %r9
	movq	%r9, %gs:T_LOADS(%rdi,%rcx,8)
	blsrq	%r8, %r8
	jnz	1b
	movq	8(%rdx), %r8
2:	btq	%rax, %r8		/* if it is there, its use changes nothing */
	popq	%r10
	popq	%r9
	popq	%r8
	jc	4b
	movl	STATE+S_MASK_D, %edi
	andl	%eax, %edi
	jmp	20b

75:	movl	%esi, %r9d
	andl	STATE+S_MASK_TLB2, %r9d
	leal	(%r9,%r9,2), %ecx
	shll	$5, %ecx
	addq	STATE+S_TAG_TLB2, %rcx
	find_four %rcx, 64, %r10d
	match_eight %rcx
	packsswb %xmm1, %xmm1
	pmovmskb %xmm1, %ecx
	movzbl	%cl, %ecx
	shll	$8, %r10d
	orl	%r10d, %ecx
	jz	79f
	tzcntl	%ecx, %ecx
	shll	$3, %r9d
	addq	STATE+S_USES_TLB2, %r9
	movl	(%r9), %r10d
	btsl	%ecx, %r10d
	cmpl	$0xfff, %r10d
	jne	1f
	movl	$1, %r10d
	shll	%cl, %r10d
1:	movl	%r10d, (%r9)
	movq	STATE+S_COUNTS, %r9
	movzbl	%gs:T_MODEL_WHAT+2, %r10d
	andl	$1, %r10d		/* MODEL_WRITE */
	incq	C_MISSED_TLB+8(%r9,%r10,8)
	incq	C_ASKED_TLB2+8(%r9,%r10,8)
	movl	(%r8), %ecx
	notl	%ecx
	tzcntl	%ecx, %ecx
	movq	%rsi, (%rdi,%rcx,8)
	jmp	72b

/* All bits of the set would be set: the other pages' lines leave the filter. Maybe another page's
 * line leaves with them, which costs less than to look. */
76:	xorl	%r9d, %r9d
	btsl	%ecx, %r9d
	movl	%r9d, (%r8)
77:	movq	(%rdi), %r8
	movl	%r8d, %ecx
	andl	$PAGES - 1, %ecx
	shll	$4, %ecx
	addq	STATE+S_PAGES_D, %rcx
	cmpq	%r8, (%rcx)
	jne	78f
	movl	%r8d, %r9d
	andl	$63, %r9d
	shll	$9, %r9d
	btsq	$63, %r8
	movq	%r8, (%rcx)
	movq	8(%rcx), %r8
	testq	%r8, %r8
	jz	78f
1:	tzcntq	%r8, %rcx
	movq	$NOTHING, %gs:T_LOADS(%r9,%rcx,8)
	blsrq	%r8, %r8
	jnz	1b
78:	addq	$8, %rdi
	testb	$31, %dil
	jnz	77b
	jmp	73b

71:	movl	%esi, %ecx		/* is anything of the set unknown after a gap? */
	andl	STATE+S_MASK_TLB, %ecx
	pushq	%rdi
	movq	STATE+S_LEFT_TLB, %rdi
	cmpw	$0, (%rdi,%rcx,2)
	popq	%rdi
	je	74b
	jmp	70f

79:	popq	%r10
	popq	%r9
	popq	%r8
	.endm

/* A use of the page RSI that may change something. */
	.macro	page	function
	pushq	%rax
	pushq	%rdi
	movq	%rsi, %rdi
	call	\function
	popq	%rdi
	testb	%al, %al
	popq	%rax
	jnz	20b
	.endm

	.globl	model_slow_data, model_slow_fetch
	.hidden	model_slow_data, model_slow_fetch

/* Most lines of data are there. */
	.p2align 6
model_slow_data:
	enter
	save_vectors
	begin	S_LIGHT_ROOM_D, S_MASK_D, S_PAGES_D
	find	S_TAG_D, S_USES_D
	testl	%ecx, %ecx
	jz	5f
	tzcntl	%ecx, %ecx
	shrl	%ecx
3:	use
	movl	%eax, %ecx
	andl	$PLACES, %ecx
	negq	%rax
	rolq	$LINE_BITS, %rax
	movq	%rax, %gs:T_LOADS(,%rcx,8)
4:	load_vectors
	restore
	ret
5:	movl	(%rdi), %ecx		/* the lowest way without its bit makes room */
	notl	%ecx
	tzcntl	%ecx, %ecx
	leaq	(%rsi,%rcx,8), %rsi
	movq	STATE+S_COUNTS, %rdx
	incq	C_FILLED_D(%rdx)
	cmpq	$-1, (%rsi)		/* less, unless it is empty */
	adcq	$0, C_EVICTED_D(%rdx)
	movq	%rax, (%rsi)
	movzbl	%gs:T_MODEL_WHAT+2, %esi
	andl	$1, %esi		/* MODEL_WRITE */
	incl	%esi			/* ACCESS_READ, ACCESS_WRITE */
	incq	C_MISSED_D(%rdx,%rsi,8)
	movq	%gs:T_MODEL_ADDRESS, %rdx
	andq	$-8, %rdx
	orq	%rdx, %rsi
	movl	STATE+S_LATER_N, %edx
	shll	$3, %edx
	addq	STATE+S_LATER, %rdx
	movq	%rsi, (%rdx)
	incl	STATE+S_LATER_N
	jmp	3b
	clear	model_light_clear_data, %edx
	look	S_LIGHT_D, S_LEFT_D
	few
70:	page	model_light_page_data
8:	load_vectors
	restore
	jmp	model_whole_data

/* Of code every second line is not there, as it comes: no jump depends on it. */
	.p2align 6
model_slow_fetch:
	enter
	save_vectors
	begin	S_LIGHT_ROOM_I, S_MASK_I, S_PAGES_I, 1
	find	S_TAG_I, S_USES_I
	movl	(%rdi), %edx		/* the lowest way without its bit makes room */
	notl	%edx
	tzcntl	%edx, %edx
	addl	%edx, %edx
	tzcntl	%ecx, %ecx		/* CF: missed */
	cmovcl	%edx, %ecx
	sbbq	%rdx, %rdx		/* -1 if missed */
	cmpq	$-1, (%rsi,%rcx,4)
	je	5f
3:	movq	%rax, (%rsi,%rcx,4)
	shrl	%ecx
	movl	(%rdi), %esi
	btsl	%ecx, %esi
	cmpl	$ALL_WAYS, %esi
	je	6f
	movl	%esi, (%rdi)
4:	movq	STATE+S_COUNTS, %rsi
	subq	%rdx, C_FILLED_I(%rsi)
	subq	%rdx, C_MISSED_I(%rsi)
	subq	%rdx, C_EVICTED_I(%rsi)
	movl	STATE+S_LATER_N, %ecx	/* a request that counts if it missed */
	movq	STATE+S_LATER, %rsi
	movq	%rax, %rdi
	shlq	$LINE_BITS, %rdi
	movq	%rdi, (%rsi,%rcx,8)
	subl	%edx, STATE+S_LATER_N
	movl	%eax, %ecx
	andl	$PLACES, %ecx
	negq	%rax
	rorq	$PLACE_BITS, %rax
	movq	%rax, %gs:T_FETCHES(,%rcx,8)
	load_vectors
	restore
	ret
5:	movq	STATE+S_COUNTS, %rdx	/* nothing leaves an empty way */
	decq	C_EVICTED_I(%rdx)
	movq	$-1, %rdx
	jmp	3b
	clear	model_light_clear_code, %esi
	look	S_LIGHT_I, S_LEFT_I
7:	page	model_light_page_code
8:	load_vectors
	restore
	jmp	model_whole_fetch

/* The same of both where the status flags are alive: they are at the stack's top meanwhile. */
	.macro	live	function
	pushq	%rax
	lahf
	seto	%al
	pushq	%rax
	call	\function
	popq	%rax
	addb	$127, %al		/* OF */
	sahf
	popq	%rax
	ret
	.endm

	.globl	model_live_data, model_live_fetch
	.hidden	model_live_data, model_live_fetch
model_live_data:
	live	model_slow_data
model_live_fetch:
	live	model_slow_fetch

	.section .note.GNU-stack, "", @progbits
