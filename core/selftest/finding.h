/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What a self test finds: one line for each test of each counter, and its words. */
#ifndef PMC_CORE_SELFTEST_FINDING_H
#define PMC_CORE_SELFTEST_FINDING_H

#include "core/base/types.h"

/* The numbers belong to the ABI (PMC_IOC_SELFTEST): new ones come at the end. */
enum selftest_check {
	SELFTEST_COUNTS,    /* it moves at all */
	SELFTEST_EXACT,	    /* it counts the instructions of a loop to the unit */
	SELFTEST_STOPS,	    /* it stands still when it is not enabled */
	SELFTEST_WIDTH,	    /* it keeps all of its bits */
	SELFTEST_WRAPS,	    /* it goes on at 0 after its highest value */
	SELFTEST_STATUS,    /* it tells of its overflow */
	SELFTEST_GLOBAL,    /* it stands still without its bit of the global control */
	SELFTEST_FIXED,	    /* fixed counter 0 counts what general counter 0 counts */
	SELFTEST_SHARED,    /* P6: it stands still without the enable bit, which is counter 0's */
	SELFTEST_PAIR,	    /* P5: it counts its own half of CESR */
	SELFTEST_RDPMC,	    /* RDPMC reads what RDMSR reads */
	SELFTEST_ONCE,	    /* its overflow interrupts once */
	SELFTEST_PLACE,	    /* … at the instruction where it overflows */
	SELFTEST_NO_EVENT,  /* no test: pmc knows no event that it can count */
	SELFTEST_PERMITTED, /* RDPMC is carried out where CR4.PCE, or ring 0, permits it */
	SELFTEST_CLOSED,    /* RDPMC is refused in user mode while CR4.PCE is 0 */
	SELFTEST_NO_PERMIT, /* no test: nobody sets CR4.PCE for this process */
	SELFTEST_CHECKS
};

enum selftest_result { SELFTEST_PASSED, SELFTEST_FAILED, SELFTEST_SKIPPED };

struct finding {
	u8 check;   /* enum selftest_check */
	u8 result;  /* enum selftest_result */
	u8 counter; /* fixed ones from 32 on */
	u64 got, want;
};

/* What was tested, to follow "counter 2: "; NULL: no such number. */
const char *pmc_selftest_name(u32 check);
/* What it means for counts if this fails, as a clause; NULL: no such number. */
const char *pmc_selftest_means(u32 check);

#endif
