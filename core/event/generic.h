/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The generic events: names that mean the same on every machine. They are perf's hardware, cache
 * and software events under perf's names, and our own events that are counted from the instruction
 * stream.
 *
 * One list for each kind makes both the enum and the table (generic.c). Each backend translates
 * them into its own numbers.
 *
 * Presets are PAPI's names. They mean an event of the model where one agrees (tables/presets.h),
 * and sums of counts where programs are translated.
 */
#ifndef PMC_CORE_GENERIC_H
#define PMC_CORE_GENERIC_H

#include "core/base/types.h"

enum event_kind {
	EVENT_HARDWARE,
	EVENT_CACHE,
	EVENT_SOFTWARE,
	EVENT_STREAM,
	EVENT_MODEL, /* a row of a catalogue, see event.h */
	EVENT_RAW,   /* rXXXX, pmu/terms/ */
	EVENT_PRESET,
	EVENT_KINDS
};

/* clang-format off */

/* X(ID, name, aliases separated by blanks, description) */
#define EVENT_HARDWARE_LIST(X) \
	X(CYCLES, "cycles", "cpu-cycles", \
	  "core clock cycles while not halted") \
	X(INSTRUCTIONS, "instructions", "", \
	  "instructions retired; a REP instruction counts once") \
	X(BRANCHES, "branches", "branch-instructions", \
	  "control transfers retired: conditional branches, jumps, calls and returns") \
	X(BRANCH_MISSES, "branch-misses", "", \
	  "branches retired that were predicted wrongly") \
	X(CACHE_REFERENCES, "cache-references", "", \
	  "requests that reach the last level of cache") \
	X(CACHE_MISSES, "cache-misses", "", \
	  "requests that miss the last level of cache") \
	X(BUS_CYCLES, "bus-cycles", "", \
	  "bus clock cycles while not halted") \
	X(STALLED_FRONTEND, "stalled-cycles-frontend", "idle-cycles-frontend", \
	  "cycles without an instruction from fetch and decode") \
	X(STALLED_BACKEND, "stalled-cycles-backend", "idle-cycles-backend", \
	  "cycles in which execution could take no instruction") \
	X(REF_CYCLES, "ref-cycles", "", \
	  "cycles at the constant reference clock while not halted")

/*
 * X(ID, name, aliases, description, unit of the count). From duration_time on, no kernel counts
 * them: they come from clocks, rusage and /proc, whatever the backend.
 */
#define EVENT_SOFTWARE_LIST(X) \
	X(CPU_CLOCK, "cpu-clock", "", "time on a CPU, by its high-resolution timer", 'n') \
	X(TASK_CLOCK, "task-clock", "", "time that the tasks spent on a CPU", 'n') \
	X(PAGE_FAULTS, "page-faults", "faults", "page faults, minor and major", 0) \
	X(CONTEXT_SWITCHES, "context-switches", "cs", \
	  "switches from one task to another, voluntary or not", 0) \
	X(CPU_MIGRATIONS, "cpu-migrations", "migrations", "moves of a task to another CPU", 0) \
	X(MINOR_FAULTS, "minor-faults", "", "page faults that needed no reading from a disk", 0) \
	X(MAJOR_FAULTS, "major-faults", "", "page faults that waited for a disk", 0) \
	X(ALIGNMENT_FAULTS, "alignment-faults", "", \
	  "unaligned accesses that the kernel fixed up; none on x86", 0) \
	X(EMULATION_FAULTS, "emulation-faults", "", \
	  "instructions that the kernel emulated; none on x86", 0) \
	X(DUMMY, "dummy", "", "counts nothing; carries settings while sampling", 0) \
	X(BPF_OUTPUT, "bpf-output", "", "records that BPF programs write", 0) \
	X(CGROUP_SWITCHES, "cgroup-switches", "", \
	  "switches to a task of another control group", 0) \
	X(TSC, "tsc", "", "ticks of the time-stamp counter while the thread, or the CPU, ran", 0) \
	X(DURATION_TIME, "duration_time", "", "time that passed while the set counted", 't') \
	X(USER_TIME, "user_time", "", "time on a CPU in user mode", 't') \
	X(SYSTEM_TIME, "system_time", "", "time on a CPU in the kernel", 't') \
	X(MAX_RSS, "max_rss", "", \
	  "most memory that one process had resident at a time", 'k')

