/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Instructions without VEX, EVEX or XOP prefix. */
#ifndef PMC_EMU_DECODE_LEGACY_H
#define PMC_EMU_DECODE_LEGACY_H

#include <stdint.h>

struct insn;
struct prefixes;

/* Decodes an instruction whose opcode begins at p[n]. Returns its length. */
unsigned decode_legacy(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in);

#endif
