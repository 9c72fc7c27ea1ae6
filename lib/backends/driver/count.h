/* SPDX-License-Identifier: BSD-2-Clause */
/* Source "driver": counts read from open files of /dev/pmc. */
#ifndef PMC_LIB_DRIVER_COUNT_H
#define PMC_LIB_DRIVER_COUNT_H

extern const struct source source_driver;

#endif
