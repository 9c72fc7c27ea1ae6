/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Unit masks: from their names to the value of the field, and back. */
#ifndef PMC_CORE_ENCODE_UMASKS_H
#define PMC_CORE_ENCODE_UMASKS_H

#include "core/encode/fields/job.h"

struct catalogue;

/* What the unit masks of a row set together. */
struct umask_value {
	u32 bits;   /* of UMASK_BITS */
	u32 tag;    /* of UMASK_TAG */
	s32 replay; /* row of the replay metrics; -1: none */
};

/* The value of the unit masks that were named, or else the row's own. -PMC_CORE_EINVAL with the
 * diagnostic. */
int encode_umasks(const struct job *job, struct umask_value *value);
/* The reverse: the unit masks that set these values; *named is 0 when the row sets them by
 * itself. False when no unit masks do. */
bool decode_umasks(const struct catalogue *c, u32 row, const struct umask_value *value, u64 *named);

#endif
