/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of class P6. */
#ifndef COMPAT_FREEBSD_EVENTS_TABLES_P6_H
#define COMPAT_FREEBSD_EVENTS_TABLES_P6_H

#include <pmc.h>

#include "compat/freebsd/events/tables/row.h"

extern const struct event_row p6_rows[PMC_EV_P6__END - PMC_EV_P6_FIRST];

#endif
