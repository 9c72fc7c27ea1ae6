/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of class K7. */
#ifndef COMPAT_FREEBSD_EVENTS_TABLES_K7_H
#define COMPAT_FREEBSD_EVENTS_TABLES_K7_H

#include <pmc.h>

#include "compat/freebsd/events/tables/row.h"

extern const struct event_row k7_rows[PMC_EV_K7__END - PMC_EV_K7_FIRST];

#endif