/* X(ID, name, aliases, description) */
#define EVENT_STREAM_LIST(X) \
	X(BRANCHES_CONDITIONAL, "branches-conditional", "conditional-branches", \
	  "conditional branches (Jcc, LOOPcc, JrCXZ), taken or not") \
	X(BRANCHES_CONDITIONAL_TAKEN, "branches-conditional-taken", \
	  "conditional-branches-taken", "conditional branches that were taken") \
	X(BRANCHES_NOT_TAKEN, "branches-not-taken", "", \
	  "conditional branches that were not taken") \
	X(BRANCHES_TAKEN, "branches-taken", "", \
	  "branches that were taken: branches minus branches-not-taken") \
	X(BRANCHES_UNCONDITIONAL, "branches-unconditional", "unconditional-branches", \
	  "jumps, calls and returns: branches minus branches-conditional") \
	X(BRANCHES_INDIRECT, "branches-indirect", "indirect-branches", \
	  "jumps and calls to an address from a register or memory; returns not included") \
	X(JUMPS, "jumps", "", "unconditional jumps, direct and indirect") \
	X(JUMPS_DIRECT, "jumps-direct", "direct-jumps", "JMP to an address in the instruction") \
	X(JUMPS_INDIRECT, "jumps-indirect", "indirect-jumps", \
	  "JMP to an address from a register or memory") \
	X(CALLS, "calls", "", "calls, direct and indirect") \
	X(CALLS_DIRECT, "calls-direct", "direct-calls", "CALL of an address in the instruction") \
	X(CALLS_INDIRECT, "calls-indirect", "indirect-calls", \
	  "CALL of an address from a register or memory") \
	X(RETURNS, "returns", "", "RET instructions") \
	X(LOADS, "loads", "", "instructions that read memory") \
	X(STORES, "stores", "", "instructions that write memory") \
	X(SYSCALLS, "syscalls", "", "SYSCALL instructions")

/* The caches with their operations, in perf's words. X(CACHE, OPERATION, RESULT, name, aliases) */
#define EVENT_CACHE_LIST(X) \
	X(L1D, READ, ACCESS, "L1-dcache-loads", "l1d-loads") \
	X(L1D, READ, MISS, "L1-dcache-load-misses", "l1d-load-misses") \
	X(L1D, WRITE, ACCESS, "L1-dcache-stores", "l1d-stores") \
	X(L1D, WRITE, MISS, "L1-dcache-store-misses", "l1d-store-misses") \
	X(L1D, PREFETCH, ACCESS, "L1-dcache-prefetches", "l1d-prefetches") \
	X(L1D, PREFETCH, MISS, "L1-dcache-prefetch-misses", "l1d-prefetch-misses") \
	X(L1I, READ, ACCESS, "L1-icache-loads", "l1i-loads") \
	X(L1I, READ, MISS, "L1-icache-load-misses", "l1i-load-misses") \
	X(L1I, PREFETCH, ACCESS, "L1-icache-prefetches", "l1i-prefetches") \
	X(L1I, PREFETCH, MISS, "L1-icache-prefetch-misses", "l1i-prefetch-misses") \
	X(LLC, READ, ACCESS, "LLC-loads", "") \
	X(LLC, READ, MISS, "LLC-load-misses", "") \
	X(LLC, WRITE, ACCESS, "LLC-stores", "") \
	X(LLC, WRITE, MISS, "LLC-store-misses", "") \
	X(LLC, PREFETCH, ACCESS, "LLC-prefetches", "") \
	X(LLC, PREFETCH, MISS, "LLC-prefetch-misses", "") \
	X(DTLB, READ, ACCESS, "dTLB-loads", "") \
	X(DTLB, READ, MISS, "dTLB-load-misses", "") \
	X(DTLB, WRITE, ACCESS, "dTLB-stores", "") \
	X(DTLB, WRITE, MISS, "dTLB-store-misses", "") \
	X(DTLB, PREFETCH, ACCESS, "dTLB-prefetches", "") \
	X(DTLB, PREFETCH, MISS, "dTLB-prefetch-misses", "") \
	X(ITLB, READ, ACCESS, "iTLB-loads", "") \
	X(ITLB, READ, MISS, "iTLB-load-misses", "") \
	X(BPU, READ, ACCESS, "branch-loads", "") \
	X(BPU, READ, MISS, "branch-load-misses", "") \
	X(NODE, READ, ACCESS, "node-loads", "") \
	X(NODE, READ, MISS, "node-load-misses", "") \
	X(NODE, WRITE, ACCESS, "node-stores", "") \
	X(NODE, WRITE, MISS, "node-store-misses", "") \
	X(NODE, PREFETCH, ACCESS, "node-prefetches", "") \
	X(NODE, PREFETCH, MISS, "node-prefetch-misses", "")

/* X(ID, description): "PAPI_" and the ID is the name. Those of PAPI_presets(3) that any model or
 * the translator has. */
