/* SPDX-License-Identifier: BSD-2-Clause */
/* The number of elements of an array. */
#ifndef PMC_LIB_ARRAY_H
#define PMC_LIB_ARRAY_H

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#endif
