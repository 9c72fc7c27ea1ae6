/* SPDX-License-Identifier: BSD-2-Clause */
/* What only Pentium 4 has. */
#include "tests/bare/bare.h"

void check_p4(struct machine *m)
{
	is(msr(m, MSR_P4_CCCR0), 0, "CCCR");
}
