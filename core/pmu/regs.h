/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Addresses and bits of every PMU register that core/ knows, by family, in the manuals' terms.
 * registers.h says which registers a PMU has, and which of their bits.
 *
 * Sources: Intel SDM volume 3 ("Performance Monitoring") and volume 4 (MSRs); for the P5 the
 * Pentium Processor Family Developer's Manual volume 3, chapter 16; AMD APM volume 2 section 13.2
 * and the BKDGs; the 6x86MX and WinChip data books.
 */
#ifndef PMC_CORE_REGS_H
#define PMC_CORE_REGS_H

#include "core/base/types.h"

/* clang-format off */

#define MSR_TSC 0x10u

/* ---- P5, 6x86MX, WinChip: one CESR with a half for each counter ---- */
#define MSR_P5_CESR 0x11u
#define MSR_P5_CTR0 0x12u
#define MSR_P5_CTR1 0x13u
#define P5_CESR_ES     0x3fu	/* event select of counter 0; counter 1's half is 16 bits higher */
#define P5_CESR_CC     0x1c0u	/* counter control: 0 off … */
#define P5_CESR_CC_OS  0x40u	/* … at CPL 0 to 2 … */
#define P5_CESR_CC_USR 0x80u	/* … at CPL 3 … */
#define P5_CESR_CC_CLK 0x100u	/* … clocks instead of events (edge: the duration of the event) */
#define P5_CESR_PC     0x200u	/* PM pin: 0 at increment, 1 at overflow */
#define P5_CESR_SHIFT  16
#define CYRIX_CESR_ES6 0x400u	/* 6x86MX: bit 6 of the event select */
#define C6_CESR_ES     0xffu	/* WinChip: 8 bits of event, no control */

/* ---- PERFEVTSEL: P6, VIA C3, AMD and the architectural PMU ---- */
#define MSR_PERFEVTSEL0 0x186u /* P6: PerfEvtSel0; IA32_PERFEVTSELn from here on */
#define MSR_PERFCTR0	0xc1u  /* P6: PerfCtr0; IA32_PMCn from here on */
#define MSR_A_PMC0	0x4c1u /* IA32_A_PMCn: the same counters, written at full width */
#define EVTSEL_EVENT 0xffull
#define EVTSEL_UMASK 0xff00ull
#define EVTSEL_USR   (1ull << 16)
#define EVTSEL_OS    (1ull << 17)
#define EVTSEL_EDGE  (1ull << 18)
#define EVTSEL_PC    (1ull << 19) /* pin control; reserved on newer cores */
#define EVTSEL_INT   (1ull << 20)
#define EVTSEL_ANY   (1ull << 21) /* architectural version 3 on: AnyThread */
#define EVTSEL_EN    (1ull << 22) /* P6: PerfEvtSel0's enables both counters; 1 has none */
#define EVTSEL_INV   (1ull << 23)
#define EVTSEL_CMASK 0xff000000ull
#define EVTSEL_CMASK_SHIFT 24
#define EVTSEL_IN_TX   (1ull << 32) /* cores with TSX */
#define EVTSEL_IN_TXCP (1ull << 33)
#define EVTSEL_ADAPTIVE (1ull << 34) /* adaptive PEBS */
#define EVTSEL_EQ      (1ull << 36) /* version 6, leaf 23H: compare for equality with CMASK */
#define EVTSEL_UMASK2  0xff0000000000ull /* version 6, leaf 23H: bits 40 to 47 */
/* VIA C3: nine bits of event select, nothing else; only counter 1 counts (0 is the time stamp
 * counter). */
#define C3_EVTSEL_EVENT 0x1ffull

/* ---- AMD ---- */
#define MSR_K7_PERFEVTSEL0 0xc0010000u /* four of them */
#define MSR_K7_PERFCTR0	   0xc0010004u
#define MSR_F15H_PERF_CTL0 0xc0010200u /* PERF_CTLn at even addresses … */
#define MSR_F15H_PERF_CTR0 0xc0010201u /* … PERF_CTRn at odd ones; six of each */
#define AMD_EVTSEL_EVENT_HI (0xfull << 32) /* K8 on: event select 8 to 11 */
#define AMD_EVTSEL_GUEST    (1ull << 40)   /* family 10h on: counts only in a guest … */
#define AMD_EVTSEL_HOST	    (1ull << 41)   /* … only in the host */
#define MSR_AMD_GLOBAL_STATUS	    0xc0000300u /* PerfMonV2 */
#define MSR_AMD_GLOBAL_CTL	    0xc0000301u
#define MSR_AMD_GLOBAL_STATUS_CLR   0xc0000302u
#define MSR_AMD_GLOBAL_STATUS_SET   0xc0000303u
#define AMD_GLOBAL_LBR_FREEZE (1ull << 58) /* in the status registers */
#define AMD_GLOBAL_PMC_FREEZE (1ull << 59)

