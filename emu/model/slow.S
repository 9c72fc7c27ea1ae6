/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * From translated code to the model, and back. It is called on the engine's stack, at whose top is
 * the address to go back to; processors foretell a RET, but not a jump that goes to thousands of
 * places. All other registers are the program's, there and here. Only those registers are saved
 * that C may change, and the vector registers of core/machine/cache/ways.h. T_MODEL_WHAT and what
 * it needs are set. Reads and writes, and fetches, have ways of their own, so that each calls one
 * function of C which knows what it is for; most of them are light.S's first.
 */
#include "emu/base/offsets.h"

/* TF, DF, AC: C runs without them. */
#define UNUSUAL 0x40500
#define TF	0x100

	.section model_way, "ax", @progbits

	.macro	save
	movl	$1, %gs:T_MODEL_INSIDE
	movq	%rax, %gs:T_MODEL_SAVED+0
	movq	%rcx, %gs:T_MODEL_SAVED+8
	movq	%rdx, %gs:T_MODEL_SAVED+16
	movq	%rsi, %gs:T_MODEL_SAVED+24
	movq	%rdi, %gs:T_MODEL_SAVED+32
	movq	%r8,  %gs:T_MODEL_SAVED+40
	movq	%r9,  %gs:T_MODEL_SAVED+48
	movq	%r10, %gs:T_MODEL_SAVED+56
	movq	%r11, %gs:T_MODEL_SAVED+64
	.endm

	.macro	load
	movq	%gs:T_MODEL_SAVED+0,  %rax
	movq	%gs:T_MODEL_SAVED+8,  %rcx
	movq	%gs:T_MODEL_SAVED+16, %rdx
	movq	%gs:T_MODEL_SAVED+24, %rsi
	movq	%gs:T_MODEL_SAVED+32, %rdi
	movq	%gs:T_MODEL_SAVED+40, %r8
	movq	%gs:T_MODEL_SAVED+48, %r9
	movq	%gs:T_MODEL_SAVED+56, %r10
	movq	%gs:T_MODEL_SAVED+64, %r11
	.endm

	.macro	save_vectors
	leaq	-64(%rsp), %rsp
	movups	%xmm0, (%rsp)
	movups	%xmm1, 16(%rsp)
	movups	%xmm2, 32(%rsp)
	movups	%xmm3, 48(%rsp)
	.endm

	.macro	load_vectors
	movups	(%rsp), %xmm0
	movups	16(%rsp), %xmm1
	movups	32(%rsp), %xmm2
	movups	48(%rsp), %xmm3
	leaq	64(%rsp), %rsp
	.endm

	.macro	leave
	movl	$0, %gs:T_MODEL_INSIDE
	ret
	.endm

	.globl	model_slow, model_slow_old, model_whole_data, model_whole_fetch
	.hidden	model_slow, model_slow_old, model_whole_data, model_whole_fetch

/* With LAHF and SAHF, which are quicker than POPF. */
	.macro	way	function
	save
	pushfq
	movq	%rsp, %gs:T_MODEL_FLAGS
	lahf
	seto	%al
	pushq	%rax
	testl	$UNUSUAL, 8(%rsp)
	jnz	1f
	movq	%gs:T_SELF, %rdi
	save_vectors
	call	\function
	load_vectors
	cmpl	$0, %gs:T_MODEL_STEP
	jne	2f
	movq	(%rsp), %rax
	addb	$127, %al		/* OF */
	sahf
	load
	leaq	16(%rsp), %rsp
	leave
	.endm

model_whole_data:
	way	model_data
model_whole_fetch:
	way	model_fetch
model_slow:
	way	model_access

/* On processors without LAHF, and with DF, AC or TF. */
model_slow_old:
	save
	pushfq
	movq	%rsp, %gs:T_MODEL_FLAGS
	pushq	$0
1:	pushq	$2
	popfq
	movq	%gs:T_SELF, %rdi
	save_vectors
	call	model_access
	load_vectors
	cmpl	$0, %gs:T_MODEL_STEP
	je	3f
/* A signal came. Once the thread is in translated code, the engine single-steps it. */
2:	movl	$0, %gs:T_MODEL_STEP
	orq	$TF, 8(%rsp)
3:	load
	leaq	8(%rsp), %rsp
	popfq
	leave

	.section .note.GNU-stack, "", @progbits
