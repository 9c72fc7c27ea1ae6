/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers: which exist and which do not, each of their bits, the width of counters, and RDPMC.
 * core/'s tables say what the PMU has, and the machine answers.
 */
#include "tests/bare/bare.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"

/* Registers of the table that take no part in counting. A PMU of software may leave them out. */
static bool left_out(u32 address)
{
	return address == MSR_TSC || address == MSR_OFFCORE_RSP0 || address == MSR_OFFCORE_RSP1 ||
	       address == MSR_PEBS_LD_LAT_THRESHOLD || address == MSR_PEBS_FRONTEND ||
	       address == MSR_P4_PEBS_ENABLE || address == MSR_P4_PEBS_MATRIX_VERT;
}

/*
 * The bits that are defined. core/'s table has IN_TXCP for every counter, but only number 2 has it.
 */
static u64 defined_bits(const struct pmu *pmu, const struct pmu_reg_at *at)
{
	u64 bits = pmc_pmu_reg_bits(pmu, at);

	if (pmu->family == PMU_ARCH && at->reg->kind == REG_SELECT && at->index != 2)
		bits &= ~EVTSEL_IN_TXCP;
	return bits;
}

/* Bits that only some cores of a model have */
static u64 uncertain(const struct pmu *pmu, const struct pmu_reg_at *at)
{
	if (pmu->family == PMU_ARCH && at->reg->kind == REG_CLEAR)
		return STATUS_OVF_UNCORE;
	return 0;
}

/* Intel's general counters take the low 32 bits of what is written. */
static bool takes_anything(const struct pmu *pmu, const struct pmu_reg_at *at)
{
	return at->reg->kind == REG_COUNTER && (pmu->family == PMU_ARCH || pmu->family == PMU_P6);
}

/*
 * Reserved bits: #GP in Intel's event registers; dropped in AMD's, and in the counters of Pentium 4
 */
static bool drops(const struct pmu *pmu, const struct pmu_reg_at *at)
{
	return pmu->family == PMU_AMD ||
	       (at->reg->kind == REG_COUNTER && pmu->family != PMU_ARCH && pmu->family != PMU_P6);
}

/* A few lines suffice where everything is wrong. */
static unsigned told;

static unsigned wrong_bit(struct machine *m, const struct pmu_reg_at *at, unsigned bit,
			  bool defined)
{
	u64 value = (u64)1 << bit, back = 0;
	unsigned fault = m->wrmsr(m, at->address, value), want = EXC_NONE;
	bool kept = defined && at->reg->kind != REG_CLEAR;

	if (at->reg->kind == REG_STATUS) {
		/* Read-only: a write is #GP on Intel's, and ignored on AMD's. */
		want = m->pmu.family == PMU_AMD ? EXC_NONE : EXC_GP;
		kept = false;
	} else if (!defined && !drops(&m->pmu, at)) {
		want = EXC_GP;
	}
	if (fault == want && at->reg->kind != REG_STATUS) {
		m->rdmsr(m, at->address, &back);
		if (back == (kept ? value : 0)) {
			m->wrmsr(m, at->address, 0);
			if (at->reg->kind == REG_CLEAR)
				acknowledge(m, overflowed(m)); /* the write may have set it */
			return 0;
		}
	} else if (fault == want) {
		return 0; /* it reads its own value */
	}
	if (told++ < 20)
		detail("MSR %x, bit %u, %s: exception %u, reads %llx", at->address, bit,
		       defined ? "defined" : "reserved", fault, (unsigned long long)back);
	m->wrmsr(m, at->address, 0);
	return 1;
}

