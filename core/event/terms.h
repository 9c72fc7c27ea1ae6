/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The terms of a raw event: pmu/term,term=value/. */
#ifndef PMC_CORE_TERMS_H
#define PMC_CORE_TERMS_H

#include "core/event/scanner.h"

/* Reads from the slash after the PMU's name to the one that closes. */
int parse_terms(struct parser *p, struct event *ev);

#endif
