/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * String instructions: each is one instruction, one load (CMPS, too, which reads twice) and one
 * store, however often REP repeats it. 170 instructions, 27 loads, 12 stores and 21 branches per
 * turn.
 */
#include "class.h"
	.set	LEN, 512		/* bytes of each of two strings */
	.set	FIRST, buffer
	.set	SECOND, buffer+1024
	/* RSI, RDI and RCX, then the instruction. i=4 */
	.macro	string source, target, n, insn:vararg
	movl	$\source, %esi
	movl	$\target, %edi
	movl	$\n, %ecx
	\insn
	.endm
	/* A check that stops the program. */
	.macro	never cc
	j\cc	string_fails
	.endm
	REPEAT((TIMES)/10)
string:
	/* Both strings become the same. */
	movq	$0x20, SECOND+LEN	/* count N/10: i=1 st=1 */
	movl	$0x41414141, %eax	/* count N/10: i=1 */
	string	0, FIRST, LEN, rep stosb
	string	FIRST, SECOND, LEN, rep movsb
	string	FIRST, SECOND, LEN/2, rep movsw
	string	FIRST, SECOND, LEN/4, rep movsl
	string	FIRST, SECOND, LEN/8, rep movsq
	cmpq	%rsi, buffer+LEN	/* count N/10: i=5*4+1 ld=4+1 st=5 */
	/* The others of STOS, one of them backwards. */
	string	0, FIRST, LEN/2, rep stosw
	string	0, FIRST, LEN/4, rep stosl
	std
	string	0, FIRST+LEN-4, LEN/4, rep stosl
	cld
	string	0, SECOND, LEN/4, rep stosl
	string	0, FIRST, LEN/8-1, rep stosq	/* count N/10: i=5*4+2 st=5 */
	/* The last 8 bytes, as STOSQ writes RAX: left as they were. */
	string	FIRST, 0, LEN, rep lodsb
	cmpb	$0x41, %al
	never	ne
	string	FIRST+LEN-8, 0, 4, rep lodsw
	cmpw	$0x4141, %ax
	never	ne
	string	FIRST+LEN-8, 0, 2, rep lodsl
	cmpl	$0x41414141, %eax
	never	ne
	string	SECOND, 0, LEN/8, rep lodsq
	cmpl	$0x41414141, %eax
	never	ne			/* count N/10: i=4*6 ld=4 n=4 */
	addq	%rsi, %r8
	addq	%rcx, %r8
	string	SECOND, 0, 0, lodsw	/* count N/10: i=6 ld=1 */
	addq	%rsi, %r8
	addq	%rcx, %r8
	addq	%rdi, %r9		/* count N/10: i=3 */
	string	FIRST, SECOND, 0, rep movsb	/* count N/10: i=4 ld=1 st=1 */
	/* Equal in the last 8 bytes; with RCX = 0 nothing is compared, and the flags stay. */
	string	FIRST+LEN-8, SECOND+LEN-8, 8, repe cmpsb
	never	nz
	string	FIRST+LEN-8, SECOND+LEN-8, 4, repe cmpsw
	never	nz
	string	FIRST+LEN-8, SECOND+LEN-8, 2, repe cmpsl
	never	nz
	string	FIRST+LEN-8, SECOND+LEN-8, 0, repe cmpsq
	never	nz			/* count N/10: i=4*5 ld=4 n=4 */
	addq	%rsi, %r8
	addq	%rcx, %r8
	addq	%rdi, %r9		/* count N/10: i=3 */
	/* Nowhere equal: one of the two is zero. */
	string	SECOND, FIRST+LEN, LEN/16, repne cmpsb
	never	z
	string	SECOND, FIRST+LEN, LEN/16, repne cmpsw
	never	z
	string	SECOND, FIRST+LEN, LEN/16, repne cmpsl
	never	z
	string	SECOND, FIRST+LEN, LEN/16, repne cmpsq
	never	z			/* count N/10: i=4*5 ld=4 n=4 */
	/* SCAS. */
	string	0, SECOND, LEN, repe scasb
	never	nz
	string	0, SECOND, LEN/2, repe scasw
	never	nz
	string	0, SECOND, LEN/4, repe scasl
	never	nz
	string	0, SECOND+LEN, 1, scasq
	never	z			/* count N/10: i=4*5 ld=4 n=4 */
	string	0, FIRST+LEN, 100, repne scasb
	never	z
	string	0, FIRST+LEN, 100, repne scasw
	never	z
	string	0, FIRST+LEN, 50, repne scasl
	never	z
	string	0, FIRST+LEN, 50, repne scasq
	never	z			/* count N/10: i=4*5 ld=4 n=4 */
	addq	%rdi, %r8
	addq	%rcx, %r9
	rolq	$7, %r8			/* count N/10: i=3 */
	decl	%ebp
	jnz	string			/* count N/10: i=2 ; count N/10-1: t=1 ; count 1: n=1 */
	END
	.text	1
string_fails:
	ud2
	.text	0
