/* SPDX-License-Identifier: BSD-2-Clause */
/* A loop of 16 instructions, whose addresses are known. */
#ifndef TESTS_GUEST_PROG_SAMPLE_LOOP_H
#define TESTS_GUEST_PROG_SAMPLE_LOOP_H

#include <stdint.h>

void loop(unsigned long n);

/* Which of the 16 stands at this address; -1: none. */
int place(uint64_t ip);

#endif
