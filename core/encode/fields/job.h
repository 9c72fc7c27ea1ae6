/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What the encoders of the families share: core/encode/encode.c calls them, they call what is below. */
#ifndef PMC_CORE_ENCODE_FAMILY_H
#define PMC_CORE_ENCODE_FAMILY_H

#include "core/event/catalogue.h"
#include "core/encode/encode.h"

/* One event on its way into registers. */
struct job {
	const struct pmu *pmu;
	const char *text;
	const struct event *event;    /* as typed: for sentences */
	const struct model_event *row; /* NULL: raw */
	u32 id;			      /* of the row */
	u64 umasks;
	u32 mods;
	u32 cmask;
	u32 flags;
	struct diag *diag;
};

/* What the unit masks of a row say together. */
struct umask_value {
	u32 bits;   /* of UMASK_BITS */
	u32 tag;    /* of UMASK_TAG */
	s32 replay; /* row of the replay metrics; -1 */
};

/* Refuse the whole event: "'NAME' sentence". */
int encode_refuse(const struct job *job, const char *sentence);
/* … "TITLE sentence", the model's title. */
int encode_refuse_model(const struct job *job, const char *sentence);
/* The unit masks that were named, or the row's own. -PMC_CORE_EINVAL with the diagnostic. */
int encode_umasks(const struct job *job, struct umask_value *value);
/* The reverse: the named masks whose values these are; *named 0 when they are the row's own. */
bool decode_umasks(const struct catalogue *c, u32 row, const struct umask_value *value, u64 *named);
/* Unit masks that a row needs, or two that exclude each other. */
int encode_refuse_missing(const struct job *job);
int encode_refuse_both(const struct job *job, u32 a, u32 b);
/* The value of a row's wide unit masks; -PMC_CORE_EINVAL with the diagnostic. */
int encode_wide(const struct job *job, struct wide_value *value);
/* The first row with wide unit masks that makes this value, in event->id and umasks. */
bool decode_wide(const struct catalogue *c, u64 select, const struct reg_value *regs, u32 n,
		 struct event *event);
/* Refuses modifiers of the event that are not in `can`; and from=, but on a Pentium 4. */
int encode_mods(const struct job *job, u32 can);
/* Refuses a term of pmu/…/: "the term 'NAME' sentence". */
int encode_refuse_term(const struct job *job, const struct event_term *t, const char *sentence);
/* Refuses reserved bits: "'NAME' sets bits that are reserved in WHERE: 0x…" */
int encode_refuse_reserved(const struct job *job, const char *where, u64 bits);

/* One file each: fill in enc->counters and values; the rest is filled in already. */
int encode_evtsel(const struct job *job, struct encoding *enc);
int encode_evtsel_raw(const struct job *job, struct encoding *enc);
int encode_p5(const struct job *job, struct encoding *enc);
int encode_p5_raw(const struct job *job, struct encoding *enc);
int encode_p4(const struct job *job, struct encoding *enc);
int encode_p4_raw(const struct job *job, struct encoding *enc);

/* The registers of one counter, which can. */
void encode_evtsel_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		      struct reg_value *regs, u32 *n);
void encode_p5_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n);
void encode_p4_on(const struct pmu *pmu, const struct encoding *enc, u32 counter,
		  struct reg_value *regs, u32 *n);

/* What a counter counts: EVENT_MODEL or EVENT_RAW in *event; false: off. */
bool decode_evtsel(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		   struct event *event);
bool decode_p5(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event);
bool decode_p4(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
	       struct event *event);

/* The value of the register at an address; false when it is not among them. */
bool reg_value_of(const struct reg_value *regs, u32 n, u32 address, u64 *value);
void reg_put(struct reg_value *regs, u32 *n, u32 address, u64 value, u64 mask);

#endif
