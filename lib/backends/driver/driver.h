/* SPDX-License-Identifier: BSD-2-Clause */
/* Backend "driver": /dev/pmc. */
#ifndef PMC_LIB_DRIVER_H
#define PMC_LIB_DRIVER_H

extern const struct backend backend_driver;

#endif
