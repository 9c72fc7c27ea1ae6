/* SPDX-License-Identifier: BSD-2-Clause */
/* What the manuals warn of: counts of events that may be wrong. */
#ifndef PMC_LIB_NOTE_H
#define PMC_LIB_NOTE_H

struct pmu;

/* The note about an event, static; NULL: there is none. */
const char *note_of(const struct pmu *pmu, const char *event);

#endif
