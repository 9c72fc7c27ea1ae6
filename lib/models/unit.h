/* SPDX-License-Identifier: BSD-2-Clause */
/* The units of generic events, as reports print them. */
#ifndef PMC_LIB_UNIT_H
#define PMC_LIB_UNIT_H

struct event_row;

/* "", "msec", "ns" or "KiB"; count * scale is in this unit. The string is static. */
const char *unit_of(const struct event_row *row, double *scale);

#endif
