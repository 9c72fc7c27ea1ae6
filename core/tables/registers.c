/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The registers of every family, with their fields. Bits that no field has are reserved. Each block
 * cites its sources; core/pmu/regs.h has the addresses and bits.
 */
#include "core/tables/registers.h"
#include "core/pmu/p4.h"
#include "core/pmu/regs.h"

/* clang-format off */
#define BITS(l, w, n, a) { .name = n, .about = a, .lo = l, .width = w }
#define SOME(l, w, n, a, need) { .name = n, .about = a, .lo = l, .width = w, .needs = need }
#define N(array) (sizeof(array) / sizeof(array[0]))
#define FIELDS(array) .fields = array, .n_fields = N(array)

static const struct pmu_field count[] = {
	{ .name = "COUNT", .about = "the count", .size = FIELD_COUNT },
};
static const struct pmu_field whole[] = { BITS(0, 64, "COUNT", "the count") };

/* ---- TSC: SDM volume 3, "Time-Stamp Counter" ---- */
static const struct pmu_reg tsc_regs[] = {
	{ "TSC", MSR_TSC, REG_COUNTER, FIELDS(whole) },
};

/* ---- P5: Pentium Developer's Manual volume 3, 16.6.1 (figure 16-4); SDM volume 3, "Performance
 * Monitoring (Pentium Processors)" ---- */
#define CESR_HALF(n, at)                                                                           \
	BITS(at, 6, "ES" n, "event select"), \
	BITS(at + 6, 1, "CC" n ".OS", "counts at CPL 0 to 2"), \
	BITS(at + 7, 1, "CC" n ".USR", "counts at CPL 3"),                                         \
	BITS(at + 8, 1, "CC" n ".CLK", "counts clocks while the event lasts, not events"),         \
	BITS(at + 9, 1, "PC" n, "PM" n " pin: 0 at each increment, 1 at overflow")
static const struct pmu_field p5_cesr[] = { CESR_HALF("0", 0), CESR_HALF("1", 16) };
static const struct pmu_reg p5_regs[] = {
	{ "CESR", MSR_P5_CESR, REG_CESR, FIELDS(p5_cesr) },
	{ "CTR", MSR_P5_CTR0, REG_COUNTER, 'g', 1, FIELDS(count) },
};

/* ---- Cyrix 6x86MX data book 1998, section 2.8 (performance monitoring): the P5's with a
 * seventh bit of event, and counters of 48 bits ---- */
static const struct pmu_field cyrix_cesr[] = {
	CESR_HALF("0", 0), BITS(10, 1, "ES0.6", "event select, bit 6"),
	CESR_HALF("1", 16), BITS(26, 1, "ES1.6", "event select, bit 6"),
};
static const struct pmu_reg cyrix_regs[] = {
	{ "CESR", MSR_P5_CESR, REG_CESR, FIELDS(cyrix_cesr) },
	{ "CTR", MSR_P5_CTR0, REG_COUNTER, 'g', 1, FIELDS(count) },
};

/* ---- IDT WinChip C6 data sheet, appendix A: eight bits of event each, counting in all rings */
static const struct pmu_field c6_cesr[] = {
	BITS(0, 8, "ES0", "event select"), BITS(16, 8, "ES1", "event select"),
};
static const struct pmu_reg c6_regs[] = {
	{ "CESR", MSR_P5_CESR, REG_CESR, FIELDS(c6_cesr) },
	{ "CTR", MSR_P5_CTR0, REG_COUNTER, 'g', 1, FIELDS(count) },
};

/* ---- VIA C3 (Samuel) data sheet, appendix A: EVNTSEL1 and PERFCTR1; number 0 is the TSC ---- */
static const struct pmu_field c3_sel[] = { BITS(0, 9, "EVENT", "event select") };
static const struct pmu_reg c3_regs[] = {
	{ "EVNTSEL1", MSR_PERFEVTSEL0 + 1, REG_SELECT, .number = 1, FIELDS(c3_sel) },
	{ "PERFCTR1", MSR_PERFCTR0 + 1, REG_COUNTER, .number = 1, FIELDS(count) },
};

