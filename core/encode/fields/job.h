/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* One event on its way into registers: what every step of the encoder is given. */
#ifndef PMC_CORE_ENCODE_JOB_H
#define PMC_CORE_ENCODE_JOB_H

#include "core/base/types.h"
#include "core/event/catalogue.h"

struct diag;
struct event;
struct model_event;
struct pmu;

struct job {
	const struct pmu *pmu;
	const char *text;	       /* what the event was parsed from */
	const struct event *event;     /* as typed: for sentences */
	const struct model_event *row; /* NULL: raw */
	u32 id;			       /* number of the row */
	u64 umasks;
	u32 mods;
	u32 cmask;
	u32 flags; /* ENCODE_… */
	struct diag *diag;
};

#endif
