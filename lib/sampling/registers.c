/* SPDX-License-Identifier: BSD-2-Clause */
/* See registers.h. */
#include "lib/sampling/registers.h"

int register_of_perf(unsigned perf)
{
	/* AX, BX, CX, DX, SI, DI, BP, SP, IP */
	static const signed char number[] = { 0, 3, 2, 1, 4, 5, 6, REGISTER_RSP, REGISTER_RIP };

	if (perf < sizeof(number))
		return number[perf];
	/* Behind them flags and segments, and then R8 to R15. */
	return perf >= 16 && perf < 24 ? (int)perf - 8 : -1;
}
