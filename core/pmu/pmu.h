/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a PMU is: its family, its counters, its registers with every field, and what it can. A model
 * (struct pmu_model) is a row of a table and has a name that users type; a PMU (struct pmu) is a model
 * with the numbers that CPUID gave, or the model's typical ones.
 *
 * Counters are numbered 0 to 31 general and 32 on fixed, in every interface of core/; on Pentium 4 0 to
 * 17. A set of counters is a u64 with a bit for each.
 */
#ifndef PMC_CORE_PMU_H
#define PMC_CORE_PMU_H

#include "core/base/diag.h"
#include "core/pmu/regs.h"

/* How the registers are built. */
enum pmu_family {
	PMU_NONE,  /* no counters, no time stamp counter */
	PMU_TSC,   /* the time stamp counter alone */
	PMU_P5,	   /* CESR, CTR0, CTR1 */
	PMU_CYRIX, /* the same with a seventh bit of event */
	PMU_C6,	   /* CESR with eight bits of event and nothing else */
	PMU_C3,	   /* one counter, nine bits of event */
	PMU_P6,	   /* two PerfEvtSel, one enable */
	PMU_AMD,   /* K7 and all its heirs */
	PMU_P4,	   /* ESCR, CCCR, counter */
	PMU_ARCH,  /* Intel's architectural PMU */
	PMU_FAMILIES
};

/* What a PMU can, beyond its family. */
#define PMU_GLOBAL	 0x00000001u /* GLOBAL_CTRL, STATUS, OVF_CTRL (version 2; AMD PerfMonV2) */
#define PMU_FIXED	 0x00000002u /* fixed counters and FIXED_CTR_CTRL */
#define PMU_ANY_THREAD	 0x00000004u /* AnyThread (version 3, unless deprecated) */
#define PMU_STATUS_SET	 0x00000008u /* STATUS_RESET, STATUS_SET, INUSE, CTR_FRZ (version 4) */
#define PMU_FULL_WRITE	 0x00000010u /* IA32_A_PMCn */
#define PMU_PDCM	 0x00000020u /* IA32_PERF_CAPABILITIES */
#define PMU_FREEZE	 0x00000040u /* DEBUGCTL.FREEZE_PERFMON_ON_PMI */
#define PMU_TSX		 0x00000080u /* IN_TX, IN_TXCP */
#define PMU_UMASK2	 0x00000100u /* version 6: unit masks of 16 bits */
#define PMU_EQ		 0x00000200u /* version 6: equal to the counter mask */
#define PMU_V6_MSRS	 0x00000400u /* version 6: counters at 1900H too */
#define PMU_METRICS	 0x00000800u /* PERF_METRICS */
#define PMU_PEBS	 0x00001000u
#define PMU_ADAPTIVE	 0x00002000u /* adaptive PEBS: PERFEVTSEL bit 34 */
#define PMU_PC		 0x00004000u /* pin control in PERFEVTSEL */
#define PMU_EXTRA	 0x00008000u /* OFFCORE_RSP0, 1, PEBS_LD_LAT_THRESHOLD, PEBS_FRONTEND */
#define PMU_CORE_EXT	 0x00010000u /* AMD: PERF_CTL/CTR at C0010200H, six counters */
#define PMU_EVENT12	 0x00020000u /* AMD: event select of 12 bits (K8 on) */
#define PMU_GUEST_HOST	 0x00040000u /* AMD: GuestOnly, HostOnly (family 10h on) */
#define PMU_HT		 0x00100000u /* Pentium 4: two logical processors share the PMU */
#define PMU_IQ_ESCR	 0x00200000u /* Pentium 4: IQ_ESCR0, 1 (models 0 to 2) */
#define PMU_EXT_CASCADE	 0x00400000u /* Pentium 4: extended cascading (model 2 on) */
#define PMU_MMX		 0x00800000u /* P5: the events of the Pentium MMX */
#define PMU_OVF_UNCORE	 0x01000000u /* version 3: bit 61 of GLOBAL_STATUS */
#define PMU_HYPERVISOR	 0x80000000u /* of CPUID: runs under a hypervisor */

struct catalogue;
struct generic_map;
struct counter_rule;
struct extra_rule;

/* A model: what its PMU is when CPUID says nothing else. */
struct pmu_model {
	const char *name;  /* as users type it: "pentium4" */
	const char *title; /* for people: "Pentium 4, models 0 to 2" */
	u8 family;	   /* enum pmu_family */
	u8 version;	   /* PMU_ARCH: architectural version; PMU_AMD: 2 is PerfMonV2; else 0 */
	u8 general, general_width; /* how many, and their bits */
	u8 fixed, fixed_width;	   /* bit i: fixed counter i is there; their bits */
	u32 caps;
	u32 arch_events;   /* PMU_ARCH: bit n: architectural event n (CPUID order) is there */
	const struct catalogue *events;
	const struct generic_map *generic;
	const struct counter_rule *rules; /* constraint.h; NULL: every counter counts everything */
	const struct extra_rule *extra;	  /* constraint.h; NULL: no event needs another register */
};

