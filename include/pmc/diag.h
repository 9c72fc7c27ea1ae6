/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is wrong with an input.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_DIAG_H
#define PMC_DIAG_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What is wrong with an input, and what would be right. */
struct pmc_diag {
	/* Where the token begins in the event string: its byte, counted from 1; 0: no place. */
	unsigned column;
	/* The text that is wrong, cut when it is longer; "" when there is none. */
	char token[64];
	/* No capital at the start, no full stop and no line break: print it as "pmc: %s". */
	char sentence[640];
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
