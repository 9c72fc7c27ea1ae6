/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/profile/frame.h"

uint64_t frame_address(const struct pmc_frame *frame, bool innermost)
{
	/* A frame of a collapsed stack has the beginning of its function. */
	return innermost || frame->name ? frame->address : frame->address - 1;
}
