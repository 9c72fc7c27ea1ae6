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
	FIELD_COUNT,   /* a counter's value: all bits that the counters of its kind have */
};

struct pmu_field {
	const char *name; /* as the manual names it: "CMASK" */
	const char *about;
	u8 lo, width;
	u8 size;   /* enum field_size */
	u32 needs; /* PMU_…: present only when the PMU has them all */
	u32 lacks; /* … and none of these */
	u8 only;   /* 1 + the number of the one register that has the field; 0: each has it */
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
	u8 kind;   /* enum reg_kind */
	u8 each;   /* 0: one; 'g': for each general counter; 'f': for each fixed one */
	u8 stride; /* between addresses of neighbours */
	u8 number; /* Pentium 4: number of its counter or ESCR */
	u32 needs; /* PMU_…: present only when the PMU has them all */
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

#endif
