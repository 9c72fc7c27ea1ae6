/* SPDX-License-Identifier: BSD-2-Clause */
/* The same with so much code that the engine takes it for a large program from its start. */
#include "tests/emu/prog/nests.c"

__asm__(".pushsection .text\n"
	".fill 9 << 20, 1, 0x90\n"
	".popsection");
