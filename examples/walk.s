# SPDX-License-Identifier: BSD-2-Clause
# Adds up a matrix of 256 x 256 integers, along its rows and then along its columns. There is no
# library in it, so that all its counts can be told by arithmetic (docs/tour.md).
#
#	cc -g -nostdlib -static -no-pie -o walk walk.s
	.globl	by_rows, by_columns
	.weak	_start				# where a C library has its own, that begins
	.bss
	.balign	4096
matrix:	.skip	256 * 256 * 4

	.text
	.type	by_rows, @function
by_rows:
	push	%rbp
	mov	%rsp, %rbp
	xor	%ecx, %ecx
1:	add	matrix(, %rcx, 4), %eax
	inc	%rcx
	cmp	$65536, %rcx
	jne	1b
	pop	%rbp
	ret
	.size	by_rows, . - by_rows

	.type	by_columns, @function
by_columns:
	push	%rbp
	mov	%rsp, %rbp
	xor	%edx, %edx
2:	mov	%rdx, %rcx
3:	add	matrix(, %rcx, 4), %eax
	add	$256, %rcx
	cmp	$65536, %rcx
	jb	3b
	inc	%rdx
	cmp	$256, %rdx
	jne	2b
	pop	%rbp
	ret
	.size	by_columns, . - by_columns

	.type	_start, @function
_start:
	xor	%ebp, %ebp
	call	by_rows
	call	by_columns
	xor	%edi, %edi
	mov	$60, %eax			# exit(0)
	syscall
	.size	_start, . - _start
	.section .note.GNU-stack, "", @progbits
