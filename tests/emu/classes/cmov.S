/* SPDX-License-Identifier: BSD-2-Clause */
/* CMOVcc loads, whether it moves or not: 242 instructions, 72 loads and a branch per turn. */
#include "class.h"
	/* A condition that holds, then one that does not. */
	.macro	seven cc, yes, no
	\yes
	cmov\cc\()q	%rsi, %rax
	cmov\cc\()l	%eax, %ebx
	cmov\cc\()w	%r8w, %r9w
	cmov\cc\()q	%r11, %r8
	cmov\cc\()q	cell(%rip), %rsi
	cmov\cc\()w	2(%r12), %cx
	\no
	cmov\cc\()q	%rsi, %rax
	cmov\cc\()l	%eax, %ebx
	cmov\cc\()w	%r8w, %r9w
	cmov\cc\()q	cell, %rdx
	cmov\cc\()l	cell(, %r13, 4), %ebx
	.endm
	REPEAT(TIMES)
cmov:
	/* 1 - 1 = 0; 1; 1 - 0x7fff… borrows; 0x7fff… + 1 overflows. */
	seven	o,   "cmpq $-1, %r14",   "cmpq %r13, %r13"
	seven	no,  "cmpq %r13, %r13",  "cmpq $-1, %r14"
	seven	b,   "cmpq %r14, %r13",  "cmpq %r13, %r14"
	seven	nb,  "cmpq %r13, %r14",  "cmpq %r14, %r13"
	seven	z,   "cmpq %r13, %r13",  "testq %r13, %r13"
	seven	nz,  "testq %r13, %r13", "cmpq %r13, %r13"
	seven	be,  "cmpq %r13, %r13",  "testq %r13, %r13"
	seven	nbe, "testq %r13, %r13", "cmpq %r13, %r13"
	seven	s,   "cmpq %r14, %r13",  "cmpq %r13, %r14"
	seven	ns,  "cmpq %r13, %r14",  "cmpq %r14, %r13"
	seven	p,   "cmpq %r13, %r13",  "testq %r13, %r13"
	seven	np,  "testq %r13, %r13", "cmpq %r13, %r13"
	seven	l,   "cmpq %r14, %r13",  "cmpq %r13, %r14"
	seven	nl,  "cmpq %r13, %r14",  "cmpq %r14, %r13"
	seven	le,  "cmpq %r13, %r13",  "testq %r13, %r13"
	seven	nle, "testq %r13, %r13", "cmpq %r13, %r13" /* count 16*N: i=13 ld=4 */
	cmpq	%r13, %r13
	.irp	cc, z, nz, b, nb
	cmov\cc\()q	%r11, %rdx
	cmov\cc\()l	%edx, %r9d
	cmov\cc\()q	buffer, %rdx
	cmov\cc\()l	cell(%rip), %r9d
	.endr				/* count N: i=1+4*4 ld=4*2 */
	.irp	cc, s, ns, le, nle, p, np, l, nl
	cmov\cc\()w	%r11w, %ax
	.endr				/* count N: i=8 */
	movl	%ebp, %esi
	bswapq	%rsi
	addq	%rsi, %rax
	addq	%rax, %r8
	leaq	(%rax, %rdx), %rdx
	xchgq	%rax, %r9
	nop				/* count N: i=7 */
	decl	%ebp
	jnz	cmov			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