/* ---- P6: SDM volume 3, "Performance Monitoring (P6 Family Processor)", figure of PerfEvtSel */
#define EVTSEL_FIELDS                                                                              \
	BITS(0, 8, "EVENT", "event select"), BITS(8, 8, "UMASK", "unit mask"),                     \
	BITS(16, 1, "USR", "counts at CPL 1 to 3"), BITS(17, 1, "OS", "counts at CPL 0"),          \
	BITS(18, 1, "E", "edge detect: counts when the condition begins"),                         \
	SOME(19, 1, "PC", "pin control: 0 at overflow, 1 at each increment", PMU_PC),              \
	BITS(20, 1, "INT", "interrupt at overflow"),                                               \
	BITS(23, 1, "INV", "inverts the comparison with CMASK"),                                   \
	BITS(24, 8, "CMASK", "counts cycles with at least so many events; 0: counts events")
/* Only PerfEvtSel0 has EN, for both counters: number 1's bit 22 is reserved. */
static const struct pmu_field p6_sel[] = {
	EVTSEL_FIELDS,
	{ .name = "EN", .about = "enables both counters", .lo = 22, .width = 1, .only = 1 + 0 },
};
static const struct pmu_reg p6_regs[] = {
	{ "PerfEvtSel", MSR_PERFEVTSEL0, REG_SELECT, 'g', 1, FIELDS(p6_sel) },
	{ "PerfCtr", MSR_PERFCTR0, REG_COUNTER, 'g', 1, FIELDS(count) },
};

/* ---- AMD: APM volume 2, 13.2.1; BKDG of family 10h, MSRC001_00[03:00]; of 15h, MSRC001_020x;
 * PerfMonV2: APM volume 2, 13.2.1 "PerfMonV2" and PPR of family 19h model 11h ---- */
static const struct pmu_field amd_sel[] = {
	EVTSEL_FIELDS, BITS(22, 1, "EN", "enables the counter"),
	SOME(32, 4, "EVENT_HI", "event select, bits 8 to 11", PMU_EVENT12),
	SOME(40, 1, "GuestOnly", "counts only in a guest", PMU_GUEST_HOST),
	SOME(41, 1, "HostOnly", "counts only in the host", PMU_GUEST_HOST),
};
static const struct pmu_field amd_status[] = {
	{ .name = "OVF", .about = "counter overflowed", .lo = 0, .size = FIELD_GENERAL },
	BITS(58, 1, "LBRS_FROZEN", "branch records are frozen"),
	BITS(59, 1, "PMC_FROZEN", "counters are frozen"),
};
static const struct pmu_field amd_global[] = {
	{ .name = "EN", .about = "counter enabled", .lo = 0, .size = FIELD_GENERAL },
};
static const struct pmu_reg amd_regs[] = {
	{ "PerfEvtSel", MSR_K7_PERFEVTSEL0, REG_SELECT, 'g', 1, .lacks = PMU_CORE_EXT,
	  FIELDS(amd_sel) },
	{ "PerfCtr", MSR_K7_PERFCTR0, REG_COUNTER, 'g', 1, .lacks = PMU_CORE_EXT, FIELDS(count) },
	{ "PERF_CTL", MSR_F15H_PERF_CTL0, REG_SELECT, 'g', 2, .needs = PMU_CORE_EXT,
	  FIELDS(amd_sel) },
	{ "PERF_CTR", MSR_F15H_PERF_CTR0, REG_COUNTER, 'g', 2, .needs = PMU_CORE_EXT,
	  FIELDS(count) },
	{ "PerfCntrGlobalStatus", MSR_AMD_GLOBAL_STATUS, REG_STATUS, .needs = PMU_GLOBAL,
	  FIELDS(amd_status) },
	{ "PerfCntrGlobalCtl", MSR_AMD_GLOBAL_CTL, REG_CONTROL, .needs = PMU_GLOBAL,
	  FIELDS(amd_global) },
	{ "PerfCntrGlobalStatusClr", MSR_AMD_GLOBAL_STATUS_CLR, REG_CLEAR, .needs = PMU_GLOBAL,
	  FIELDS(amd_status) },
	{ "PerfCntrGlobalStatusSet", MSR_AMD_GLOBAL_STATUS_SET, REG_CLEAR, .needs = PMU_GLOBAL,
	  FIELDS(amd_status) },
};

