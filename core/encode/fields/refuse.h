/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The sentences with which an encoder refuses an event. Each returns -PMC_CORE_EINVAL. */
#ifndef PMC_CORE_ENCODE_REFUSE_H
#define PMC_CORE_ENCODE_REFUSE_H

#include "core/encode/fields/job.h"
#include "core/event/event.h"

struct event_term;

/* "'EVENT' sentence". */
int encode_refuse(const struct job *job, const char *sentence);
/* "MODEL sentence", with the model's title. */
int encode_refuse_model(const struct job *job, const char *sentence);
/* "'EVENT' is an event of A, not of B". */
int encode_refuse_foreign(const struct job *job);
/* The model has no event for a generic name. */
int encode_refuse_generic(const struct job *job);
/* … that no event of the model is what PAPI calls so. */
int encode_refuse_preset(const struct job *job);
/* The row needs a unit mask, and none was named. */
int encode_refuse_missing(const struct job *job);
/* Two unit masks of the row exclude each other. */
int encode_refuse_both(const struct job *job, u32 a, u32 b);
/* "the term 'NAME' sentence", about a term of pmu/…/. */
int encode_refuse_term(const struct job *job, const struct event_term *t, const char *sentence);
/* "'EVENT' sets bits that are reserved on WHERE: 0x…". */
int encode_refuse_reserved(const struct job *job, const char *where, u64 bits);

#endif
