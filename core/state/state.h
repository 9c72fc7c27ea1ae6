/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the register models of all PMU families share: results of an access, signals, and runs.
 *
 * A model (state_arch.h, state_p6.h, state_amd.h, state_p4.h, state_p5.h) is the PMU of one logical
 * processor (Pentium 4: of one core) as software sees it. Its host, an emulator, a virtual machine or a
 * test, gives it the guest's RDMSR, WRMSR and RDPMC, and tells it what the processor did. The rules:
 *
 *   - A model allocates nothing and keeps no pointer except the table of signals that it was given.
 *     Its struct may be copied: the copy is a second PMU in the same state.
 *   - What the processor does is told as runs: so many equal cycles, in one ring, with so many
 *     occurrences of each signal in each cycle. A bare total could not express edge detection, inversion
 *     and counter masks, which compare the occurrences of one cycle.
 *   - The host brings the model up to date before each access to a register, and whenever the ring changes.
 *   - An overflow takes effect at the end of the cycle in which it happens: what it freezes or starts,
 *     it freezes or starts from the next cycle on. Processors take some cycles longer; how many is not
 *     architectural, and no skid is modelled.
 */
#ifndef PMC_CORE_STATE_H
#define PMC_CORE_STATE_H

#include "core/base/types.h"

/* What an access came to. A result is written only with PMC_ACCESS_DONE. */
enum pmc_access {
	PMC_ACCESS_DONE = 0,
	PMC_ACCESS_ELSEWHERE = 1, /* not a register of this PMU: the host's own MSRs decide */
	PMC_ACCESS_UD = 6,	  /* #UD: the processor has no such instruction */
	PMC_ACCESS_GP = 13,	  /* #GP(0) */
};

/*
 * Signals: what the host can tell about a cycle, numbered by the host from 0. A row says which event of
 * the manual a signal is: the value of the event select field (the families' headers say how it is
 * formed where it is not one field) and the unit mask. A register that selects several rows counts the
 * sum of their signals; one that selects none counts nothing.
 */
#define PMC_SIGNALS 32

struct pmc_signal_row {
	u16 select;
	u16 unit;
	bool any; /* any common bit of the unit masks selects the row; otherwise they must be equal */
	u8 signal; /* < PMC_SIGNALS */
};

struct pmc_signals {
	const struct pmc_signal_row *row;
	u32 n;
	/* Signals of the core rather than of one thread (core cycles): where the threads of a core are
	 * counted together, such a cycle counts once, not once for each. Bit: signal. */
	u32 shared;
};

/* SVM's two sides, for AMD's HostOnly and GuestOnly. */
enum pmc_side {
	PMC_SIDE_NONE, /* EFER.SVME is clear */
	PMC_SIDE_HOST,
	PMC_SIDE_GUEST,
};

/* What one logical processor does in a cycle. */
struct pmc_cycle {
	u8 cpl;	     /* 0–3 */
	bool smm;    /* in system-management mode */
	bool in_tx;  /* in a transaction (TSX) */
	bool halted; /* Pentium 4: not active, which its CCCRs' active-thread field looks at */
	u8 side;     /* enum pmc_side */
	u8 count[PMC_SIGNALS]; /* occurrences of each signal in the cycle */
};

/*
 * `cycles` equal cycles. other: what the other logical processor of the core did in them, or NULL when
 * there is none, or when it was halted.
 */
struct pmc_run {
	u64 cycles;
	u8 logical; /* Pentium 4: which logical processor self is, 0 or 1; other is the other one */
	struct pmc_cycle self;
	const struct pmc_cycle *other;
};

/* No overflow, however long the run. */
#define PMC_NEVER (~(u64)0)

/*
 * The stages that the occurrences of one cycle pass through on the way to a counter, in this order:
 * comparison with the counter mask (or threshold), inversion (complement), edge detection.
 */
struct pmc_filter {
	u8 mask;     /* 0: no comparison, every occurrence counts */
	bool invert; /* fewer than mask, instead of mask or more */
	bool equal;  /* exactly mask; with invert, any other number */
	bool edge; /* a cycle counts when the condition holds and did not hold in the cycle before */
};

/* What one counter adds in a run: in its first cycle and in each of the others. */
struct pmc_steps {
	u32 first, rest;
	bool level; /* the condition in the last cycle, to be kept for edge detection */
};

/* n: occurrences in each cycle; level: the condition in the cycle before the run. */
struct pmc_steps pmc_filter_steps(const struct pmc_filter *filter, u32 n, bool level);

/* How many cycles until a counter of so many bits overflows, including the one in which it does. */
u64 pmc_steps_until(const struct pmc_steps *steps, u64 value, unsigned width);

/* The value after `cycles` (> 0) cycles, of any size: the caller wraps it. No more than one overflow's way. */
u64 pmc_steps_add(const struct pmc_steps *steps, u64 value, u64 cycles);

/*
 * The counters of a PMU that count in a run: the family says which and how, these two do the rest.
 * `index` is the family's number of the counter, below 64.
 */
struct pmc_counting {
	struct pmc_steps steps;
	u64 value;
	u8 width, index;
};

/* How many cycles until the first of them overflows; PMC_NEVER. */
u64 pmc_counting_until(const struct pmc_counting *counting, unsigned n);

/* Adds `cycles` (> 0, no more than until the first overflow) to their values. The counters that overflow, one bit for
 * each index; *level becomes the conditions of those below 32, for edge detection. */
u64 pmc_counting_add(struct pmc_counting *counting, unsigned n, u64 cycles, u32 *level);

/* The low 32 bits of value as a signed number of so many bits: what a write of 32 bits leaves. */
u64 pmc_sign_extend(u64 value, unsigned width);

/* Which signals an event select and a unit mask select, one bit each. */
u32 pmc_signals_of(const struct pmc_signals *signals, u16 select, u16 unit);

/*
 * The occurrences in one cycle of the signals in `mask`. self or other is NULL when that processor's
 * cycle is not to be counted.
 */
u32 pmc_occurrences(const struct pmc_signals *signals, u32 mask, const struct pmc_cycle *self,
		    const struct pmc_cycle *other);

#endif
