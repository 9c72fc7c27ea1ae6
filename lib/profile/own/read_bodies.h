/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the sections of which there can be many: places, edges, symbols, code. */
#ifndef PMC_LIB_PROFILE_READ_BODIES_H
#define PMC_LIB_PROFILE_READ_BODIES_H

#include "lib/profile/own/bytes.h"

struct reader;

/* Memory for what r->found says. 0 or -ENOMEM. */
int read_reserve(struct reader *r);
/* Each adds one section to r->p; in->bad: the section contradicts itself. 0 or -ENOMEM. */
int read_places(struct reader *r, struct cursor *in);
int read_modelled(struct reader *r, struct cursor *in);
int read_edges(struct reader *r, struct cursor *in);
int read_symbols(struct reader *r, struct cursor *in);
int read_code(struct reader *r, struct cursor *in);

#endif
