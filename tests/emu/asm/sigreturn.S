/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a handler writes into its context is what the program goes on with: RIP, RSP, flags, all
 * general registers, XMM registers; also by a sigreturn from a frame that was copied elsewhere.
 */
#include "asm.h"
handler:
	.irp	at, 40,48,56,64,72,80,88,96,104,112,120,128,136,144,152
	movq	$0x7700 + \at, \at(%rdx)	/* count 100*15: i=1 st=1 */
	.endr
	subq	$64, UC_RSP(%rdx)
	leaq	elsewhere(%rip), %rax
	movq	%rax, UC_RIP(%rdx)
	movq	$0xcd5, UC_EFLAGS(%rdx)	/* all six, and DF; bit 1 and IF are the kernel's */
	movq	UC_FPSTATE(%rdx), %rcx
	movq	$0x1234, 160+16*3(%rcx)	/* XMM3 */
	ret				/* count 100: i=7 st=4 ld=3 r=1 */
	/* count 100: i=2 sys=1 */
copied:	/* The frame is moved down by 512 bytes, and returned from there. */
	movq	%rsp, %rsi
	addq	$8, %rsi
	leaq	-4096(%rsp), %rdi
	movq	%rdi, %r12
	movl	$120, %ecx		/* ucontext, siginfo: 968 bytes are more than enough */
	rep movsq
	movq	$0x4321, UC_RBX(%r12)
	movq	%r12, %rsp
	SYS(15)				/* count 1: i=10 ld=1 st=2 sys=1 */
_start:
	SYS(39)
	movl	%eax, %edi
	SIGACTION(SIGUSR2, act2)
	movl	%eax, %ebx
	SYS(39)
	movl	%eax, pid(%rip)		/* count 1: i=3+6+1+3 st=1 sys=3 */
	SIGACTION(SIGUSR1, act)		/* count 1: i=6 sys=1 */
	movq	%rsp, stack(%rip)
	movl	$100, left(%rip)	/* count 1: i=2 st=2 */
again:	movl	pid(%rip), %edi
	movl	$SIGUSR1, %esi
	pxor	%xmm3, %xmm3
	SYS(62)				/* count 100: i=5 ld=1 sys=1 */
	movl	$96, %edi
	jmp	fail
elsewhere:
	pushfq
	cld
	cmpq	$0x7700 + UC_RAX, %rax
	MUST(e)
	cmpq	$0x7700 + UC_RCX, %rcx
	MUST(e)
	popq	%rax
	andl	$0xcd5, %eax
	cmpl	$0xcd5, %eax
	MUST(e)				/* count 100: i=2+4+4 st=1 ld=1 t=3 */
	cmpq	$0x7700 + 40, %r8
	MUST(e)
	cmpq	$0x7700 + 48, %r9
	MUST(e)
	cmpq	$0x7700 + 56, %r10
	MUST(e)
	cmpq	$0x7700 + 64, %r11
	MUST(e)
	cmpq	$0x7700 + 72, %r12
	MUST(e)
	cmpq	$0x7700 + 80, %r13
	MUST(e)
	cmpq	$0x7700 + 88, %r14
	MUST(e)
	cmpq	$0x7700 + 96, %r15
	MUST(e)
	cmpq	$0x7700 + 104, %rdi
	MUST(e)
	cmpq	$0x7700 + 112, %rsi
	MUST(e)
	cmpq	$0x7700 + 120, %rbp
	MUST(e)
	cmpq	$0x7700 + 128, %rbx
	MUST(e)
	cmpq	$0x7700 + 136, %rdx
	MUST(e)				/* count 100: i=2*13 t=13 */
	addq	$64, %rsp
	cmpq	stack(%rip), %rsp
	MUST(e)
	movq	%xmm3, %rax
	cmpq	$0x1234, %rax
	MUST(e)				/* count 100: i=6 ld=1 t=2 */
	decl	left(%rip)
	jnz	again			/* count 100: i=2 ld=1 st=1 */
					/* count 99: t=1 ; count 1: n=1 */
	movl	pid(%rip), %edi
	movl	$SIGUSR2, %esi
	SYS(62)
	cmpq	$0x4321, %rbx
	MUST(e)
	cmpq	stack(%rip), %rsp
	MUST(e)				/* count 1: i=8 ld=2 sys=1 t=2 */
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
ACTION(act, handler, SA_SIGINFO)
ACTION(act2, copied, SA_SIGINFO)
stack:	.quad	0
pid:	.long	0
left:	.long	0
