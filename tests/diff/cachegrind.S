/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program for cachegrind and for our models: it has its own stack, so that every address is the
 * same in each run. Streams, strides, chance, read-modify-write, accesses that cross lines,
 * branches that depend on data, indirect jumps and calls, and code on many lines.
 */
	.text
	.globl _start
_start:
	lea stack_end(%rip), %rsp
	lea data(%rip), %rbx
	mov $12345, %r12d	/* the state of chance */
	mov $8000, %r13d
loop:
	imul $1103515245, %r12d, %r12d
	add $12345, %r12d
	mov %r12d, %eax
	shr $12, %eax
	mov %eax, %ecx
	and $0x1ffff, %ecx
	add (%rbx, %rcx), %rdx		/* chance, often across lines */
	mov %r13d, %ecx
	shl $3, %ecx
	mov %rdx, (%rbx, %rcx)		/* a stream */
	imul $320, %r13d, %ecx
	and $0xffff, %ecx
	incl 131072(%rbx, %rcx)		/* a stride, read-modify-write */
	test $1, %al			/* chance */
	jz 1f
	addq $1, 8(%rbx)
1:	test $3, %r13b			/* a pattern */
	jnz 2f
	movups 60(%rbx), %xmm0		/* across lines */
	movups %xmm0, 124(%rbx)
2:	test $1, %al			/* the same as before: correlated */
	jnz 3f
	subq $1, 16(%rbx)
3:	mov %r13d, %ecx
	and $3, %ecx
	lea table(%rip), %rsi
	mov (%rsi, %rcx, 8), %rsi
	call *%rsi
	mov %eax, %ecx
	shr $5, %ecx
	and $3, %ecx
	lea jumps(%rip), %rsi
	jmp *(%rsi, %rcx, 8)
case0:	add $1, %r8
	jmp join
case1:	add $2, %r8
	jmp join
	.balign 64
case2:	add $3, %r8
	cmp $5000, %r13d
	ja join
	add $4, %r8
case3:
join:	dec %r13d
	jnz loop
	mov $60, %eax
	xor %edi, %edi
	syscall

	/* Functions far apart, with instructions that cross lines. */
	.macro function name, distance
	.balign 512
	.skip \distance
\name:	push %rbx
	mov 4096 + \distance * 64(%rbx), %r9
	.rept 12
	movabs $0x1122334455667788, %r10
	.endr
	pop %rbx
	ret
	.endm
	function f0, 3
	function f1, 50
	function f2, 121
	function f3, 400

	.data
	.balign 64
table:	.quad f0, f1, f2, f3
jumps:	.quad case0, case1, case2, case3
	.bss
	.balign 4096
data:	.skip 1 << 18
	.skip 4096
stack_end:
	.skip 64
	.section .note.GNU-stack, "", %progbits
