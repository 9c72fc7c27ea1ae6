// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The addresses of boundary.S, and the way there. */
#include "emu/base/boundary.h"

struct boundary boundary;

_Noreturn void boundary_enter(void)
{
	__asm__ volatile("jmp *%0" : : "r"(boundary.enter) : "memory");
	__builtin_unreachable();
}
