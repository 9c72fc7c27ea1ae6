/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Costs of the machines of the table. An instruction costs its reciprocal throughput, by kind: that
 * of an addition of registers, and what a load, a store or a branch has more. A miss costs what the
 * next level's latency is longer; a read of the page walker costs the latency of the first cache
 * that it asks. Nothing overlaps.
 *
 * Sources: FOG is Agner Fog's "Instruction tables", FOGM his "The microarchitecture of Intel, AMD
 * and VIA CPUs", both at agner.org/optimize; OPT and SOG as in table.c. `assumed` is no published
 * number.
 */
#include "core/machine/describe/costs.h"

/* clang-format off */

#define COST(name, cycles, from)      { name, (cycles) * 1000u, from }
#define PART(name, thousandths, from) { name, thousandths, from } /* of a cycle */
#define END { NULL, 0, NULL }

const struct machine_cost pmc_costs_pentium3[] = {
	PART("instructions", 500, "FOG, Pentium III: ADD r,r on two ports"),
	PART("loads", 500, "FOG, Pentium III: MOV r,m one a cycle"),
	PART("stores", 500, "FOG, Pentium III: MOV m,r one a cycle"),
	PART("branches-taken", 1500, "FOG, Pentium III: JMP one in two cycles"),
	PART("branches-not-taken", 500, "assumed: one a cycle, on their only port"),
	COST("L1i", 4, "assumed: as L1d"),
	COST("L1d", 4, "assumed: L2's latency is 7 cycles, L1's 3"),
	COST("L2", 93, "assumed: memory takes 100 ns, at 1 GHz, less L2's latency"),
	COST("walk-reads", 3, "assumed: L1's latency"),
	COST("branch-misses", 15, "FOGM: 10 to 20 cycles on Pentium Pro to Pentium III"),
	END
};

const struct machine_cost pmc_costs_pentium4[] = {
	PART("instructions", 333, "OPT (2003): the trace cache gives, and retirement takes, "
				    "three micro-operations a cycle"),
	PART("loads", 667, "OPT (2003): one load a cycle"),
	PART("stores", 667, "OPT (2003): one store a cycle"),
	PART("branches-taken", 667, "assumed: one a cycle"),
	PART("branches-not-taken", 667, "assumed: one a cycle"),
	COST("L1i", 7, "OPT (2003), table 1-1: L2's latency; decoding is left out"),
	COST("L1d", 5, "OPT (2003), table 1-1: L2's latency is 7 cycles, L1's 2"),
	COST("L2", 147, "OPT (2003), 'Caches': 12 cycles to the bus and back, and 6 to 12 of the "
			"bus; 9 of these at 1.5 GHz"),
	COST("walk-reads", 7, "OPT (2003), table 1-1: L2's latency"),
	COST("branch-misses", 24, "FOGM: rarely less than 24 cycles"),
	END
};

const struct machine_cost pmc_costs_prescott[] = {
	PART("instructions", 333, "OPT (2003): the trace cache gives, and retirement takes, "
				    "three micro-operations a cycle"),
	PART("loads", 667, "OPT (2003): one load a cycle"),
	PART("stores", 667, "OPT (2003): one store a cycle"),
	PART("branches-taken", 667, "assumed: one a cycle"),
	PART("branches-not-taken", 667, "assumed: one a cycle"),
	COST("L1i", 18, "OPT, table 1-1: L2's latency; decoding is left out"),
	COST("L1d", 14, "OPT, table 1-1: L2's latency is 18 cycles, L1's 4"),
	COST("L2", 156, "OPT, 'Caches': 12 cycles to the bus and back, and 6 to 12 of the bus; "
			"9 of these at 3.2 GHz"),
	COST("walk-reads", 18, "OPT, table 1-1: L2's latency"),
	COST("branch-misses", 31, "31 stages: Boggs et al., Intel Technology Journal Q1 2004"),
	END
};

const struct machine_cost pmc_costs_core2[] = {
	PART("instructions", 333, "FOG, Merom: ADD r,r on three ports"),
	PART("loads", 667, "FOG, Merom: MOV r,m one a cycle"),
	PART("stores", 667, "FOG, Merom: MOV m,r one a cycle"),
	PART("branches-taken", 667, "FOG, Merom: JMP one in one to two cycles"),
	PART("branches-not-taken", 667, "FOG, Merom: Jcc one a cycle, on their only port"),
	COST("L1i", 11, "as L1d"),
	COST("L1d", 11, "OPT, 'Intel Advanced Memory Access': L2's latency is 14 cycles, L1's 3"),
	COST("L2", 172, "assumed: memory takes 70 ns, at 2.66 GHz, less L2's latency"),
	COST("dtlb", 2, "OPT, 'Intel Advanced Memory Access': a miss of DTLB0 that hits DTLB1"),
	COST("walk-reads", 3, "OPT, 'Intel Advanced Memory Access': L1's latency"),
	COST("branch-misses", 15, "FOGM: approximately 15 cycles"),
	END
};

