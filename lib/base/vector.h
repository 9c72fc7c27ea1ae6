/* SPDX-License-Identifier: BSD-2-Clause */
/* Arrays that grow. */
#ifndef PMC_LIB_VECTOR_H
#define PMC_LIB_VECTOR_H

#include "core/base/types.h"

/*
 * Makes room for n elements of the size in *array, which has room for *room. What is new is not
 * set. Returns 0 or -ENOMEM; then the array is as it was.
 */
int vector_reserve(void *array, size_t *room, size_t n, size_t size);

/*
 * For how many elements such an array gets room: a doubled `room`, or `first` in the beginning, as
 * soon as that is enough for n. 0: so many bytes cannot be.
 */
size_t vector_room(size_t room, size_t first, size_t n, size_t size);

#endif
