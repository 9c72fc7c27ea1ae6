/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * An event as the ABI of /dev/pmc has it (struct pmc_ioctl_event) and as core has it (struct
 * encoding), in both directions. libpmc makes the one from the other, and pmc.ko goes back; both
 * compile this file, so that they cannot disagree on a field.
 */
#ifndef PMC_ABI_EVENT_H
#define PMC_ABI_EVENT_H

#include "core/encode/fields/encoding.h"
#include "core/pmu/registers.h"
#include "pmc/pmc_ioctl.h"

/* As core/ does, the functions return these, negated: they are Linux's values. */
enum pmc_abi_error {
	PMC_ABI_EINVAL = 22,
	PMC_ABI_ERANGE = 34,
	PMC_ABI_EOPNOTSUPP = 95,
};

#define PMC_ABI_MAX_GROUP     255
#define PMC_ABI_MAX_PERIOD    (1ull << 62)
#define PMC_ABI_MAX_FREQUENCY 1000000 /* samples a second */
#define PMC_ABI_MAX_STACK     65528   /* bytes; a record says its size in 16 bits */

/* What this PMU's registers allow an event to set. */
struct abi_limits {
	const struct pmu *pmu;
	bool siblings; /* two share the PMU, and pmu->general is the half of the first one */
	u64 bits[REG_CLEAR + 1]; /* by enum reg_kind: the bits that any register of this kind has */
};

/* Whom an event counts besides user mode of its own logical processor; that takes rights. */
struct abi_scope {
	bool kernel; /* kernel mode, too */
	bool wide;   /* the sibling, too, or whoever runs on it */
};

/* Going through all registers costs more than checking many events, so do it once for a PMU. */
void pmc_abi_limits_init(struct abi_limits *limits, const struct pmu *pmu, bool siblings);

/*
 * -PMC_ABI_EOPNOTSUPP: the event begins when another one overflows, which the ABI cannot express.
 */
int pmc_abi_from_encoding(const struct encoding *enc, struct pmc_ioctl_event *event);

/*
 * Are the fields right that do not depend on the PMU (flags, group, sampling)? 0 or
 * -PMC_ABI_EINVAL.
 */
int pmc_abi_check(const struct pmc_ioctl_event *event);

/*
 * Makes an encoding whose registers can be written as they are: every bit is checked. Interrupts at
 * overflow are not enabled. -PMC_ABI_ERANGE: the event sets bits that its register does not have,
 * or names a register or counter that the PMU does not have.
 */
int pmc_abi_to_encoding(const struct abi_limits *limits, const struct pmc_ioctl_event *event,
			struct encoding *enc, struct abi_scope *scope);

#endif