/* What clients and servers share. */
#define SKYLAKE_INSTRUCTIONS \
	PART("instructions", 250, "FOG, Skylake: ADD r,r four a cycle"), \
	PART("loads", 250, "FOG, Skylake: MOV r,m two a cycle"), \
	PART("stores", 750, "FOG, Skylake: MOV m,r one a cycle"), \
	PART("branches-taken", 750, "FOG, Skylake: JMP one in one to two cycles"), \
	PART("branches-not-taken", 250, "FOG, Skylake: Jcc two a cycle if not taken")
#define SKYLAKE_TLBS_AND_BRANCHES \
	COST("itlb", 9, "as dtlb"), \
	COST("dtlb", 9, "Intel's TMA metrics for Skylake: Mem_STLB_Hit_Cost"), \
	COST("walk-reads", 4, "OPT, Skylake, 'Cache parameters': L1's latency"), \
	COST("branch-misses", 17, "FOGM, Haswell to Skylake: 15 to 20 cycles")

const struct machine_cost pmc_costs_skylake[] = {
	SKYLAKE_INSTRUCTIONS,
	COST("L1i", 8, "as L1d"),
	COST("L1d", 8, "OPT, Skylake, 'Cache parameters': L2's latency is 12 cycles, L1's 4"),
	COST("L2", 32, "OPT, Skylake, 'Cache parameters': L3's latency is 44 cycles, L2's 12"),
	COST("LL", 202, "7-cpu.com, i7-6700: 42 cycles and 51 ns, at 4 GHz, less L3's 44"),
	SKYLAKE_TLBS_AND_BRANCHES,
	END
};

const struct machine_cost pmc_costs_skylakex[] = {
	SKYLAKE_INSTRUCTIONS,
	COST("L1i", 10, "as L1d"),
	COST("L1d", 10, "OPT, Skylake Server, 'Cache parameters': L2's latency is 14 cycles, "
			"L1's 4"),
	COST("L2", 41, "AnandTech (11544), Xeon 8176: L3's latency is 54 to 56 cycles, less L2's"),
	COST("LL", 197, "AnandTech (11544), Xeon 8176: 89 to 91 ns, at 2.8 GHz, less L3's 55"),
	SKYLAKE_TLBS_AND_BRANCHES,
	END
};

const struct machine_cost pmc_costs_zen2[] = {
	PART("instructions", 250, "FOG, Zen 2: ADD r,r four a cycle"),
	PART("loads", 250, "FOG, Zen 2: MOV r,m two a cycle"),
	PART("stores", 750, "FOG, Zen 2: MOV m,r one a cycle"),
	PART("branches-taken", 1750, "FOG, Zen 2: JMP one in two cycles"),
	PART("branches-not-taken", 250, "FOG, Zen 2: Jcc two a cycle if not taken"),
	COST("L1i", 8, "as L1d"),
	COST("L1d", 8, "SOG 56305 on caches: L2's latency is 12 cycles, L1's 4"),
	COST("L2", 27, "SOG 56305 on caches: L3's latency is 39 cycles in the mean, L2's 12"),
	COST("LL", 281, "assumed: memory takes 80 ns, at 4 GHz, less L3's latency"),
	COST("itlb", 7, "assumed: the second TLB takes 7 cycles more"),
	COST("dtlb", 7, "assumed: the second TLB takes 7 cycles more"),
	COST("walk-reads", 12, "SOG 56305 on caches: L2's latency"),
	COST("branch-misses", 16, "SOG 56305 on branches: 16 cycles commonly"),
	END
};

const struct machine_cost pmc_costs_zen4[] = {
	PART("instructions", 250, "SOG 57647 on execution units: four ALUs"),
	PART("loads", 83, "SOG 57647 on the load-store unit: three loads a cycle"),
	PART("stores", 250, "SOG 57647 on the load-store unit: two stores a cycle"),
	PART("branches-taken", 750, "FOG, Zen 4: JMP one a cycle"),
	PART("branches-not-taken", 250, "FOG, Zen 4: Jcc two a cycle if not taken"),
	COST("L1i", 10, "as L1d"),
	COST("L1d", 10, "SOG 57647 on caches: L2's latency is 14 cycles, L1's 4"),
	COST("L2", 36, "SOG 57647 on caches: L3's latency is 50 cycles in the mean, L2's 14"),
	COST("LL", 325, "assumed: memory takes 75 ns, at 5 GHz, less L3's latency"),
	COST("itlb", 7, "assumed: the second TLB takes 7 cycles more"),
	COST("dtlb", 7, "assumed: the second TLB takes 7 cycles more"),
	COST("walk-reads", 14, "SOG 57647 on caches: L2's latency"),
	COST("branch-misses", 13, "SOG 57647 on branches: 13 cycles commonly"),
	END
};

/*
 * Hits of L1 are instructions and accesses less misses, so a miss adds what its level costs more
 * than the one above.
 */
#define IAI "iai, src/lib.rs: L1 hits + 5 * L3 hits + 35 * RAM hits, after I. " \
	    "Turner-Trauring (pythonspeed.com/articles/consistent-benchmarking-in-ci)"

const struct machine_cost pmc_costs_iai[] = {
	COST("instructions", 1, IAI),
	COST("loads", 1, IAI),
	COST("stores", 1, IAI),
	COST("L1i", 4, IAI),
	COST("L1d", 4, IAI),
	COST("LL", 30, IAI),
	END
};

/* clang-format on */
