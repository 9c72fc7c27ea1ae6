/* SPDX-License-Identifier: BSD-2-Clause */
/* Which libpmc this is. */
#include "pmc/pmc.h"

const char *pmc_version(void)
{
	return PMC_VERSION;
}
