/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The registers of a PMU: which ones it has, their names, addresses and fields. The lists are in
 * core/tables/registers.c; a model points to that of its family.
 */
#ifndef PMC_CORE_REGISTERS_H
#define PMC_CORE_REGISTERS_H

#include "core/pmu/pmu.h"

/* How many bits a field has. */
enum field_size {
	FIELD_BITS,    /* width bits from lo on */
	FIELD_GENERAL, /* one for each general counter, from lo on */
	FIELD_FIXED,   /* one for each fixed counter, from lo on */
	FIELD_FIXED4,  /* width bits at lo + 4i for each fixed counter i */
	FIELD_COUNT,   /* all bits of a counter of this kind */
};

struct pmu_field {
	const char *name; /* as the manual names it: "CMASK" */
	const char *about;
	u8 lo, width;
	u8 size;   /* enum field_size */
	u32 needs; /* PMU_…: exists only when the PMU has all of these */
	u32 lacks; /* … and none of these */
	u8 only;   /* 1 + the number of the one register that has the field; 0: each has it */
};

/* What a register is for. */
enum reg_kind {
	REG_SELECT,  /* selects the event of one counter: PERFEVTSEL, CCCR */
	REG_CESR,    /* selects the events of both counters */
	REG_ESCR,    /* Pentium 4: detects the event */
	REG_COUNTER, /* general counter */
	REG_ALIAS,   /* the same general counter, written at full width */
	REG_FIXED,   /* fixed counter */
	REG_CONTROL, /* controls more than one counter */
	REG_STATUS,  /* read only */
	REG_CLEAR,   /* writing a 1 acts; reads as 0 */
};

/* One register, or one for each counter. */
struct pmu_reg {
	const char *name; /* without the number, when there is one for each counter */
	u32 address;
	u8 kind;   /* enum reg_kind */
	u8 each;   /* 0: one register; 'g': one for each general counter; 'f': for each fixed one */
	u8 stride; /* between addresses of neighbours */
	u8 number; /* Pentium 4: number of its counter or ESCR */
	u32 needs; /* PMU_…: exists only when the PMU has all of these */
	u32 lacks;
	const struct pmu_field *fields;
	u8 n_fields;
};

/* The registers of a family. */
struct reg_list {
	const struct pmu_reg *reg;
	u32 n;
};

/* A register of a PMU: a row and a number. */
struct pmu_reg_at {
	const struct pmu_reg *reg;
	u32 index; /* of its counter; Pentium 4: reg->number */
	u32 address;
};

#define REG_NAME_MAX 40

/* Register i of the PMU, in the order of the manual; false past the end. */
bool pmc_pmu_reg(const struct pmu *pmu, u32 i, struct pmu_reg_at *at);
/* The register at an address; false when the PMU has none there. */
bool pmc_pmu_reg_at(const struct pmu *pmu, u32 address, struct pmu_reg_at *at);
/* The register of this name, ignoring case; false when the PMU has none. */
bool pmc_pmu_reg_named(const struct pmu *pmu, const char *name, size_t len, struct pmu_reg_at *at);
/* The name of a register with its number: "IA32_PERFEVTSEL3". Returns buf. */
const char *pmc_pmu_reg_name(const struct pmu_reg_at *at, char buf[REG_NAME_MAX]);
/* The bits of a field in this PMU's registers; 0 when the PMU does not have the field. */
u64 pmc_pmu_field_bits(const struct pmu *pmu, const struct pmu_field *field);
/* The bits that are not reserved. They may depend on at->index: P6's PerfEvtSel1 has no EN, and
 * only IA32_PERFEVTSEL2 has IN_TXCP. */
u64 pmc_pmu_reg_bits(const struct pmu *pmu, const struct pmu_reg_at *at);

/*
 * Registers that have one bit for each counter, fixed ones from 32 on: it enables the counter,
 * tells of its overflow, clears what tells of it. 0: the PMU has no such register.
 */
u32 pmc_pmu_global_ctrl(const struct pmu *pmu);
u32 pmc_pmu_global_status(const struct pmu *pmu);
u32 pmc_pmu_global_clear(const struct pmu *pmu);

/* Counters of the WinChip and the C3 have nothing that stops them: each event select counts. */
static inline bool pmc_pmu_always_counts(const struct pmu *pmu)
{
	return pmu->family == PMU_C6 || pmu->family == PMU_C3;
}

/* The first Pentium has no RDPMC. */
static inline bool pmc_pmu_has_rdpmc(const struct pmu *pmu)
{
	return pmu->family > PMU_TSC && (pmu->family != PMU_P5 || pmu->caps & PMU_MMX);
}

/* What RDPMC takes in ECX for a counter. */
static inline u32 pmc_rdpmc_index(u32 counter)
{
	return counter >= 32 ? (counter - 32) | 1u << 30 : counter;
}

#endif
