/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the sections of call chains. */
#ifndef PMC_LIB_PROFILE_READ_STACKS_H
#define PMC_LIB_PROFILE_READ_STACKS_H

struct cursor;
struct reader;

/* Each adds one section to r->p; in->bad: the section contradicts itself. 0 or -ENOMEM. */
int read_frames(struct reader *r, struct cursor *in);
int read_nodes(struct reader *r, struct cursor *in);
/* Whole stacks, which files had before there were nodes. They are in r->p behind the end. */
int read_stacks(struct reader *r, struct cursor *in);
int read_stacks_end(struct reader *r);

#endif
