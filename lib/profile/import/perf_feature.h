/* SPDX-License-Identifier: BSD-2-Clause */
/* The features of perf.data that concern a profile. */
#ifndef PMC_LIB_PROFILE_PERF_FEATURE_H
#define PMC_LIB_PROFILE_PERF_FEATURE_H

#include "lib/profile/own/bytes.h"

struct perf_file;

/* Does perf_feature_take() take it? */
bool perf_feature_concerns(unsigned feature);
/* Takes names of events, build-ids and the command; other features are left out. 0 or -ENOMEM. */
int perf_feature_take(struct perf_file *f, unsigned feature, struct cursor in);
/* One build-id with its file, behind the header of its record. 0 or -ENOMEM. */
int perf_feature_build_id(struct perf_file *f, unsigned misc, struct cursor in);
/* The build-id of a file; NULL: unknown. */
const struct perf_build_id *perf_feature_find(const struct perf_file *f, const char *path);

#endif
