/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of class K8. */
#ifndef COMPAT_FREEBSD_EVENTS_TABLES_K8_H
#define COMPAT_FREEBSD_EVENTS_TABLES_K8_H

#include <pmc.h>

#include "compat/freebsd/events/tables/row.h"

extern const struct event_row k8_rows[PMC_EV_K8__END - PMC_EV_K8_FIRST];

#endif