/* A PMU: everything that encode, assign and state_* want to know. Plain numbers; copy it freely. */
struct pmu {
	const struct pmu_model *model;
	u8 family;	   /* enum pmu_family */
	u8 version;
	u8 general_width, fixed_width; /* bits; 0 when there are none */
	u32 general;	   /* bit i: general counter i is there */
	u32 fixed;	   /* bit i: fixed counter i is there */
	u32 caps;	   /* PMU_… */
	u32 arch_events;   /* as in the model */
};

/* ---- Registers ---- */

/* How many bits a field has. */
enum field_size {
	FIELD_BITS,	/* width bits from lo on */
	FIELD_GENERAL,	/* one for each general counter, from lo on */
	FIELD_FIXED,	/* one for each fixed counter, from lo on */
	FIELD_FIXED4,	/* width bits at lo + 4i for each fixed counter i */
	FIELD_COUNT,	/* a counter's value: all bits that the counters of its kind have */
};

struct pmu_field {
	const char *name;  /* as the manual names it: "CMASK" */
	const char *about;
	u8 lo, width;
	u8 size;	   /* enum field_size */
	u32 needs;	   /* PMU_…: present only when the PMU has them all */
	u32 lacks;	   /* … and none of these */
};

/* What a register is for. */
enum reg_kind {
	REG_SELECT,  /* selects a counter's event: PERFEVTSEL, CCCR */
	REG_CESR,    /* selects both counters' */
	REG_ESCR,    /* Pentium 4's event side */
	REG_COUNTER, /* general counter */
	REG_ALIAS,   /* the same general counter, written at full width */
	REG_FIXED,   /* fixed counter */
	REG_CONTROL, /* switches more than one counter */
	REG_STATUS,  /* read only */
	REG_CLEAR,   /* bits written as 1 act; reads as 0 */
};

/* One register, or one for each counter. */
struct pmu_reg {
	const char *name; /* with each: the number is appended */
	u32 address;
	u8 kind;	  /* enum reg_kind */
	u8 each;	  /* 0: one; 'g': for each general counter; 'f': for each fixed one */
	u8 stride;	  /* between addresses of neighbours */
	u8 number;	  /* Pentium 4: number of its counter or ESCR */
	u32 needs;	  /* PMU_…: present only when the PMU has them all */
	u32 lacks;
	const struct pmu_field *fields;
	u8 n_fields;
};

/* A register of a PMU: a row and a number. */
struct pmu_reg_at {
	const struct pmu_reg *reg;
	u32 index;	/* of its counter; Pentium 4: reg->number */
	u32 address;
};

#define REG_NAME_MAX 40

/* Register number i of the PMU, in the order of the manual; false past the end. */
bool pmc_pmu_reg(const struct pmu *pmu, u32 i, struct pmu_reg_at *at);
/* The register at an address, of a name (case folded); false when the PMU has none. */
bool pmc_pmu_reg_at(const struct pmu *pmu, u32 address, struct pmu_reg_at *at);
bool pmc_pmu_reg_named(const struct pmu *pmu, const char *name, size_t len, struct pmu_reg_at *at);
/* Its name, number appended: "IA32_PERFEVTSEL3". Returns buf. */
const char *pmc_pmu_reg_name(const struct pmu_reg_at *at, char buf[REG_NAME_MAX]);
/* The bits of a field in this PMU's registers; 0 when the PMU has not the field. */
u64 pmc_pmu_field_bits(const struct pmu *pmu, const struct pmu_field *field);
/* All bits that are not reserved. Index matters: P6's second PerfEvtSel has no EN, only IA32_PERFEVTSEL2 has
 * IN_TXCP. */
u64 pmc_pmu_reg_bits(const struct pmu *pmu, const struct pmu_reg_at *at);

/* ---- Models ---- */

/* Model number i of the table, oldest family first; NULL past the end. */
const struct pmu_model *pmc_model_row(u32 i);
/* By name (case folded); NULL. With diag: which names are near. offset: of the name in the input. */
const struct pmu_model *pmc_model_find(const char *name, size_t len, struct diag *diag);
/* The PMU of a model as its manual describes it. */
void pmc_pmu_of_model(const struct pmu_model *model, struct pmu *pmu);

/* What CPUID says: one leaf with its subleaf. */
struct cpuid_leaf {
	u32 leaf, subleaf;
	u32 a, b, c, d;
};

/* What was found out of CPUID. */
struct cpuid_facts {
	char vendor[13];
	char hypervisor[13]; /* leaf 40000000H when 01H:ECX.31 is set; "" */
	u16 family, model;   /* extended fields added in */
	u8 stepping;
	u8 core_type;	     /* leaf 1AH: 0x40 core, 0x20 atom; 0: not hybrid */
	bool hybrid;	     /* 07H:EDX.15 */
};

/*
 * From CPUID values to the PMU. Leaves that are not given read as 0. The model is the named core when it
 * is known, else the nearest architectural version, else what is left (tsc, none). Under a hypervisor the
 * numbers are what CPUID announces, also when that is no counter at all (pmu->general == 0), and the
 * model keeps its name: events can be named and encoded, not counted.
 * Hybrid processors: leaf 1AH decides; the leaves must be read on the core in question.
 * 0; -PMC_CORE_EINVAL when there is no leaf 0. facts may be NULL.
 */
int pmc_pmu_of_cpuid(const struct cpuid_leaf *leaves, u32 n, struct pmu *pmu,
		     struct cpuid_facts *facts);

#endif
