/* SPDX-License-Identifier: BSD-2-Clause */
/* What qemu/pmu/fault.c needs of QEMU, for a test that compiles it without. */
#ifndef PMC_TESTS_RIG_OSDEP_H
#define PMC_TESTS_RIG_OSDEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
