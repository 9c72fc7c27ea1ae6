/* SPDX-License-Identifier: BSD-2-Clause */
/* Large arrays, on huge pages if the kernel has them: so that filling one costs few page faults. */
#ifndef PMC_LIB_PROFILE_HUGE_H
#define PMC_LIB_PROFILE_HUGE_H

#include <stddef.h>

#define HUGE_SIZE ((size_t)2 << 20)

/* For free(3). The memory is not set. NULL: there is none. */
void *huge_alloc(size_t n);

#endif
