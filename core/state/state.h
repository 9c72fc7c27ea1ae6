/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the register models of all PMU families share: results of an access, signals, and runs.
 *
 * A model (arch.h, amd.h, p4.h, p5.h) is the PMU of one logical processor (Pentium 4: of one core)
 * as software sees it. Its host, which is an emulator, a virtual machine or a test, passes on the
 * guest's RDMSR, WRMSR and RDPMC, and tells the model what the processor did:
 *
 *   - A model allocates nothing and keeps no pointer except to the table of signals that it was
 *     given. Its struct may be copied: the copy is a second PMU in the same state.
 *   - The host tells what the processor does in runs: a number of equal cycles in one ring, with
 *     how often each signal occurs in each of these cycles. A total would not be enough for edge
 *     detection, inversion and counter masks, which look at the occurrences of a single cycle.
 *   - The host must advance the model before each access to a register, and whenever the ring
 *     changes.
 *   - An overflow takes effect at the end of its cycle: it freezes or starts counters from the next
 *     cycle on. Real processors take some cycles longer; their number is not architectural, and no
 *     skid is modelled.
 */
#ifndef PMC_CORE_STATE_H
#define PMC_CORE_STATE_H

#include "core/base/types.h"

/* The outcome of an access. A result is written only with PMC_ACCESS_DONE. */
enum pmc_access {
	PMC_ACCESS_DONE = 0,
	PMC_ACCESS_ELSEWHERE = 1, /* not a register of this PMU; the host decides */
	PMC_ACCESS_UD = 6,	  /* #UD: the processor has no such instruction */
	PMC_ACCESS_GP = 13,	  /* #GP(0) */
};

/*
 * Signals are what the host can tell about a cycle; the host numbers them from 0. A row says which
 * event of the manual a signal is, by its event select (the families' headers say how it is formed
 * where it is not one field) and its unit mask. A register that selects several rows counts the sum
 * of their signals; one that selects no row counts nothing.
 */
#define PMC_SIGNALS 64

struct pmc_signal_row {
	u16 select;
	u16 unit;
	bool any;  /* one common bit of the unit masks is enough; else they must be equal */
	u8 signal; /* < PMC_SIGNALS */
};

struct pmc_signals {
	const struct pmc_signal_row *row;
	u32 n;
	/* Signals of the core, not of one thread (core cycles), one bit each. A counter that
	 * counts both threads of a core counts them once. */
	u64 shared;
};

/* The sides of SVM, for AMD's HostOnly and GuestOnly. */
enum pmc_side {
	PMC_SIDE_NONE, /* EFER.SVME is clear */
	PMC_SIDE_HOST,
	PMC_SIDE_GUEST,
};

/* What one logical processor does in a cycle. */
struct pmc_cycle {
	u8 cpl;		       /* 0–3 */
	bool smm;	       /* in system-management mode */
	bool in_tx;	       /* in a transaction (TSX) */
	bool halted;	       /* Pentium 4: not active, for the active-thread field of CCCRs */
	u8 side;	       /* enum pmc_side */
	u8 count[PMC_SIGNALS]; /* occurrences of each signal in the cycle */
};

/*
 * `cycles` equal cycles. other: what the sibling did in them; NULL when there is none or it was
 * halted.
 */
struct pmc_run {
	u64 cycles;
	u8 logical; /* Pentium 4: which logical processor `self` is, 0 or 1 */
	struct pmc_cycle self;
	const struct pmc_cycle *other;
};

/* No overflow, however long the run. */
#define PMC_NEVER (~(u64)0)

/*
 * What happens to the occurrences of one cycle before a counter adds them, in this order:
 * comparison with the counter mask (or threshold), inversion (complement), edge detection.
 */
struct pmc_filter {
	u8 mask;     /* 0: no comparison, every occurrence counts */
	bool invert; /* fewer than mask, instead of mask or more */
	bool equal;  /* exactly mask; with invert, any other number */
	bool edge;   /* counts when the condition holds and did not in the cycle before */
};

/* What one counter adds in a run: in its first cycle and in each of the others. */
struct pmc_steps {
	u32 first, rest;
	bool level; /* the condition in the last cycle, to be kept for edge detection */
};

/* n: occurrences in each cycle; level: the condition in the cycle before the run. */
struct pmc_steps pmc_filter_steps(const struct pmc_filter *filter, u32 n, bool level);

/* How many cycles until a counter of this width overflows, including the one in which it does. */
u64 pmc_steps_until(const struct pmc_steps *steps, u64 value, unsigned width);

/* The value after `cycles` (> 0) cycles, which may be no more than until the first overflow. The
 * caller wraps it. */
u64 pmc_steps_add(const struct pmc_steps *steps, u64 value, u64 cycles);

/*
 * A counter that counts in a run. The family says which counters count and by how much; the two
 * functions below do the rest. `index` is the family's number of the counter, below 64.
 */
struct pmc_counting {
	struct pmc_steps steps;
	u64 value;
	u8 width, index;
};

/* How many cycles until the first of them overflows; PMC_NEVER: none does. */
u64 pmc_counting_until(const struct pmc_counting *counting, unsigned n);

/* Adds `cycles` (> 0, no more than until the first overflow) to their values. Returns the
 * counters that overflow, one bit for each index. Sets *level to the conditions of those below
 * 32, for edge detection. */
u64 pmc_counting_add(struct pmc_counting *counting, unsigned n, u64 cycles, u32 *level);

/* The low 32 bits of value, sign-extended to `width`: what a write of 32 bits leaves in a
 * counter. */
u64 pmc_sign_extend(u64 value, unsigned width);

/* The signals that an event select and a unit mask select, one bit each. */
u64 pmc_signals_of(const struct pmc_signals *signals, u16 select, u16 unit);

/*
 * How often the signals in `mask` occur in one cycle. self or other is NULL when that logical
 * processor is not counted.
 */
u32 pmc_occurrences(const struct pmc_signals *signals, u64 mask, const struct pmc_cycle *self,
		    const struct pmc_cycle *other);

#endif
