/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Instructions with VEX, XOP or EVEX prefix. */
#ifndef PMC_EMU_DECODE_VECTOR_H
#define PMC_EMU_DECODE_VECTOR_H

#include <stdint.h>

struct insn;
struct prefixes;

/* Each decodes an instruction whose VEX, XOP or EVEX prefix begins at p[n], and returns its
 * length. */
unsigned decode_vex2(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in);
unsigned decode_vex3(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in);
unsigned decode_xop(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in);
unsigned decode_evex(const uint8_t *p, unsigned n, const struct prefixes *px, struct insn *in);

#endif