#define EVENT_PRESET_LIST(X) \
	X(L1_DCM, "level 1 data cache misses") \
	X(L1_ICM, "level 1 instruction cache misses") \
	X(L1_TCM, "level 1 cache misses") \
	X(L1_LDM, "level 1 load misses") \
	X(L1_STM, "level 1 store misses") \
	X(L1_DCA, "level 1 data cache accesses") \
	X(L1_DCR, "level 1 data cache reads") \
	X(L1_DCW, "level 1 data cache writes") \
	X(L1_ICA, "level 1 instruction cache accesses") \
	X(L1_ICH, "level 1 instruction cache hits") \
	X(L2_DCM, "level 2 data cache misses") \
	X(L2_ICM, "level 2 instruction cache misses") \
	X(L2_TCM, "level 2 cache misses") \
	X(L2_LDM, "level 2 load misses") \
	X(L2_STM, "level 2 store misses") \
	X(L2_DCA, "level 2 data cache accesses") \
	X(L2_DCH, "level 2 data cache hits") \
	X(L2_DCR, "level 2 data cache reads") \
	X(L2_DCW, "level 2 data cache writes") \
	X(L2_ICA, "level 2 instruction cache accesses") \
	X(L2_ICH, "level 2 instruction cache hits") \
	X(L2_TCA, "level 2 cache accesses") \
	X(L2_TCH, "level 2 cache hits") \
	X(L3_DCM, "level 3 data cache misses") \
	X(L3_ICM, "level 3 instruction cache misses") \
	X(L3_TCM, "level 3 cache misses") \
	X(L3_LDM, "level 3 load misses") \
	X(L3_STM, "level 3 store misses") \
	X(L3_DCA, "level 3 data cache accesses") \
	X(L3_DCH, "level 3 data cache hits") \
	X(L3_DCR, "level 3 data cache reads") \
	X(L3_DCW, "level 3 data cache writes") \
	X(L3_ICA, "level 3 instruction cache accesses") \
	X(L3_ICH, "level 3 instruction cache hits") \
	X(L3_TCA, "level 3 cache accesses") \
	X(L3_TCH, "level 3 cache hits") \
	X(TLB_DM, "data TLB misses") \
	X(TLB_IM, "instruction TLB misses") \
	X(TLB_TL, "TLB misses") \
	X(BTAC_M, "branch target address cache misses") \
	X(BR_INS, "branch instructions") \
	X(BR_CN, "conditional branch instructions") \
	X(BR_UCN, "unconditional branch instructions") \
	X(BR_TKN, "conditional branch instructions taken") \
	X(BR_NTK, "conditional branch instructions not taken") \
	X(BR_MSP, "conditional branch instructions mispredicted") \
	X(BR_PRC, "conditional branch instructions correctly predicted") \
	X(TOT_INS, "instructions completed") \
	X(TOT_CYC, "total cycles") \
	X(REF_CYC, "reference clock cycles") \
	X(LD_INS, "load instructions") \
	X(SR_INS, "store instructions") \
	X(LST_INS, "load and store instructions: the sum of both") \
	X(FP_OPS, "floating point operations") \
	X(HW_INT, "hardware interrupts") \
	X(RES_STL, "cycles stalled on any resource") \
	X(STL_ICY, "cycles with no instruction issue")

/* clang-format on */

#define X(id, ...) HW_##id,
enum event_hardware { EVENT_HARDWARE_LIST(X) HW_COUNT };
#undef X
#define X(id, ...) SW_##id,
enum event_software { EVENT_SOFTWARE_LIST(X) SW_COUNT };
#undef X
#define X(id, ...) STREAM_##id,
enum event_stream { EVENT_STREAM_LIST(X) STREAM_COUNT };
#undef X
#define X(id, ...) PRESET_##id,
enum event_preset { EVENT_PRESET_LIST(X) PRESET_COUNT };
#undef X

enum event_cache { CACHE_L1D, CACHE_L1I, CACHE_LLC, CACHE_DTLB, CACHE_ITLB, CACHE_BPU, CACHE_NODE };
enum event_cache_op { CACHE_OP_READ, CACHE_OP_WRITE, CACHE_OP_PREFETCH };
enum event_cache_result { CACHE_ACCESS, CACHE_MISS };
/* The id of a cache event. */
#define CACHE_CONFIG(cache, op, result) ((u32)(cache) | (u32)(op) << 8 | (u32)(result) << 16)

struct event_row {
	const char *name;
	const char *alias; /* separated by blanks; "" */
	const char *about;
	u8 kind; /* enum event_kind */
	u8 unit; /* 0: none; 'n': nanoseconds, shown as msec; 't': nanoseconds; 'k': KiB */
	/* enum event_hardware, event_software, event_stream, event_preset; CACHE_CONFIG() */
	u32 id;
};

/* Row i of all generic events, in the order hardware, cache, software, stream, presets; NULL past
 * the end. */
const struct event_row *pmc_generic_row(u32 i);
/* The row with this kind and id; NULL: none. */
const struct event_row *pmc_generic_of(enum event_kind kind, u32 id);
/* The row with this name or alias, which are case-sensitive as in perf; NULL: none. */
const struct event_row *pmc_generic_find(const char *name, size_t len);

#endif