/* ---- Architectural: SDM volume 3, "Architectural Performance Monitoring" versions 1 to 6;
 * volume 4, table of architectural MSRs ---- */
static const struct pmu_field arch_sel[] = {
	EVTSEL_FIELDS,
	SOME(21, 1, "ANY", "counts both threads of the core", PMU_ANY_THREAD),
	BITS(22, 1, "EN", "enables the counter"),
	SOME(32, 1, "IN_TX", "counts only inside transactions", PMU_TSX),
	/* SDM volume 3, "Intel TSX": IN_TXCP is a bit of IA32_PERFEVTSEL2 alone. */
	{ .name = "IN_TXCP", .about = "counts no aborted transactions", .lo = 33, .width = 1,
	  .needs = PMU_TSX, .only = 1 + 2 },
	SOME(34, 1, "ADAPTIVE_RECORD", "adaptive PEBS record", PMU_ADAPTIVE),
	SOME(36, 1, "EQ", "equal to CMASK, not at least", PMU_EQ),
	SOME(40, 8, "UMASK2", "unit mask, bits 8 to 15", PMU_UMASK2),
};
static const struct pmu_field arch_fixed[] = {
	{ .name = "EN_OS", .about = "counts at CPL 0", .lo = 0, .width = 1, .size = FIELD_FIXED4 },
	{ .name = "EN_USR", .about = "counts at CPL 1 to 3", .lo = 1, .width = 1,
	  .size = FIELD_FIXED4 },
	{ .name = "ANY", .about = "counts both threads of the core", .lo = 2, .width = 1,
	  .size = FIELD_FIXED4, .needs = PMU_ANY_THREAD },
	{ .name = "PMI", .about = "interrupt at overflow", .lo = 3, .width = 1,
	  .size = FIELD_FIXED4 },
};
static const struct pmu_field arch_global[] = {
	{ .name = "EN_PMC", .about = "general counter enabled", .lo = 0, .size = FIELD_GENERAL },
	{ .name = "EN_FIXED", .about = "fixed counter enabled", .lo = 32, .size = FIELD_FIXED },
	SOME(48, 1, "EN_METRICS", "PERF_METRICS enabled", PMU_METRICS),
};
#define STATUS_FIELDS                                                                              \
	{ .name = "OVF_PMC", .about = "general counter overflowed", .lo = 0,                       \
	  .size = FIELD_GENERAL },                                                                 \
	{ .name = "OVF_FIXED", .about = "fixed counter overflowed", .lo = 32,                      \
	  .size = FIELD_FIXED },                                                                   \
	SOME(48, 1, "OVF_METRICS", "PERF_METRICS overflowed", PMU_METRICS),                        \
	SOME(55, 1, "TRACE_TOPA_PMI", "trace buffer full", PMU_STATUS_SET),                        \
	SOME(58, 1, "LBR_FRZ", "branch records are frozen", PMU_STATUS_SET),                       \
	SOME(59, 1, "CTR_FRZ", "counters are frozen", PMU_STATUS_SET),                             \
	SOME(60, 1, "ASCI", "counts may include an enclave's", PMU_STATUS_SET),                    \
	SOME(61, 1, "OVF_UNCORE", "a counter of the uncore overflowed", PMU_OVF_UNCORE),           \
	BITS(62, 1, "OVF_DS_BUFFER", "debug store buffer full")