static void check_bits(struct machine *m)
{
	const struct pmu *pmu = &m->pmu;
	unsigned there = 0, unreadable = 0, defined = 0, reserved = 0, i, b;
	struct pmu_reg_at at;
	u64 value;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++) {
		u64 bits = defined_bits(pmu, &at), skipped = uncertain(pmu, &at);

		if (left_out(at.address))
			continue;
		there++;
		if (m->rdmsr(m, at.address, &value)) {
			detail("MSR %x cannot be read", at.address);
			unreadable++;
			continue;
		}
		if (takes_anything(pmu, &at))
			continue;
		for (b = 0; b < 64; b++) {
			if (skipped >> b & 1)
				continue;
			if (bits >> b & 1)
				defined += wrong_bit(m, &at, b, true);
			else
				reserved += wrong_bit(m, &at, b, false);
		}
	}
	is(unreadable, 0, "all %u registers can be read", there);
	is(defined, 0, "every defined bit is kept when it is written; status cannot be written");
	is(reserved, 0,
	   pmu->family == PMU_AMD ? "reserved bits are dropped" : "a reserved bit is #GP");
}

/* Addresses at which the families have registers, whether this PMU has them or not */
/* clang-format off */
static const struct {
	u8 family;
	u32 from, n, stride;
} places[] = {
	{ PMU_ARCH, MSR_PERFCTR0, 10, 1 },    { PMU_ARCH, MSR_PERFEVTSEL0, 10, 1 },
	{ PMU_ARCH, MSR_FIXED_CTR0, 16, 1 },  { PMU_ARCH, MSR_A_PMC0, 10, 1 },
	{ PMU_ARCH, MSR_FIXED_CTR_CTRL, 6, 1 }, { PMU_ARCH, MSR_PERF_CAPABILITIES, 1, 1 },
	{ PMU_ARCH, MSR_GP0_CTR, 10, 4 },     { PMU_ARCH, MSR_GP0_CFG_A, 10, 4 },
	{ PMU_ARCH, MSR_FX0_CTR, 16, 4 },     { PMU_P6, MSR_PERFCTR0, 10, 1 },
	{ PMU_P6, MSR_PERFEVTSEL0, 10, 1 },   { PMU_P6, MSR_FIXED_CTR_CTRL, 6, 1 },
	{ PMU_AMD, MSR_K7_PERFEVTSEL0, 8, 1 }, { PMU_AMD, MSR_F15H_PERF_CTL0, 32, 1 },
	{ PMU_AMD, MSR_AMD_GLOBAL_STATUS, 4, 1 }, { PMU_P4, 0x3ba, 2, 1 },
};
/* clang-format on */

static bool aliased(const struct pmu *pmu, u32 address)
{
	return pmu->family == PMU_AMD && pmu->caps & PMU_CORE_EXT &&
	       address - MSR_K7_PERFEVTSEL0 < 8;
}

static void check_absent(struct machine *m)
{
	unsigned absent = 0, wrong = 0, i, k;
	struct pmu_reg_at at;
	u64 value;

	for (i = 0; i < N_OF(places); i++) {
		if (places[i].family != m->pmu.family)
			continue;
		for (k = 0; k < places[i].n; k++) {
			u32 address = places[i].from + k * places[i].stride;

			if (pmc_pmu_reg_at(&m->pmu, address, &at) || aliased(&m->pmu, address))
				continue;
			absent++;
			if (m->rdmsr(m, address, &value) == EXC_GP &&
			    m->wrmsr(m, address, 0) == EXC_GP)
				continue;
			detail("MSR %x is there", address);
			wrong++;
		}
	}
	if (absent)
		is(wrong, 0, "%u registers that other models of the family have are #GP", absent);
}

/* ---- Counters' width ---- */

static void check_width(struct machine *m)
{
	const struct pmu *pmu = &m->pmu;
	bool intel = pmu->family == PMU_ARCH || pmu->family == PMU_P6;
	unsigned wrong = 0, c;

	for (c = 0; c < 64; c++) {
		u32 address = counter_msr(pmu, c);
		u64 all = counter_mask(pmu, c);

		if (address == NO_MSR)
			continue;
		if (c >= 32 || !intel) {
			set_msr(m, address, all);
			wrong += read_counter(m, c) != all;
		} else {
			/* The counter takes 32 bits, and copies the highest to those above. */
			set_msr(m, address, 0xffffffff);
			wrong += read_counter(m, c) != all;
			set_msr(m, address, 0x80000000);
			wrong += read_counter(m, c) != (all & ~(u64)0x7fffffff);
			set_msr(m, address, 0x7fffffff);
			wrong += read_counter(m, c) != 0x7fffffff;
			set_msr(m, address, 0x1234500000000);
			wrong += read_counter(m, c) != 0;
		}
		if (c >= 32)
			wrong += m->wrmsr(m, address, all + 1) != EXC_GP;
		set_msr(m, address, 0);
	}
	is(wrong, 0, "counters have %u bits (fixed: %u)%s", pmu->general_width, pmu->fixed_width,
	   intel ? "; a write of IA32_PMC or PerfCtr is 32 bits with their sign" : "");
}

