/* SPDX-License-Identifier: BSD-2-Clause */
/* The version of libpmc. */
#include "pmc/pmc.h"

const char *pmc_version(void)
{
	return PMC_VERSION;
}