static const struct pmu_field arch_status[] = {
	STATUS_FIELDS, BITS(63, 1, "COND_CHGD", "state of the hardware changed"),
};
static const struct pmu_field arch_set[] = { STATUS_FIELDS };
static const struct pmu_field arch_inuse[] = {
	{ .name = "PERFEVTSEL", .about = "select register is not 0", .lo = 0,
	  .size = FIELD_GENERAL },
	{ .name = "FIXED_CTR", .about = "fixed counter is enabled", .lo = 32, .size = FIELD_FIXED },
	BITS(63, 1, "PMI", "a PMI is enabled"),
};
static const struct pmu_field arch_caps[] = {
	BITS(0, 6, "LBR_FMT", "format of branch records"),
	BITS(6, 1, "PEBS_TRAP", "PEBS is a trap"),
	BITS(7, 1, "PEBS_ARCH_REG", "PEBS saves the registers"),
	BITS(8, 4, "PEBS_FMT", "format of PEBS records"),
	BITS(12, 1, "FREEZE_WHILE_SMM", "counters can stand still in SMM"),
	BITS(13, 1, "FW_WRITE", "full-width writes through IA32_A_PMCn"),
	BITS(14, 1, "PEBS_BASELINE", "adaptive PEBS"), BITS(15, 1, "PERF_METRICS", "PERF_METRICS"),
	BITS(16, 1, "PEBS_OUTPUT_PT", "PEBS into the trace"),
	BITS(17, 1, "PEBS_TIMING_INFO", "PEBS records latencies"),
};
/* The constraints of a core say which of these bits it has. */
static const struct pmu_field request[] = {
	BITS(0, 64, "REQUEST", "requests and responses that count"),
};
static const struct pmu_field threshold[] = {
	BITS(0, 16, "CYCLES", "loads of at least this latency"),
};
static const struct pmu_field frontend[] = {
	BITS(0, 32, "EVENT", "front-end event, latency, width"),
};
static const struct pmu_reg arch_regs[] = {
	{ "IA32_PERFEVTSEL", MSR_PERFEVTSEL0, REG_SELECT, 'g', 1, FIELDS(arch_sel) },
	{ "IA32_PMC", MSR_PERFCTR0, REG_COUNTER, 'g', 1, FIELDS(count) },
	{ "IA32_A_PMC", MSR_A_PMC0, REG_ALIAS, 'g', 1, .needs = PMU_FULL_WRITE, FIELDS(count) },
	{ "IA32_FIXED_CTR", MSR_FIXED_CTR0, REG_FIXED, 'f', 1, .needs = PMU_FIXED, FIELDS(count) },
	{ "IA32_FIXED_CTR_CTRL", MSR_FIXED_CTR_CTRL, REG_CONTROL, .needs = PMU_FIXED,
	  FIELDS(arch_fixed) },
	{ "IA32_PERF_GLOBAL_CTRL", MSR_GLOBAL_CTRL, REG_CONTROL, .needs = PMU_GLOBAL,
	  FIELDS(arch_global) },
	{ "IA32_PERF_GLOBAL_STATUS", MSR_GLOBAL_STATUS, REG_STATUS, .needs = PMU_GLOBAL,
	  FIELDS(arch_status) },
	{ "IA32_PERF_GLOBAL_OVF_CTRL", MSR_GLOBAL_OVF_CTRL, REG_CLEAR, .needs = PMU_GLOBAL,
	  .lacks = PMU_STATUS_SET, FIELDS(arch_status) },
	{ "IA32_PERF_GLOBAL_STATUS_RESET", MSR_GLOBAL_OVF_CTRL, REG_CLEAR, .needs = PMU_STATUS_SET,
	  FIELDS(arch_status) },
	{ "IA32_PERF_GLOBAL_STATUS_SET", MSR_GLOBAL_STATUS_SET, REG_CLEAR, .needs = PMU_STATUS_SET,
	  FIELDS(arch_set) },
	{ "IA32_PERF_GLOBAL_INUSE", MSR_GLOBAL_INUSE, REG_STATUS, .needs = PMU_STATUS_SET,
	  FIELDS(arch_inuse) },
	{ "IA32_PERF_CAPABILITIES", MSR_PERF_CAPABILITIES, REG_STATUS, .needs = PMU_PDCM,
	  FIELDS(arch_caps) },
	{ "MSR_OFFCORE_RSP0", MSR_OFFCORE_RSP0, REG_CONTROL, .needs = PMU_EXTRA, FIELDS(request) },
	{ "MSR_OFFCORE_RSP1", MSR_OFFCORE_RSP1, REG_CONTROL, .needs = PMU_EXTRA, FIELDS(request) },
	{ "MSR_PEBS_LD_LAT_THRESHOLD", MSR_PEBS_LD_LAT_THRESHOLD, REG_CONTROL, .needs = PMU_EXTRA,
	  FIELDS(threshold) },
	{ "MSR_PEBS_FRONTEND", MSR_PEBS_FRONTEND, REG_CONTROL, .needs = PMU_EXTRA,
	  FIELDS(frontend) },
	{ .name = "IA32_PMC_GP_CTR", .address = MSR_GP0_CTR, .kind = REG_ALIAS, .each = 'g',
	  .stride = MSR_V6_STRIDE, .needs = PMU_V6_MSRS, FIELDS(count) },
	{ .name = "IA32_PMC_GP_CFG_A", .address = MSR_GP0_CFG_A, .kind = REG_SELECT, .each = 'g',
	  .stride = MSR_V6_STRIDE, .needs = PMU_V6_MSRS, FIELDS(arch_sel) },
	{ .name = "IA32_PMC_FX_CTR", .address = MSR_FX0_CTR, .kind = REG_FIXED, .each = 'f',
	  .stride = MSR_V6_STRIDE, .needs = PMU_V6_MSRS, FIELDS(count) },
};