static void check_full_width(struct machine *m)
{
	const struct pmu *pmu = &m->pmu;
	u64 all = counter_mask(pmu, 0), half = (all >> 1) & 0x5a5a5a5a5a5a5a5a;
	unsigned wrong = 0, c;

	if (pmu->caps & PMU_PDCM)
		is(msr(m, MSR_PERF_CAPABILITIES) >> 13 & 1, !!(pmu->caps & PMU_FULL_WRITE),
		   "IA32_PERF_CAPABILITIES says whether there are full-width writes");
	if (!(pmu->caps & PMU_FULL_WRITE))
		return;
	for (c = 0; c < 32; c++) {
		if (!(pmu->general >> c & 1))
			continue;
		set_msr(m, MSR_A_PMC0 + c, all);
		wrong += msr(m, MSR_A_PMC0 + c) != all || read_counter(m, c) != all;
		set_msr(m, MSR_A_PMC0 + c, half);
		wrong += read_counter(m, c) != half;
		wrong += m->wrmsr(m, MSR_A_PMC0 + c, all + 1) != EXC_GP ||
			 read_counter(m, c) != half;
		set_msr(m, MSR_A_PMC0 + c, 0);
	}
	is(wrong, 0, "IA32_A_PMC writes all bits of the same counters; one more is #GP");
}

/* One counter at two addresses */
static void check_aliases(struct machine *m)
{
	unsigned wrong = 0, c;

	if (m->pmu.caps & PMU_V6_MSRS) {
		for (c = 0; c < 32; c++) {
			if (!(m->pmu.general >> c & 1))
				continue;
			set_msr(m, MSR_GP0_CTR + MSR_V6_STRIDE * c, 0x123456789aull + c);
			wrong += read_counter(m, c) != 0x123456789aull + c;
			set_msr(m, MSR_PERFEVTSEL0 + c, 0x300c0 + (c << 24));
			wrong += msr(m, MSR_GP0_CFG_A + MSR_V6_STRIDE * c) != 0x300c0 + (c << 24);
			set_msr(m, MSR_GP0_CFG_A + MSR_V6_STRIDE * c, 0);
			wrong += msr(m, MSR_PERFEVTSEL0 + c) != 0;
			write_counter(m, c, 0);
		}
		for (c = 0; c < 16; c++) {
			if (!(m->pmu.fixed >> c & 1))
				continue;
			set_msr(m, MSR_FX0_CTR + MSR_V6_STRIDE * c, 0x98765432 + c);
			wrong += read_counter(m, FIXED_COUNTER(c)) != 0x98765432 + c;
			write_counter(m, FIXED_COUNTER(c), 0);
		}
		is(wrong, 0, "1900H and 1980H are the same registers");
	}
	if (m->pmu.family == PMU_AMD && m->pmu.caps & PMU_CORE_EXT) {
		for (c = 0; c < 4; c++) {
			set_msr(m, MSR_K7_PERFCTR0 + c, 0xabcdef012345ull + c);
			wrong += msr(m, MSR_F15H_PERF_CTR0 + 2 * c) != 0xabcdef012345ull + c;
			set_msr(m, MSR_F15H_PERF_CTL0 + 2 * c, 0x300c0 + (c << 24));
			wrong += msr(m, MSR_K7_PERFEVTSEL0 + c) != 0x300c0 + (c << 24);
			set_msr(m, MSR_K7_PERFEVTSEL0 + c, 0);
			set_msr(m, MSR_K7_PERFCTR0 + c, 0);
			wrong += msr(m, MSR_F15H_PERF_CTL0 + 2 * c) != 0;
		}
		is(wrong, 0, "C0010000H to C0010007H are the first four counters too");
	}
}

