/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A machine that is told what a single-stepped program does. Zydis decodes and computes the
 * addresses, from registers as the CPU left them; nothing here is the engine's.
 */
#ifndef PMC_TESTS_EMU_STEPPED_H
#define PMC_TESTS_EMU_STEPPED_H

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/user.h>

/*
 * Does the instruction access none of the memory operands that it names, or not as data? As a
 * prefetch or a NOP does.
 */
bool stepped_no_access(const ZydisDecodedInstruction *in);

/* words: as modelling_machine() takes them. */
void stepped_start(const char *words);

/*
 * An instruction has retired, an iteration of a repeated one has, or one has faulted, which does
 * not come here for its fetch. before: the registers as they were; next: where it went, 0 if it did
 * not; taken: the condition of a branch; again: it is a further iteration.
 */
void stepped_tell(const uint8_t *bytes, unsigned n, const struct user_regs_struct *before,
		  uint64_t next, bool taken, bool again);

/* Prints the counts, "name number". */
void stepped_print(FILE *out);

#endif
