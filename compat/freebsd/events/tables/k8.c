/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Class K8: pmc.k8(3). Codes and unit masks are those of AMD's "BIOS and Kernel Developer's Guide
 * for the Athlon 64 and Opteron" (26094), section 10.2.
 */
#include <stddef.h>

#include "compat/freebsd/events/tables/k8.h"

#define MASKS(set, all, ...)                                                                \
	static const struct mask_word set##_words[] = { __VA_ARGS__, { NULL } };            \
	static const struct mask_set set = { .words = set##_words, .initial = all }

MASKS(pipes, 0x3f, { "add-pipe-excluding-junk-ops", 0x01 },
      { "multiply-pipe-excluding-junk-ops", 0x02 }, { "store-pipe-excluding-junk-ops", 0x04 },
      { "add-pipe-junk-ops", 0x08 }, { "multiply-pipe-junk-ops", 0x10 },
      { "store-pipe-junk-ops", 0x20 });
MASKS(segments, 0x7f, { "es", 0x01 }, { "cs", 0x02 }, { "ss", 0x04 }, { "ds", 0x08 },
      { "fs", 0x10 }, { "gs", 0x20 }, { "hs", 0x40 });
MASKS(locks, 0x01, { "locked-instructions", 0x01 }, { "cycles-in-request", 0x02 },
      { "cycles-to-complete", 0x04 });
MASKS(moesi, 0x1f, { "invalid", 0x01 }, { "shared", 0x02 }, { "exclusive", 0x04 },
      { "owner", 0x08 }, { "modified", 0x10 });
MASKS(ecc, 0x03, { "scrubber", 0x01 }, { "piggyback", 0x02 });
MASKS(prefetches, 0x07, { "load", 0x01 }, { "store", 0x02 }, { "nta", 0x04 });
MASKS(by_locks, 0x01, { "accesses", 0x01 }, { "misses", 0x02 });
MASKS(requests, 0x1f, { "ic-fill", 0x01 }, { "dc-fill", 0x02 }, { "tlb-reload", 0x04 },
      { "tag-snoop", 0x08 }, { "cancelled", 0x10 });
MASKS(fills, 0x07, { "ic-fill", 0x01 }, { "dc-fill", 0x02 }, { "tlb-reload", 0x04 });
MASKS(into_l2, 0x03, { "dirty-l2-victim", 0x01 }, { "victim-from-l2", 0x02 });
MASKS(fpu, 0x0f, { "x87", 0x01 }, { "mmx-3dnow", 0x02 }, { "packed-sse-sse2", 0x04 },
      { "scalar-sse-sse2", 0x08 });
MASKS(positions, 0x07, { "low-op-pos-0", 0x01 }, { "low-op-pos-1", 0x02 },
      { "low-op-pos-2", 0x04 });
MASKS(faults, 0x0f, { "x87-reclass-microfaults", 0x01 }, { "sse-retype-microfaults", 0x02 },
      { "sse-reclass-microfaults", 0x04 }, { "sse-and-x87-microtraps", 0x08 });
MASKS(pages, 0x07, { "page-hit", 0x01 }, { "page-miss", 0x02 }, { "page-conflict", 0x04 });
MASKS(turns, 0x07, { "dimm-turnaround", 0x01 }, { "read-to-write-turnaround", 0x02 },
      { "write-to-read-turnaround", 0x04 });
MASKS(bypasses, 0x0f, { "memory-controller-hi-pri-bypass", 0x01 },
      { "memory-controller-lo-pri-bypass", 0x02 },
      { "dram-controller-interface-bypass", 0x04 }, { "dram-controller-queue-bypass", 0x08 });
MASKS(sized, 0x7f, { "nonpostwrszbyte", 0x01 }, { "nonpostwrszdword", 0x02 },
      { "postwrszbyte", 0x04 }, { "postwrszdword", 0x08 }, { "rdszbyte", 0x10 },
      { "rdszdword", 0x20 }, { "rdmodwr", 0x40 });
MASKS(probes, 0x0f, { "probe-miss", 0x01 }, { "probe-hit", 0x02 },
      { "probe-hit-dirty-no-memory-cancel", 0x04 },
      { "probe-hit-dirty-with-memory-cancel", 0x08 });
MASKS(bus, 0x0f, { "command", 0x01 }, { "data", 0x02 }, { "buffer-release", 0x04 },
      { "nop", 0x08 });

#define ROW(event, ...) [PMC_EV_K8_##event - PMC_EV_K8_FIRST] = { .name = #event, __VA_ARGS__ }

const struct event_row k8_rows[PMC_EV_K8__END - PMC_EV_K8_FIRST] = {
	ROW(FP_DISPATCHED_FPU_OPS, .code = 0x00, .masks = &pipes),
	ROW(FP_CYCLES_WITH_NO_FPU_OPS_RETIRED, .code = 0x01),
	ROW(FP_DISPATCHED_FPU_FAST_FLAG_OPS, .code = 0x02),
	ROW(LS_SEGMENT_REGISTER_LOAD, .code = 0x20, .masks = &segments),
	ROW(LS_MICROARCHITECTURAL_RESYNC_BY_SELF_MODIFYING_CODE, .code = 0x21),
	ROW(LS_MICROARCHITECTURAL_RESYNC_BY_SNOOP, .code = 0x22),
	ROW(LS_BUFFER2_FULL, .code = 0x23),
	ROW(LS_LOCKED_OPERATION, .code = 0x24, .masks = &locks),
	ROW(LS_MICROARCHITECTURAL_LATE_CANCEL, .code = 0x25),
	ROW(LS_RETIRED_CFLUSH_INSTRUCTIONS, .code = 0x26),
	ROW(LS_RETIRED_CPUID_INSTRUCTIONS, .code = 0x27),
	ROW(DC_ACCESS, .code = 0x40),
	ROW(DC_MISS, .code = 0x41),
	ROW(DC_REFILL_FROM_L2, .code = 0x42, .masks = &moesi),
	ROW(DC_REFILL_FROM_SYSTEM, .code = 0x43, .masks = &moesi),
	ROW(DC_COPYBACK, .code = 0x44, .masks = &moesi),
	ROW(DC_L1_DTLB_MISS_AND_L2_DTLB_HIT, .code = 0x45),
	ROW(DC_L1_DTLB_MISS_AND_L2_DTLB_MISS, .code = 0x46),
	ROW(DC_MISALIGNED_DATA_REFERENCE, .code = 0x47),
	ROW(DC_MICROARCHITECTURAL_LATE_CANCEL, .code = 0x48,
	    .other = "dc-microarchitectural-late-cancel-of-an-access"),
	ROW(DC_MICROARCHITECTURAL_EARLY_CANCEL, .code = 0x49,
	    .other = "dc-microarchitectural-early-cancel-of-an-access"),
	ROW(DC_ONE_BIT_ECC_ERROR, .code = 0x4a, .masks = &ecc),
	ROW(DC_DISPATCHED_PREFETCH_INSTRUCTIONS, .code = 0x4b, .masks = &prefetches),
	ROW(DC_DCACHE_ACCESSES_BY_LOCKS, .code = 0x4c, .masks = &by_locks),
	ROW(BU_CPU_CLK_UNHALTED, .code = 0x76),
	ROW(BU_INTERNAL_L2_REQUEST, .code = 0x7d, .masks = &requests),
	ROW(BU_FILL_REQUEST_L2_MISS, .code = 0x7e, .masks = &fills),
	ROW(BU_FILL_INTO_L2, .code = 0x7f, .masks = &into_l2),
	ROW(IC_FETCH, .code = 0x80),
	ROW(IC_MISS, .code = 0x81),
	ROW(IC_REFILL_FROM_L2, .code = 0x82),
	ROW(IC_REFILL_FROM_SYSTEM, .code = 0x83),
	ROW(IC_L1_ITLB_MISS_AND_L2_ITLB_HIT, .code = 0x84),
	ROW(IC_L1_ITLB_MISS_AND_L2_ITLB_MISS, .code = 0x85),
	ROW(IC_MICROARCHITECTURAL_RESYNC_BY_SNOOP, .code = 0x86),
	ROW(IC_INSTRUCTION_FETCH_STALL, .code = 0x87),
	ROW(IC_RETURN_STACK_HIT, .code = 0x88, .other = "ic-return-stack-hits"),
	ROW(IC_RETURN_STACK_OVERFLOW, .code = 0x89),
	ROW(FR_RETIRED_X86_INSTRUCTIONS, .code = 0xc0, .stream = "instructions"),
	ROW(FR_RETIRED_UOPS, .code = 0xc1),
	ROW(FR_RETIRED_BRANCHES, .code = 0xc2, .stream = "branches"),
	ROW(FR_RETIRED_BRANCHES_MISPREDICTED, .code = 0xc3),
	ROW(FR_RETIRED_TAKEN_BRANCHES, .code = 0xc4, .stream = "branches-taken"),
	ROW(FR_RETIRED_TAKEN_BRANCHES_MISPREDICTED, .code = 0xc5),
	ROW(FR_RETIRED_FAR_CONTROL_TRANSFERS, .code = 0xc6),
	ROW(FR_RETIRED_RESYNCS, .code = 0xc7),
	ROW(FR_RETIRED_NEAR_RETURNS, .code = 0xc8, .stream = "returns"),
	ROW(FR_RETIRED_NEAR_RETURNS_MISPREDICTED, .code = 0xc9),
	ROW(FR_RETIRED_TAKEN_BRANCHES_MISPREDICTED_BY_ADDR_MISCOMPARE, .code = 0xca),
	ROW(FR_RETIRED_FPU_INSTRUCTIONS, .code = 0xcb, .masks = &fpu),
	ROW(FR_RETIRED_FASTPATH_DOUBLE_OP_INSTRUCTIONS, .code = 0xcc, .masks = &positions),
	ROW(FR_INTERRUPTS_MASKED_CYCLES, .code = 0xcd),
	ROW(FR_INTERRUPTS_MASKED_WHILE_PENDING_CYCLES, .code = 0xce),
	ROW(FR_TAKEN_HARDWARE_INTERRUPTS, .code = 0xcf,
	    .other = "fr-retired-taken-hardware-interrupts"),
	ROW(FR_DECODER_EMPTY, .code = 0xd0),
	ROW(FR_DISPATCH_STALLS, .code = 0xd1),
	ROW(FR_DISPATCH_STALL_FROM_BRANCH_ABORT_TO_RETIRE, .code = 0xd2),
	ROW(FR_DISPATCH_STALL_FOR_SERIALIZATION, .code = 0xd3),
	ROW(FR_DISPATCH_STALL_FOR_SEGMENT_LOAD, .code = 0xd4),
	ROW(FR_DISPATCH_STALL_WHEN_REORDER_BUFFER_IS_FULL, .code = 0xd5),
	ROW(FR_DISPATCH_STALL_WHEN_RESERVATION_STATIONS_ARE_FULL, .code = 0xd6),
	ROW(FR_DISPATCH_STALL_WHEN_FPU_IS_FULL, .code = 0xd7),
	ROW(FR_DISPATCH_STALL_WHEN_LS_IS_FULL, .code = 0xd8),
	ROW(FR_DISPATCH_STALL_WHEN_WAITING_FOR_ALL_TO_BE_QUIET, .code = 0xd9),
	ROW(FR_DISPATCH_STALL_WHEN_FAR_XFER_OR_RESYNC_BRANCH_PENDING, .code = 0xda,
	    .other = "fr-dispatch-stall-when-waiting-far-xfer-or-resync-branch-pending"),
	ROW(FR_FPU_EXCEPTIONS, .code = 0xdb, .masks = &faults),
	ROW(FR_NUMBER_OF_BREAKPOINTS_FOR_DR0, .code = 0xdc),
	ROW(FR_NUMBER_OF_BREAKPOINTS_FOR_DR1, .code = 0xdd),
	ROW(FR_NUMBER_OF_BREAKPOINTS_FOR_DR2, .code = 0xde),
	ROW(FR_NUMBER_OF_BREAKPOINTS_FOR_DR3, .code = 0xdf),
	ROW(NB_MEMORY_CONTROLLER_PAGE_ACCESS_EVENT, .code = 0xe0, .masks = &pages),
	ROW(NB_MEMORY_CONTROLLER_PAGE_TABLE_OVERFLOW, .code = 0xe1),
	ROW(NB_MEMORY_CONTROLLER_DRAM_COMMAND_SLOTS_MISSED, .code = 0xe2,
	    .other = "nb-memory-controller-dram-slots-missed"),
	ROW(NB_MEMORY_CONTROLLER_TURNAROUND, .code = 0xe3, .masks = &turns),
	ROW(NB_MEMORY_CONTROLLER_BYPASS_SATURATION, .code = 0xe4, .masks = &bypasses),
	ROW(NB_SIZED_COMMANDS, .code = 0xeb, .masks = &sized),
	ROW(NB_PROBE_RESULT, .code = 0xec, .masks = &probes),
	ROW(NB_HT_BUS0_BANDWIDTH, .code = 0xf6, .masks = &bus),
	ROW(NB_HT_BUS1_BANDWIDTH, .code = 0xf7, .masks = &bus),
	ROW(NB_HT_BUS2_BANDWIDTH, .code = 0xf8, .masks = &bus),
};
