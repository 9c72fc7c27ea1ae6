/* SPDX-License-Identifier: BSD-2-Clause */
/* Part of mode abi: where the driver writes counts. */
#ifndef TESTS_GUEST_PROG_DRIVER_PLACES_H
#define TESTS_GUEST_PROG_DRIVER_PLACES_H

void places(void);

#endif
