/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The register models under libFuzzer: an input is a model and operations on its registers.
 *
 * What must hold whatever the values are: an access that faults changes nothing and gives no value;
 * a value that was taken reads back without reserved bits; a run counts the same in one piece and
 * in two; no counter overflows before pmc_state_next() says so, and counters keep their width.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/state/pmu.h"
#include "core/pmu/registers.h"
#include "core/models/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "state_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

/* clang-format off */
static const struct pmc_signal_row rows[] = {
	{0x3c, 0x00, false, 0}, {0xc0, 0x00, false, 1}, {0x00, 0x00, false, 2},
	{0x16, 0x03, true, 1},
	{0x76, 0x00, false, 0}, {0x2e, 0x4f, true, 2}, {ARCH_SELECT_FIXED(0), 0, false, 1},
	{ARCH_SELECT_FIXED(1), 0, false, 0}, {P4_SELECT(P4_CRU_ESCR0, 2), 0x000f, true, 1},
	{P4_SELECT(P4_BSU_ESCR0, 12), 0x07ff, true, 2}, {P4_SELECT(P4_FSB_ESCR0, 19), 1, true, 0},
};
/* clang-format on */
static const struct pmc_signals signals = { rows, sizeof(rows) / sizeof(rows[0]), 1 };

struct input {
	const uint8_t *at;
	size_t left;
};

static u64 take(struct input *in, unsigned bytes)
{
	u64 v = 0;

	while (bytes--) {
		v = v << 8 | (in->left ? *in->at : 0);
		if (in->left) {
			in->at++;
			in->left--;
		}
	}
	return v;
}

/* An address: mostly one that the PMU has. */
static u32 address(struct input *in, const struct pmu *pmu)
{
	struct pmu_reg_at at;
	u32 which = (u32)take(in, 1);

	if (which < 0xf0 && pmc_pmu_reg(pmu, which % 96, &at))
		return at.address;
	return (u32)take(in, 4);
}

/* Parts of a state that software sees; the rest (detectors) has no order of bytes to compare. */
static bool same(const struct pmc_state *a, const struct pmc_state *b, const struct pmu *pmu)
{
	struct pmu_reg_at at;
	u64 va, vb;
	u32 i;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++) {
		va = vb = 0;
		if (pmc_state_rdmsr(a, 0, at.address, &va) !=
			    pmc_state_rdmsr(b, 0, at.address, &vb) ||
		    va != vb)
			return false;
	}
	return true;
}

static void access(struct pmc_state *s, const struct pmu *pmu, struct input *in)
{
	struct pmc_state before = *s;
	unsigned cpl = take(in, 1) & 0x83 ? 0 : 3;
	u32 msr = address(in, pmu);
	u64 value = take(in, 8), read = 0x5a5a;
	struct pmu_reg_at at;
	int err = pmc_state_wrmsr(s, cpl, msr, value);

	MUST(err == PMC_ACCESS_DONE || err == PMC_ACCESS_ELSEWHERE || err == PMC_ACCESS_GP);
	if (err)
		MUST(same(s, &before, pmu));
	err = pmc_state_rdmsr(s, cpl, msr, &read);
	if (err)
		MUST(read == 0x5a5a);
	else if (pmc_pmu_reg_at(pmu, msr, &at) && at.reg->kind != REG_CLEAR &&
		 at.reg->kind != REG_STATUS)
		MUST(!(read & ~pmc_pmu_reg_bits(pmu, &at)));
	read = 0x5a5a;
	if (pmc_state_rdpmc(s, cpl, take(in, 1) & 1, (u32)value, &read))
		MUST(read == 0x5a5a);
}

static void read_cycle(struct pmc_cycle *c, struct input *in)
{
	unsigned i, flags = (unsigned)take(in, 1);

	memset(c, 0, sizeof(*c));
	c->cpl = flags & 3;
	c->smm = flags & 4;
	c->in_tx = flags & 8;
	c->halted = flags & 16;
	c->side = (flags >> 5 & 3) % 3;
	for (i = 0; i < 3; i++)
		c->count[i] = (u8)take(in, 1);
}

static void run(struct pmc_state *s, const struct pmu *pmu, struct input *in)
{
	struct pmc_run r = { 0 }, part;
	struct pmc_cycle other;
	struct pmc_state two = *s, early = *s;
	u64 first, next;
	u32 i;

	read_cycle(&r.self, in);
	read_cycle(&other, in);
	r.other = other.cpl & 1 ? &other : NULL;
	r.cycles = take(in, 3);
	first = take(in, 3);
	part = r;
	next = pmc_state_next(s, &r);
	MUST(next > 0);
	pmc_state_advance(s, &r);

	part.cycles = first < r.cycles ? first : r.cycles;
	pmc_state_advance(&two, &part);
	part.cycles = r.cycles - part.cycles;
	pmc_state_advance(&two, &part);
	MUST(same(s, &two, pmu));

	/* Until just before the next overflow, no counter gets smaller. */
	part.cycles = next - 1 < r.cycles ? next - 1 : r.cycles;
	two = early;
	pmc_state_advance(&early, &part);
	for (i = 0; i < 64; i++) {
		u64 a, b;
		u32 ecx = i < 32 ? i : 0x40000000 | (i - 32);

		if (pmc_state_rdpmc(&two, 0, true, ecx, &a))
			continue;
		MUST(!pmc_state_rdpmc(&early, 0, true, ecx, &b) && b >= a);
		MUST(!(b >> (i < 32 ? pmu->general_width : pmu->fixed_width)));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data, size };
	const struct pmu_model *model;
	struct pmc_state s;
	struct pmu pmu;
	unsigned steps = 0;

	model = pmc_model_row((u32)take(&in, 1));
	if (!model)
		return 0;
	pmc_pmu_of_model(model, &pmu);
	memset(&s, 0, sizeof(s));
	if (pmc_state_init(&s, &pmu, take(&in, 2), &signals))
		return 0;
	while (in.left && steps++ < 40) {
		switch (take(&in, 1) & 3) {
		case 0:
			run(&s, &pmu, &in);
			break;
		case 1:
			pmc_state_debugctl(&s, take(&in, 2));
			pmc_state_take_pmi(&s, (unsigned)take(&in, 1));
			break;
		default:
			access(&s, &pmu, &in);
			break;
		}
	}
	return 0;
}
