/* SPDX-License-Identifier: BSD-2-Clause */
/* A loop of 16 instructions. */
#include "tests/guest/prog/sample/loop.h"

extern char loop_start[], loop_end[], loop_dec[], loop_jnz[];
__asm__(".text\n.globl loop\nloop:\n"
#ifdef __x86_64__
	"mov %rdi, %rcx\n"
#else
	"mov 4(%esp), %ecx\n"
#endif
	"loop_start: .rept 14\nnop\n.endr\n"
	"loop_dec: dec %ecx\n"
	"loop_jnz: jnz loop_start\n"
	"loop_end: ret\n");

int place(uint64_t ip)
{
	if (ip >= (uintptr_t)loop_start && ip < (uintptr_t)loop_dec)
		return (int)(ip - (uintptr_t)loop_start);
	return ip == (uintptr_t)loop_dec ? 14 : ip == (uintptr_t)loop_jnz ? 15 : -1;
}
