/* SPDX-License-Identifier: BSD-2-Clause */
/* Large arrays, on huge pages if the kernel has them: so that filling one costs few page faults. */
#ifndef PMC_LIB_PROFILE_HUGE_H
#define PMC_LIB_PROFILE_HUGE_H

#include <stddef.h>

#define HUGE_SIZE ((size_t)2 << 20)

/* For free(3). The memory is not set. NULL: there is none. */
void *huge_alloc(size_t n);
/*
 * As vector_reserve() (lib/base/vector.h), of which the first `used` elements are in use. The
 * array begins large, and moves to huge pages when it is larger.
 */
int huge_reserve(void *array, size_t *room, size_t used, size_t n, size_t size);
/* Makes room for just n elements in an array that has no memory yet. */
int huge_expect(void *array, size_t *room, size_t n, size_t size);

#endif
