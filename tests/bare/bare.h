/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The checks of a PMU, and what they need of its machine.
 *
 * The checks (check_*.c) are written once. They know registers and counts, and use both only
 * through struct machine. Two hosts implement it:
 *
 *	kernel/     a kernel of its own for 32-bit x86, with the instructions themselves
 *	model_test.c  a program for any system, with the register models of core/state/
 *
 * Neither shares code with the other, so one that answers wrongly stands out.
 *
 * Rules: no libc, no allocation, no 64-bit division, because it is linked into a kernel. setup.c
 * asks core/ everything (which PMU, which registers an event needs, which counter): read it to put
 * core/ into another kernel. docs/porting.md goes through it.
 */
#ifndef PMC_TESTS_BARE_H
#define PMC_TESTS_BARE_H

#include "core/assign/pmu.h"
#include "core/encode/encode.h"
#include "core/event/event.h"
#include "core/pmu/pmu.h"
#include "core/pmu/p4.h"
#include "core/pmu/regs.h"
#include "tests/bare/programs.h"
#include "tests/bare/report.h"

#define N_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Vectors of exceptions. */
enum { EXC_NONE = 0, EXC_NMI = 2, EXC_UD = 6, EXC_GP = 13 };

/* The local APIC's entry for the PMI. SDM volume 3, "Local Vector Table". */
#define LVT_MASKED 0x10000u
#define LVT_NMI	   0x400u
#define LVT_FIXED  0x40u /* the vector that the checks use for delivery mode 0 */

#define NOWHERE ~0u

/* A performance-monitoring interrupt, as the handler gets it */
struct pmi {
	u8 vector; /* EXC_NMI or LVT_FIXED */
	u8 cpl;	   /* of what it interrupted */
	u32 at;	   /* instructions of PROGRAM_PLAIN before it, or NOWHERE */
};

struct machine {
	struct pmu pmu; /* what CPUID says */
	bool apic;	/* it has a local APIC */
	u32 cpus;	/* processors, each with a machine of its own; this is number 0 */
	/*
	 * Pentium 4 with Hyper-Threading: the number of the sibling of number 0, or 0; and, in the
	 * sibling's machine, how events are encoded there.
	 */
	u32 sibling;
	u32 flags; /* ENCODE_SIBLING */

	/* The instructions, at CPL 0. They return the exception's vector, or EXC_NONE. */
	unsigned (*rdmsr)(struct machine *m, u32 msr, u64 *value);
	unsigned (*wrmsr)(struct machine *m, u32 msr, u64 value);
	/* RDPMC at CPL 0 or 3; sets CR4.PCE */
	unsigned (*rdpmc)(struct machine *m, unsigned cpl, u32 ecx, u64 *value);
	void (*set_pce)(struct machine *m, bool on);

	/*
	 * Runs the loop of a program so many times, at CPL 0 or 3. The way there and back takes
	 * some more instructions at CPL 0, always the same number, and at CPL 3 the two of
	 * PROGRAM_EXIT.
	 */
	void (*run)(struct machine *m, enum program program, u32 loops, unsigned cpl);

	/*
	 * Waits in HLT for so many ticks of the local APIC's timer, and returns how long that took
	 * by the time stamp counter. Only with a local APIC.
	 */
	u64 (*halt)(struct machine *m, u32 ticks);

	/*
	 * Gives another processor something to do, with its own machine; and waits until it is
	 * done.
	 */
	void (*start)(struct machine *m, u32 cpu, void (*work)(struct machine *m));
	void (*wait)(struct machine *m, u32 cpu);

	u32 (*lvtpc)(struct machine *m);
	void (*set_lvtpc)(struct machine *m, u32 value);
	/* The checks' handler, called at each PMI, which does everything about it. May be NULL. */
	void (*on_pmi)(struct machine *m, const struct pmi *pmi);
};

/* ---- setup.c: events on counters ---- */

#define SETUP_EVENTS 18
#define SETUP_REGS   (SETUP_EVENTS * 3)

/* Events, each on a counter, and the registers for them */
struct setup {
	struct machine *m;
	u32 n, n_regs;
	u32 counter[SETUP_EVENTS];
	struct reg_value regs[SETUP_REGS]; /* in the order in which they are written */
};

/* A counter's MSR, its ECX for RDPMC, and its bits. NO_MSR when the PMU lacks it. */
#define NO_MSR ~0u
u32 counter_msr(const struct pmu *pmu, u32 counter);
u32 counter_ecx(u32 counter);
u64 counter_mask(const struct pmu *pmu, u32 counter);

/* Encodes an event; false when this PMU lacks it. `why`: log the reason. */
bool event_encode(const struct pmu *pmu, const char *event, u32 flags, struct encoding *enc,
		  bool why);
/* Returns the counters that can count the event, or 0. */
u64 event_counters(const struct pmu *pmu, const char *event);

void setup_begin(struct setup *s, struct machine *m);
/*
 * Adds an event on a counter (ENCODE_PMI in flags: with interrupt); false when that is impossible.
 */
bool setup_add(struct setup *s, const char *event, u32 counter, u32 flags);
/* Adds events, each on the counter that the assignment finds; false when they do not fit. */
bool setup_assign(struct setup *s, const char *const *events, u32 n, u32 flags);
/* Sets further bits in one of those registers. */
void setup_also(struct setup *s, u32 address, u64 value);
/* Writes 0 to the counters, then the registers, which starts counting. */
void setup_zero(struct setup *s);
void setup_start(struct setup *s);
/* Stops counting, and sets the registers to 0 again. */
void setup_stop(struct setup *s);
/* Returns the count of event i. */
u64 setup_read(struct setup *s, u32 i);

/*
 * Intel extends the sign of 32 bits that are written to a counter, so -PERIOD can be written
 * everywhere.
 */
void write_counter(struct machine *m, u32 counter, u64 value);
u64 read_counter(struct machine *m, u32 counter);

/*
 * Returns which counters overflowed since their bits were cleared, as in the status register; on
 * Pentium 4 a bit for each CCCR; 0 where no register tells. Clears those bits, and what they
 * freeze.
 */
u64 overflowed(struct machine *m);
void acknowledge(struct machine *m, u64 status);

/*
 * Returns what an event counts in a program: the count of 2 × loops minus that of loops, so that
 * what stands around the program drops out. NOWHERE64 when the event cannot be on this counter.
 */
#define NOWHERE64 ~0ull
u64 count_of(struct machine *m, const char *event, u32 counter, enum program program, unsigned cpl,
	     u32 loops);

/*
 * msr() returns an MSR's value, or 0 with a failed check if it cannot be read. set_msr() writes an
 * MSR, which must succeed.
 */
u64 msr(struct machine *m, u32 address);
void set_msr(struct machine *m, u32 address, u64 value);

/* Returns the lowest counter that can count an event, or NO_COUNTER. */
#define NO_COUNTER ~0u
u32 first_counter(struct machine *m, const char *event);

/* ---- The checks ---- */

void check_registers(struct machine *m); /* addresses, reserved bits, widths, RDPMC */
void check_counting(struct machine *m);	 /* events, rings, filters, agreement */
void check_overflow(struct machine *m);	 /* overflow, status, PMI, sampling, freeze */
void check_p4(struct machine *m);	 /* what only Pentium 4 has */
void check_cpus(struct machine *m);	 /* several processors */
void check_threads(struct machine *m);	 /* two logical processors of a Pentium 4 */

/* Runs all of them, after a line that says which PMU it is. */
void check_all(struct machine *m);

#endif
