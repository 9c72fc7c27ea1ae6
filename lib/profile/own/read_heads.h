/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the sections on whose counts a profile has: events, objects, tasks, notes. */
#ifndef PMC_LIB_PROFILE_READ_HEADS_H
#define PMC_LIB_PROFILE_READ_HEADS_H

#include "lib/profile/own/bytes.h"

struct reader;

/* Each fills r->p from one section; in->bad: the section contradicts itself. 0 or -ENOMEM. */
int read_info(struct reader *r, struct cursor *in);
int read_events(struct reader *r, struct cursor *in);
int read_objects(struct reader *r, struct cursor *in);
int read_tasks(struct reader *r, struct cursor *in);
int read_pids(struct reader *r, struct cursor *in);
int read_notes(struct reader *r, struct cursor *in);

#endif