/* ---- Pentium 4: SDM volume 3, "Performance Monitoring (Processors Based on Intel NetBurst
 * Microarchitecture)": ESCR, CCCR (with Hyper-Threading: figures of their own), tables of MSRs */
static const struct pmu_field p4_escr[] = {
	SOME(0, 1, "T1_USR", "logical processor 1 counts at CPL 1 to 3", PMU_HT),
	SOME(1, 1, "T1_OS", "logical processor 1 counts at CPL 0", PMU_HT),
	BITS(2, 1, "T0_USR", "logical processor 0 counts at CPL 1 to 3"),
	BITS(3, 1, "T0_OS", "logical processor 0 counts at CPL 0"),
	BITS(4, 1, "TAG_ENABLE", "tags micro-ops for counting at retirement"),
	BITS(5, 4, "TAG_VALUE", "the tag"), BITS(9, 16, "EVENT_MASK", "sub-events that count"),
	BITS(25, 6, "EVENT_SELECT", "event class"),
};
#define CCCR_FIELDS                                                                                \
	BITS(12, 1, "ENABLE", "enables the counter"),                                              \
	BITS(13, 3, "ESCR_SELECT", "which ESCR selects the event"),                                \
	BITS(16, 2, "ACTIVE_THREAD", \
	     "counts when: 0 none, 1 one, 2 both, 3 any logical processor is " \
	     "active"),                                                                            \
	BITS(18, 1, "COMPARE", "compares the events of a cycle with THRESHOLD"),                   \
	BITS(19, 1, "COMPLEMENT", "counts at or below the threshold, not above"),                  \
	BITS(20, 4, "THRESHOLD", "events in a cycle"),                                             \
	BITS(24, 1, "EDGE", "counts when the comparison becomes true"),                            \
	BITS(25, 1, "FORCE_OVF", "overflow at each increment"),                                    \
	BITS(26, 1, "OVF_PMI_T0", "interrupt logical processor 0 at overflow"),                    \
	SOME(27, 1, "OVF_PMI_T1", "interrupt logical processor 1 at overflow", PMU_HT),            \
	BITS(30, 1, "CASCADE", "starts when the counter before it overflows"),                     \
	BITS(31, 1, "OVF", "overflowed")
