/* SPDX-License-Identifier: BSD-2-Clause */
/* The counters themselves: read by RDPMC and by the mapped page, written through the driver. */
#ifndef TESTS_GUEST_PROG_DRIVER_COUNTERS_H
#define TESTS_GUEST_PROG_DRIVER_COUNTERS_H

#include <pmc/pmc_ioctl.h>
#include <stdint.h>

/* The first event's count, read as pmc_ioctl.h describes it. */
uint64_t by_page(const volatile struct pmc_ioctl_page *p);

/* What RDPMC shows of one counter, by its number in pmc_ioctl.h. */
uint64_t seen_in(unsigned counter);
/* The largest value that RDPMC shows, of all general counters. */
uint64_t most_seen(void);

/* Writes v to all general counters of all CPUs; 0 when that works (root). */
int put_counters(uint64_t v);

#endif
