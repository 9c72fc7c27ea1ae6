/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the frame of a call chain is. */
#ifndef PMC_CLI_PROFILE_FRAME_H
#define PMC_CLI_PROFILE_FRAME_H

#include <pmc/profile.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * An address in the instruction that the frame executes. A caller's frame has the address behind
 * its call, which may be the next function's, so this is a byte before it.
 */
uint64_t frame_address(const struct pmc_frame *frame, bool innermost);

#endif