static const struct pmu_field p4_cccr[] = { CCCR_FIELDS };
static const struct pmu_field p4_cccr_iq[] = {
	CCCR_FIELDS,
	SOME(11, 1, "EXT_CASCADE", "cascades into another group's counter", PMU_EXT_CASCADE),
};
static const struct pmu_field p4_pebs[] = {
	BITS(0, 13, "METRICS", "replay metrics that are tagged"),
	BITS(15, 2, "TAGGED_MISPRED", "mispredicted branches are tagged"),
	BITS(24, 1, "UOP_TAG", "enables replay tagging or PEBS"),
	BITS(25, 1, "ENABLE_PEBS_MY_THR", "for this logical processor"),
	SOME(26, 1, "ENABLE_PEBS_OTH_THR", "for the other logical processor", PMU_HT),
};
static const struct pmu_field p4_vert[] = { BITS(0, 5, "EVENTS", "events of the replay metrics") };

#define ESCR_ROW(n, a, ...)                                                                        \
	{ "MSR_" #n, a, REG_ESCR, .number = P4_##n, FIELDS(p4_escr),                               \
	  .needs = (a) == 0x3ba || (a) == 0x3bb ? PMU_IQ_ESCR : 0 },
#define COUNTER_ROW(n)                                                                             \
	{ "MSR_" #n, MSR_P4_COUNTER0 + P4_##n, REG_COUNTER, .number = P4_##n, FIELDS(count) },
#define CCCR(n, c, f)                                                                              \
	{ "MSR_" #n, MSR_P4_CCCR0 + P4_##c, REG_SELECT, .number = P4_##c, FIELDS(f) }
static const struct pmu_reg p4_regs[] = {
	P4_COUNTER_LIST(COUNTER_ROW)
	CCCR(BPU_CCCR0, BPU_COUNTER0, p4_cccr), CCCR(BPU_CCCR1, BPU_COUNTER1, p4_cccr),
	CCCR(BPU_CCCR2, BPU_COUNTER2, p4_cccr), CCCR(BPU_CCCR3, BPU_COUNTER3, p4_cccr),
	CCCR(MS_CCCR0, MS_COUNTER0, p4_cccr), CCCR(MS_CCCR1, MS_COUNTER1, p4_cccr),
	CCCR(MS_CCCR2, MS_COUNTER2, p4_cccr), CCCR(MS_CCCR3, MS_COUNTER3, p4_cccr),
	CCCR(FLAME_CCCR0, FLAME_COUNTER0, p4_cccr), CCCR(FLAME_CCCR1, FLAME_COUNTER1, p4_cccr),
	CCCR(FLAME_CCCR2, FLAME_COUNTER2, p4_cccr), CCCR(FLAME_CCCR3, FLAME_COUNTER3, p4_cccr),
	CCCR(IQ_CCCR0, IQ_COUNTER0, p4_cccr_iq), CCCR(IQ_CCCR1, IQ_COUNTER1, p4_cccr_iq),
	CCCR(IQ_CCCR2, IQ_COUNTER2, p4_cccr_iq), CCCR(IQ_CCCR3, IQ_COUNTER3, p4_cccr_iq),
	CCCR(IQ_CCCR4, IQ_COUNTER4, p4_cccr), CCCR(IQ_CCCR5, IQ_COUNTER5, p4_cccr),
	P4_ESCR_LIST(ESCR_ROW)
	{ "IA32_PEBS_ENABLE", MSR_P4_PEBS_ENABLE, REG_CONTROL, FIELDS(p4_pebs) },
	{ "MSR_PEBS_MATRIX_VERT", MSR_P4_PEBS_MATRIX_VERT, REG_CONTROL, FIELDS(p4_vert) },
};
/* clang-format on */

#define LIST(array) { array, N(array) }
const struct reg_list pmc_registers[PMU_FAMILIES] = {
	[PMU_TSC] = LIST(tsc_regs), [PMU_P5] = LIST(p5_regs), [PMU_CYRIX] = LIST(cyrix_regs),
	[PMU_C6] = LIST(c6_regs),   [PMU_C3] = LIST(c3_regs), [PMU_P6] = LIST(p6_regs),
	[PMU_AMD] = LIST(amd_regs), [PMU_P4] = LIST(p4_regs), [PMU_ARCH] = LIST(arch_regs),
};
