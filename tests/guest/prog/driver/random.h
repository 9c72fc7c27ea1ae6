/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers at random, the same in each run. */
#ifndef TESTS_GUEST_PROG_DRIVER_RANDOM_H
#define TESTS_GUEST_PROG_DRIVER_RANDOM_H

#include <stdint.h>

extern uint64_t seed;

/* 0 to n - 1 */
uint64_t chance(uint64_t n);

#endif
