/* SPDX-License-Identifier: BSD-2-Clause */
/* clang-format off */
/* All classes in turn, in a frame of 30 instructions: 10, one for each class, and 4. */
#define ALL
#include "arith.S"
#include "logic.S"
#include "moves.S"
#include "nops.S"
#include "flags.S"
#include "branches.S"
#include "stack.S"
#include "cmov.S"
#include "string.S"
#include "cpuid.S"
#include "x87.S"
#include "mmx.S"
#include "sse1.S"
#include "sse2.S"
#include "sse3.S"
#include "os.S"
	nop
	xorl	%edi, %edi
	movl	$231, %eax
	syscall
