/* SPDX-License-Identifier: BSD-2-Clause */
/* Capabilities of this process. */
#ifndef PMC_LIB_CAPABILITY_H
#define PMC_LIB_CAPABILITY_H

#include <stdbool.h>

#define CAPABILITY_PERFMON 38 /* CAP_PERFMON, which old headers lack */

/* Has it the capability now, and in the first user namespace, where drivers ask for it? */
bool capability_has(unsigned capability);

#endif
