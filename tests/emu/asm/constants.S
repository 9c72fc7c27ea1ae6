/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Jumps and calls by way of a table that may only be read, as a linker leaves it. The table changes
 * in every way that there is, and each time the same code goes elsewhere.
 */
/* where ROUNDS=9 PLTS=0 ONES=2000 TWOS=1600 */
#include "asm.h"
#include "table.h"
	/* mprotect(table, 4096, rights) */
	.macro	rights rights
	movl	$10, %eax
	leaq	table(%rip), %rdi
	movl	$4096, %esi
	movl	$\rights, %edx
	call_is	0			/* count 10: i=7 sys=1 t=1 */
	.endm
	.macro	becomes to
	rights	3
	leaq	\to(%rip), %rax
	movq	%rax, slot(%rip)
	rights	1			/* count 4: i=2 st=1 */
	.endm
_start:
	first_rounds
	poke	a_one
	one_round 400
	file_comes_back

	/* Another page comes into its place; then one without a file. */
	becomes	two
	one_round 400000
	incq	other+8(%rip)
	movl	$25, %eax
	leaq	other(%rip), %rdi
	movl	$4096, %esi
	movl	$4096, %edx
	movl	$3, %r10d		/* MREMAP_MAYMOVE | MREMAP_FIXED */
	leaq	table(%rip), %r8
	syscall
	cmpq	%r8, %rax
	MUST(e)				/* count 1: i=10 ld=1 st=1 sys=1 t=1 */
	rights	1
	one_round 400
	map_zeros
	leaq	two(%rip), %rax
	movq	%rax, slot(%rip)	/* count 1: i=2 st=1 */
	rights	1
	one_round 400000
	EXIT(0)				/* count 1: i=3 sys=1 */
	.data
mem:	.asciz	"/proc/self/mem"
	.balign	8
a_one:	.quad	one
	.balign	4096
table:
slot:	.quad	one
	.balign	4096
other:	.quad	one, 0
	.balign	4096