/* ---- RDPMC ---- */

static void check_rdpmc(struct machine *m)
{
	const struct pmu *pmu = &m->pmu;
	static const u32 never[] = { 0x12345678, 0x3fffffff, 0x40000010, 0x80000020, 0xffffffff };
	unsigned wrong = 0, n = 0, c, i;
	u64 value;

	if (pmu->family == PMU_P5 && !(pmu->caps & PMU_MMX)) {
		is(m->rdpmc(m, 0, 0, &value), EXC_UD, "RDPMC is no instruction");
		return;
	}
	for (c = 0; c < 64; c++) {
		u64 want = 0x12345670 + c;

		if (counter_msr(pmu, c) == NO_MSR) {
			/* A PMU has at most 16 fixed counters, and 4000000FH is the last. */
			if (c < 48 && !(pmu->family == PMU_C3 && c == 0))
				wrong += m->rdpmc(m, 0, counter_ecx(c), &value) != EXC_GP;
			continue;
		}
		write_counter(m, c, want);
		wrong += m->rdpmc(m, 0, counter_ecx(c), &value) != EXC_NONE || value != want;
		write_counter(m, c, 0);
		n++;
	}
	for (i = 0; i < N_OF(never); i++)
		wrong += m->rdpmc(m, 0, never[i], &value) != EXC_GP;
	/* PERF_METRICS has a type of its own. */
	if (!(pmu->caps & PMU_METRICS))
		wrong += m->rdpmc(m, 0, 0x20000000, &value) != EXC_GP;
	is(wrong, 0, "RDPMC reads %u counters; any other ECX is #GP", n);

	c = first_counter(m, "instructions") & 31;
	write_counter(m, c, 4711);
	m->set_pce(m, false);
	is(m->rdpmc(m, 3, c, &value), EXC_GP, "RDPMC at CPL 3 is #GP while CR4.PCE is 0");
	m->set_pce(m, true);
	value = 0;
	ok(m->rdpmc(m, 3, c, &value) == EXC_NONE && value == 4711,
	   "… and reads the counter while it is 1");
	is(m->rdpmc(m, 3, 0x3fffffff, &value), EXC_GP, "… and a counter that is not there is #GP");
	m->set_pce(m, false);

	if (pmu->family == PMU_P4) {
		write_counter(m, c, 0xa987654321);
		wrong = m->rdpmc(m, 0, 0x80000000u | c, &value) != EXC_NONE || value != 0x87654321;
		wrong += m->rdpmc(m, 0, c, &value) != EXC_NONE || value != 0xa987654321;
		is(wrong, 0, "RDPMC with ECX bit 31 reads the low 32 bits");
	}
	write_counter(m, c, 0);
}

/*
 * After a reset no event is selected and nothing has overflowed. GLOBAL_CTRL enables the general
 * counters, for software that does not know it. SDM volume 3, table of "IA-32 and Intel 64
 * Processor States Following Power-up".
 */
static void check_reset(struct machine *m)
{
	const struct pmu *pmu = &m->pmu;
	unsigned wrong = 0, i;
	struct pmu_reg_at at;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++) {
		u64 want = 0, got;

		if (left_out(at.address) || at.address == MSR_PERF_CAPABILITIES)
			continue;
		if (at.address == MSR_GLOBAL_CTRL || at.address == MSR_AMD_GLOBAL_CTL)
			want = pmu->general;
		got = msr(m, at.address);
		if (got == want)
			continue;
		detail("MSR %x: %llx", at.address, (unsigned long long)got);
		wrong++;
	}
	is(wrong, 0,
	   "after a reset the registers are 0, but a global control enables the general counters");
}

void check_registers(struct machine *m)
{
	/* A second logical processor finds what the first one has written. */
	if (!m->flags)
		check_reset(m);
	check_bits(m);
	check_absent(m);
	check_width(m);
	check_full_width(m);
	check_aliases(m);
	check_rdpmc(m);
}