/* ---- Architectural ---- */
#define MSR_PERF_CAPABILITIES 0x345u /* with CPUID 01H:ECX.PDCM */
#define MSR_FIXED_CTR0	      0x309u
#define MSR_FIXED_CTR_CTRL    0x38du
#define MSR_GLOBAL_STATUS     0x38eu
#define MSR_GLOBAL_CTRL	      0x38fu
#define MSR_GLOBAL_OVF_CTRL   0x390u /* version 4 on: GLOBAL_STATUS_RESET */
#define MSR_GLOBAL_STATUS_SET 0x391u
#define MSR_GLOBAL_INUSE      0x392u
#define MSR_DEBUGCTL	      0x1d9u
#define DEBUGCTL_FREEZE_LBRS_ON_PMI    (1ull << 11)
#define DEBUGCTL_FREEZE_PERFMON_ON_PMI (1ull << 12)
#define FIXED_CTRL_OS  1u /* four bits for each fixed counter */
#define FIXED_CTRL_USR 2u
#define FIXED_CTRL_ANY 4u
#define FIXED_CTRL_PMI 8u
#define FIXED_CTRL_BITS 4
#define GLOBAL_FIXED_SHIFT 32
#define GLOBAL_METRICS	     (1ull << 48)
#define STATUS_TRACE_TOPA    (1ull << 55)
#define STATUS_LBR_FRZ	     (1ull << 58)
#define STATUS_CTR_FRZ	     (1ull << 59)
#define STATUS_ASCI	     (1ull << 60)
#define STATUS_OVF_UNCORE    (1ull << 61)
#define STATUS_OVF_DS_BUFFER (1ull << 62)
#define STATUS_COND_CHGD     (1ull << 63)
#define INUSE_PMI	     (1ull << 63)
#define PERF_CAP_FW_WRITE    (1ull << 13)
#define PERF_CAP_METRICS     (1ull << 15)
/* Registers that some events of Nehalem and later need as well. Each exists once, for all
 * counters. */
#define MSR_OFFCORE_RSP0 0x1a6u
#define MSR_OFFCORE_RSP1 0x1a7u
#define MSR_PEBS_LD_LAT_THRESHOLD 0x3f6u
#define MSR_PEBS_FRONTEND 0x3f7u
/* Version 6: the same counters at further addresses, four apart (CPUID leaf 23H). */
#define MSR_GP0_CTR   0x1900u
#define MSR_GP0_CFG_A 0x1901u
#define MSR_FX0_CTR   0x1980u
#define MSR_V6_STRIDE 4u

/* ---- Pentium 4 ---- */
#define MSR_P4_COUNTER0 0x300u /* 18, in the order of enum p4_counter */
#define MSR_P4_CCCR0	0x360u
#define MSR_P4_MISC_ENABLE 0x1a0u
#define P4_MISC_PERFMON	   (1u << 7)
#define P4_MISC_NO_PEBS	   (1u << 12)
#define MSR_P4_PEBS_ENABLE 0x3f1u
#define MSR_P4_PEBS_MATRIX_VERT 0x3f2u
#define P4_PEBS_ENABLE_METRICS	0x19fffu   /* which replay metric: bits 0 to 12, 15, 16 */
#define P4_PEBS_ENABLE_UOP_TAG	(1u << 24) /* replay tagging on */
#define P4_PEBS_ENABLE_MY_THR	(1u << 25) /* for this logical processor */
#define P4_PEBS_ENABLE_OTH_THR	(1u << 26) /* for its sibling */

#define P4_ESCR_T1_USR (1u << 0) /* without Hyper-Threading: reserved */
#define P4_ESCR_T1_OS  (1u << 1)
#define P4_ESCR_T0_USR (1u << 2) /* without Hyper-Threading: USR and OS */
#define P4_ESCR_T0_OS  (1u << 3)
#define P4_ESCR_TAG_ENABLE (1u << 4)
#define P4_ESCR_TAG_SHIFT  5
#define P4_ESCR_TAG	   (0xfu << P4_ESCR_TAG_SHIFT)
#define P4_ESCR_MASK_SHIFT 9
#define P4_ESCR_MASK	   (0xffffu << P4_ESCR_MASK_SHIFT)
#define P4_ESCR_EVENT_SHIFT 25
#define P4_ESCR_EVENT	   (0x3fu << P4_ESCR_EVENT_SHIFT)
#define P4_ESCR_BITS	   0x7fffffffu

#define P4_CCCR_EXT_CASCADE (1u << 11) /* model 2 on, IQ counters: CASNT…INTO… */
#define P4_CCCR_ENABLE	    (1u << 12)
#define P4_CCCR_SELECT_SHIFT 13
#define P4_CCCR_SELECT	    (7u << P4_CCCR_SELECT_SHIFT)
#define P4_CCCR_THREAD_SHIFT 16
#define P4_CCCR_THREAD	    (3u << P4_CCCR_THREAD_SHIFT) /* 0 none, 1 single, 2 both, 3 any */
#define P4_CCCR_COMPARE	    (1u << 18)
#define P4_CCCR_COMPLEMENT  (1u << 19) /* count at or below the threshold, not above it */
#define P4_CCCR_THRESHOLD_SHIFT 20
#define P4_CCCR_THRESHOLD   (0xfu << P4_CCCR_THRESHOLD_SHIFT)
#define P4_CCCR_EDGE	    (1u << 24)
#define P4_CCCR_FORCE_OVF   (1u << 25)
#define P4_CCCR_OVF_PMI_T0  (1u << 26) /* without Hyper-Threading: OVF_PMI */
#define P4_CCCR_OVF_PMI_T1  (1u << 27)
#define P4_CCCR_CASCADE	    (1u << 30)
#define P4_CCCR_OVF	    (1u << 31)

/* clang-format on */

#endif
