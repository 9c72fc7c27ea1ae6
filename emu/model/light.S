/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * light_access() of core/machine/light.h, with five or seven registers: what most accesses need
 * that a filter does not let pass. It is part of the way to the model (slow.S), which takes the
 * others: those that cross lines, those that meet something unknown after a gap, and those of pages
 * that are walked to. Uses of pages, and sets all of whose bits would be set, are light.c's.
 */
#include "emu/base/offsets.h"
#include "emu/model/layout.h"

#define STATE	    %gs:T_STATE
#define PLACE_BITS  12 /* of a filter */
#define PLACES	    ((1 << PLACE_BITS) - 1)
#define LINE_BITS   6
#define PAGE_BITS   12
#define PAGES	    1024 /* that are remembered */
#define ALL_WAYS    0xff

	.section model_way, "ax", @progbits

/* The status flags in RAX, and registers, are at the stack's top. */
	.macro	enter
	pushq	%rax
	lahf
	seto	%al
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
	addb	$127, %al		/* OF */
	sahf
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
 * its line, EDI the line's set, and RDX what is remembered of the page. */
	.macro	begin	light, mask, left, pages
	movq	%gs:T_MODEL_ADDRESS, %rax
	movzwl	%gs:T_MODEL_WHAT, %ecx	/* bytes */
	movl	%eax, %edx
	andl	$63, %edx
	addl	%edx, %ecx
	cmpl	$64, %ecx
	ja	8f
	cmpb	$0, STATE+\light
	je	8f
	movl	STATE+S_LATER_N, %edx
	cmpl	STATE+S_LATER_ROOM, %edx
	je	8f
	movq	%rax, %rsi
	shrq	$LINE_BITS, %rax
	movl	STATE+\mask, %edi
	andl	%eax, %edi
	movq	STATE+\left, %rcx
	testq	%rcx, %rcx
	jz	1f
	cmpw	$0, (%rcx,%rdi,2)
	jne	8f
1:	shrq	$PAGE_BITS, %rsi
	movl	%esi, %edx
	andl	$PAGES - 1, %edx
	shll	$4, %edx
	addq	STATE+\pages, %rdx
	cmpq	%rsi, (%rdx)
	jne	7f
	.endm

/* The page's piece is noted. Then RSI is the set's tags, RDI where its bits are, and ECX has two
 * bits for each way, the lower of which is set in the one that has the line. */
	.macro	find	tag, uses
2:	movq	8(%rdx), %rcx
	btsq	%rax, %rcx
	movq	%rcx, 8(%rdx)
	movl	%edi, %esi
	shll	$6, %esi
	addq	STATE+\tag, %rsi
	shll	$3, %edi
	addq	STATE+\uses, %rdi
	movq	%rax, %xmm0
	punpcklqdq %xmm0, %xmm0
	movdqa	%xmm0, %xmm1
	movdqa	%xmm0, %xmm2
	pcmpeqd	(%rsi), %xmm1
	pcmpeqd	16(%rsi), %xmm2
	packssdw %xmm2, %xmm1
	movdqa	%xmm0, %xmm2
	pcmpeqd	32(%rsi), %xmm2
	pcmpeqd	48(%rsi), %xmm0
	packssdw %xmm0, %xmm2
	packsswb %xmm2, %xmm1
	pmovmskb %xmm1, %ecx
	movl	%ecx, %edx
	shrl	%edx
	andl	%edx, %ecx
	andl	$0x5555, %ecx
	.endm

/* Way ECX, which has the line, is used. Jumps to 6 if all ways would be. */
	.macro	use
	movl	(%rdi), %edx
	btsl	%ecx, %edx
	cmpl	$ALL_WAYS, %edx
	je	6f
	movl	%edx, (%rdi)
	.endm

/* The others' bits are cleared. */
	.macro	clear	function
6:	movl	$1, %edx
	shll	%cl, %edx
	movl	%edx, (%rdi)
	movq	%rax, %rdi
	call	\function
	.endm

/* A use of the page RSI that may change something. */
	.macro	page	function
7:	pushq	%rax
	pushq	%rdi
	movq	%rsi, %rdi
	call	\function
	popq	%rdi
	testb	%al, %al
	popq	%rax
	jnz	2b
	.endm

	.globl	model_slow_data, model_slow_fetch
	.hidden	model_slow_data, model_slow_fetch

/* Most lines of data are there. */
	.p2align 6
model_slow_data:
	enter
	save_vectors
	begin	S_LIGHT_D, S_MASK_D, S_LEFT_D, S_PAGES_D
	find	S_TAG_D, S_USES_D
	jz	5f
	tzcntl	%ecx, %ecx
	shrl	%ecx
3:	use
	movl	%eax, %ecx
	andl	$PLACES, %ecx
	negq	%rax
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
	clear	model_light_clear_data
	jmp	4b
	page	model_light_page_data
8:	load_vectors
	restore
	jmp	model_whole_data

/* Of code every second line is not there, as it comes: no jump depends on it. */
	.p2align 6
model_slow_fetch:
	enter
	pushq	%r8
	pushq	%r9
	save_vectors
	begin	S_LIGHT_I, S_MASK_I, S_LEFT_I, S_PAGES_I
	find	S_TAG_I, S_USES_I
	movl	(%rdi), %edx		/* the lowest way without its bit makes room */
	notl	%edx
	tzcntl	%edx, %edx
	xorl	%r8d, %r8d
	testl	%ecx, %ecx
	setz	%r8b			/* missed */
	tzcntl	%ecx, %ecx
	shrl	%ecx
	testl	%r8d, %r8d
	cmovnzl	%edx, %ecx
	movl	STATE+S_LATER_N, %edx	/* a request that counts if it missed */
	movq	STATE+S_LATER, %r9
	leaq	(%r9,%rdx,8), %r9
	movq	%gs:T_MODEL_ADDRESS, %rdx
	andq	$-8, %rdx
	movq	%rdx, (%r9)
	addl	%r8d, STATE+S_LATER_N
	movq	STATE+S_COUNTS, %r9
	addq	%r8, C_FILLED_I(%r9)
	addq	%r8, C_MISSED_I(%r9)
	cmpq	$-1, (%rsi,%rcx,8)	/* less, unless it is empty */
	leaq	-1(%r8), %r8
	adcq	%r8, C_EVICTED_I(%r9)
	movq	%rax, (%rsi,%rcx,8)
	use
	movl	%eax, %ecx
	andl	$PLACES, %ecx
	negq	%rax
	rorq	$PLACE_BITS, %rax
	movq	%rax, %gs:T_FETCHES(,%rcx,8)
4:	load_vectors
	popq	%r9
	popq	%r8
	restore
	ret
	clear	model_light_clear_code
	jmp	4b
	page	model_light_page_code
8:	load_vectors
	popq	%r9
	popq	%r8
	restore
	jmp	model_whole_fetch

	.section .note.GNU-stack, "", @progbits
