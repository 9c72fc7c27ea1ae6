/* SPDX-License-Identifier: BSD-2-Clause */
/* Where vendors describe counters and events: documents with the titles of sections. */
#ifndef PMC_LIB_MANUAL_H
#define PMC_LIB_MANUAL_H

struct model_event;
struct pmu;

/* About the PMU's counters; "": a processor without any. Static. */
const char *manual_of(const struct pmu *pmu);
/* About an event of one of our lists or libpfm4's. Static. */
const char *manual_of_event(const struct pmu *pmu, const struct model_event *row);

#endif
