/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* A counter under test with the event that it counts, and the tests of one counter. */
#ifndef PMC_CORE_SELFTEST_SUBJECT_H
#define PMC_CORE_SELFTEST_SUBJECT_H

#include "core/encode/encode.h"
#include "core/selftest/bank.h"

#define SELFTEST_LOOPS 30000u
#define SELFTEST_TRIES 5

struct subject {
	struct bank *bank;
	u32 counter;
	u32 address;
	u64 mask;	   /* the bits that it has */
	bool instructions; /* it counts those of the ring in which loops execute */
	struct reg_value regs[ENCODE_REGS];
	u32 n;
};

/* Without an event. False: there is no such counter. */
bool pmc_subject_begin(struct subject *s, struct bank *bank, u32 counter);
/*
 * Gives it an event: instructions, or what else it can count. flags: ENCODE_…. False: the counter,
 * or an event for it, is missing.
 */
bool pmc_subject_init(struct subject *s, struct bank *bank, u32 counter, u32 flags);
/* The same with this event; text without a ring, which is that of the loops. */
bool pmc_subject_init_event(struct subject *s, struct bank *bank, u32 counter, const char *text,
			    u32 flags);
int pmc_subject_select(struct subject *s, bool on);
/* What it counts around a loop. */
int pmc_subject_around(struct subject *s, u32 loops, u64 *counted);
void pmc_subject_found(const struct subject *s, u8 check, bool passed, u64 got, u64 want);

/* Each of these begins and ends with a counter that is not enabled. 0 or the host's error. */
int pmc_subject_check(struct subject *s);
int pmc_subject_check_overflow(struct subject *s);
/* The event was encoded with ENCODE_PMI. */
int pmc_subject_check_interrupt(struct subject *s);

#endif
