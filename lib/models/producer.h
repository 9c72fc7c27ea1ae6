/* SPDX-License-Identifier: BSD-2-Clause */
/* The units of processors that produce events, by name. */
#ifndef PMC_LIB_PRODUCER_H
#define PMC_LIB_PRODUCER_H

struct model_event;

/* Static; NULL: the manual does not say. */
const char *producer_of(const struct model_event *row);

#endif
