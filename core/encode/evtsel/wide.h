/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Unit masks that set more than the unit mask field (struct wide in core/event/catalogue.h), and
 * back. */
#ifndef PMC_CORE_ENCODE_WIDE_H
#define PMC_CORE_ENCODE_WIDE_H

#include "core/encode/fields/job.h"
#include "core/event/catalogue.h"
#include "core/encode/fields/encoding.h"

struct catalogue;
struct reg_value;
struct wide_value;

/* The value of a row's wide unit masks; -PMC_CORE_EINVAL with the diagnostic. */
int encode_wide(const struct job *job, struct wide_value *value);
/* The first row with wide unit masks that makes this value, in event->id and event->umasks. */
bool decode_wide(const struct catalogue *c, u64 select, const struct reg_value *regs, u32 n,
		 struct event *event);

#endif
