/* SPDX-License-Identifier: BSD-2-Clause */
/* System calls: a thousand; what they change (RAX, RCX, R11) and what they leave alone. */
#include "asm.h"
_start:
	movl	$1000, %ebx		/* count 1: i=1 */
1:	movl	$39, %eax
	syscall				/* count 1000: i=2 sys=1 */
after:	leaq	after(%rip), %rdx
	cmpq	%rdx, %rcx
	MUST(e)				/* count 1000: i=3 t=1 */
	decl	%ebx
	jnz	1b			/* count 1: i=2000 t=999 n=1 */
	/* R11 is RFLAGS as they were. */
	stc
	movl	$39, %eax
	syscall
	pushfq
	popq	%rdx
	cmpq	%r11, %rdx
	MUST(e)
	testl	$1, %edx
	MUST(ne)			/* count 1: i=9 st=1 ld=1 t=2 sys=1 */
	/* All others are kept. */
	.irp	reg, rbx,rdx,rsi,rdi,rbp,r8,r9,r10,r12,r13,r14,r15
	movabsq	$0x123456789abcdef0, %\reg	/* count 12: i=1 */
	.endr
	movq	%rsp, save(%rip)
	movl	$39, %eax
	syscall
	movabsq	$0x123456789abcdef0, %rcx	/* count 1: i=4 st=1 sys=1 */
	.irp	reg, rbx,rdx,rsi,rdi,rbp,r8,r9,r10,r12,r13,r14,r15
	cmpq	%rcx, %\reg
	MUST(e)				/* count 12: i=2 t=1 */
	.endr
	cmpq	%rsp, save(%rip)
	MUST(e)				/* count 1: i=2 ld=1 t=1 */
	/* A number that no kernel has, a bad pointer, a bad descriptor. */
	SYS(9999)
	cmpq	$-38, %rax
	MUST(e)
	movl	$-5, %eax
	syscall
	cmpq	$-38, %rax
	MUST(e)				/* count 1: i=8 sys=2 t=2 */
	movl	$1, %edi
	SYS(63)				/* uname to address 1 */
	cmpq	$-14, %rax
	MUST(e)
	movl	$999, %edi
	SYS(3)
	cmpq	$-9, %rax
	MUST(e)				/* count 1: i=10 sys=2 t=2 */
	/* The upper half of RAX does not matter. */
	movabsq	$0x500000027, %rax
	syscall
	testq	%rax, %rax
	MUST(g)				/* count 1: i=4 sys=1 t=1 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
save:	.quad	0
