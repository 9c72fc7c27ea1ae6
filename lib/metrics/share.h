/* SPDX-License-Identifier: BSD-2-Clause */
/* Generic events that are parts of another one. */
#ifndef PMC_LIB_METRICS_SHARE_H
#define PMC_LIB_METRICS_SHARE_H

/* The event that this generic event is a part of; NULL: none. */
const char *share_whole(const char *event);

#endif
