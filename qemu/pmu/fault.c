/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each fault breaks the PMU at one place: counter 1 (Pentium 4: 12, which can count instructions),
 * or what its name says. It changes the state of the register model itself, so that every way to
 * look at the PMU (RDMSR, RDPMC, an interrupt) meets the same broken PMU.
 */
#include "qemu/osdep.h"
#include "pmc/pmu/pmu.h"
#include "pmc/core/pmu/registers.h"
#include "pmc/core/pmu/regs.h"

#define NARROW		 32
#define STUCK_BIT	 20
#define DRIFTS_EACH	 1024
#define P5_USER_COUNTER1 (1u << 23) /* CESR: counter 1 counts at CPL 3 */

static const char *const names[] = {
	"none",	   /* nothing is broken */
	"dead",	   /* the counter counts nothing */
	"narrow",  /* it has 32 bits */
	"bit",	   /* its bit 20 is always 0 */
	"double",  /* it counts each event twice */
	"drift",   /* it counts one too many of each 1,024 events */
	"wide",	   /* its highest bit stays set, so it does not go on at 0 */
	"silent",  /* its overflow does not show in the status */
	"lost",	   /* no overflow interrupts */
	"stuck",   /* once enabled, it stays so (P6: counter 0, which has the enable bit) */
	"ring",	   /* it cannot count user mode */
	"rdpmc",   /* RDPMC of it reads the counter before it */
	"rdpmc3",  /* RDPMC in user mode reads it so */
	"refused", /* RDPMC in user mode is refused whatever CR4.PCE permits */
	"open",	   /* RDPMC in user mode is never refused */
	"fixed",   /* fixed counter 0 stands still while general counter 0 is enabled */
	"shared",  /* P6: counter 1 counts without the enable bit, which is counter 0's */
	"global",  /* counter 0 counts without its bit of the global control */
	"pair",	   /* Pentium: counter 1 gets the event of counter 0 */
};

static u64 packed(const char *name)
{
	u64 value = 0;
	unsigned i;

	for (i = 0; name[i] && i < sizeof(value); i++)
		value |= (u64)(u8)name[i] << 8 * i;
	return value;
}

static bool is(const struct pmc_cpu *p, const char *name)
{
	return p->fault.name && p->fault.name == packed(name);
}

static bool is_known(u64 name)
{
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (name == packed(names[i]))
			return true;
	return false;
}

/* ---- Which counter, and where the model keeps it ---- */

static unsigned victim(const struct pmc_cpu *p)
{
	return p->pmu.family == PMU_P4 ? 12 : 1;
}

static u64 *value_of(struct pmc_cpu *p, unsigned i)
{
	switch (p->pmu.family) {
	case PMU_ARCH:
	case PMU_P6:
		return &p->state->arch.general[i];
	case PMU_AMD:
		return &p->state->amd.counter[i];
	case PMU_P4:
		return &p->state->p4.counter[i];
	default:
		return &p->state->p5.counter[i];
	}
}

/* The signals that it counts. */
static u64 *counts_of(struct pmc_cpu *p, unsigned i)
{
	switch (p->pmu.family) {
	case PMU_ARCH:
	case PMU_P6:
		return &p->state->arch.counts[i];
	case PMU_AMD:
		return &p->state->amd.counts[i];
	case PMU_P4:
		return &p->state->p4.counts[i];
	default:
		return &p->state->p5.counts[i];
	}
}

static u64 width_mask(const struct pmc_cpu *p)
{
	return ((u64)1 << p->pmu.general_width) - 1;
}

/* ---- Choosing one ---- */

bool pmc_fault_init(struct pmc_cpu *p, const char *name)
{
	if (strlen(name) > sizeof(u64) || !is_known(packed(name)))
		return false;
	p->fault.name = packed(name);
	return true;
}

int pmc_fault_read(const struct pmc_cpu *p, u64 *value)
{
	*value = p->fault.name;
	return p->fault.name ? PMC_ACCESS_DONE : PMC_ACCESS_ELSEWHERE;
}

int pmc_fault_choose(struct pmc_cpu *p, u64 name)
{
	if (!p->fault.name)
		return PMC_ACCESS_ELSEWHERE;
	if (!is_known(name))
		return PMC_ACCESS_GP;
	memset(&p->fault, 0, sizeof(p->fault));
	p->fault.name = name;
	return PMC_ACCESS_DONE;
}

/* ---- Registers ---- */

static bool is_global(const struct pmc_cpu *p, u32 msr)
{
	return msr == pmc_pmu_global_ctrl(&p->pmu);
}

static u64 stays_enabled(const struct pmc_cpu *p, const struct pmu_reg_at *at, u64 value)
{
	u64 enable = p->pmu.family == PMU_P4 ? P4_CCCR_ENABLE : EVTSEL_EN, old = 0;

	pmc_state_rdmsr(p->state, 0, at->address, &old);
	if (is_global(p, at->address))
		return value | (old & (u64)1 << victim(p));
	if (at->reg->kind == REG_CESR && !pmc_pmu_always_counts(&p->pmu))
		return value >> 16 ? value : value | (old & 0xffff0000);
	if (at->reg->kind == REG_SELECT && at->index == (p->pmu.family == PMU_P6 ? 0 : victim(p)) &&
	    old & enable && !(value & enable))
		return old;
	return value;
}

static u64 without_user(const struct pmc_cpu *p, const struct pmu_reg_at *at, u64 value)
{
	switch (at->reg->kind) {
	case REG_ESCR:
		return value & ~(u64)P4_ESCR_T0_USR;
	case REG_CESR:
		return value & ~(u64)P5_USER_COUNTER1;
	case REG_SELECT:
		if (p->pmu.family != PMU_P4 && at->index == victim(p))
			return value & ~(u64)EVTSEL_USR;
		return value;
	default:
		return value;
	}
}

/* The register whose enable bit does not reach its counter, and this bit; 0: none. */
static u64 ignored_bit(const struct pmc_cpu *p, u32 msr)
{
	if (is(p, "shared") && p->pmu.family == PMU_P6 && msr == MSR_PERFEVTSEL0)
		return EVTSEL_EN;
	if (is(p, "global") && is_global(p, msr))
		return 1;
	return 0;
}

u64 pmc_fault_write(struct pmc_cpu *p, u32 msr, u64 value)
{
	struct pmu_reg_at at;

	if (!p->fault.name || !pmc_pmu_reg_at(&p->pmu, msr, &at))
		return value;
	if (is(p, "stuck"))
		return stays_enabled(p, &at, value);
	if (is(p, "ring"))
		return without_user(p, &at, value);
	if (is(p, "pair") && at.reg->kind == REG_CESR && value & 0xffff && value >> 16)
		return (value & 0xffff) * 0x10001;
	if (ignored_bit(p, msr)) {
		p->fault.written = value;
		return value | ignored_bit(p, msr);
	}
	return value;
}

u64 pmc_fault_shows(const struct pmc_cpu *p, u32 msr, u64 value)
{
	u64 bit = ignored_bit(p, msr);

	return (value & ~bit) | (p->fault.written & bit);
}

/* A counter loses its bits whoever sets them. */
static void cut(struct pmc_cpu *p)
{
	u64 *value = value_of(p, victim(p));

	if (is(p, "narrow"))
		*value &= ((u64)1 << NARROW) - 1;
	if (is(p, "bit"))
		*value &= ~((u64)1 << STUCK_BIT);
}

void pmc_fault_changed(struct pmc_cpu *p)
{
	struct pmc_arch *arch = &p->state->arch;

	if (!p->fault.name)
		return;
	cut(p);
	if (is(p, "dead"))
		*counts_of(p, victim(p)) = 0;
	/* Counter 0 itself obeys its bit. */
	if (is(p, "shared") && p->pmu.family == PMU_P6 && !(p->fault.written & EVTSEL_EN))
		arch->counts[0] = 0;
	if (p->pmu.family == PMU_ARCH && p->pmu.fixed & 1)
		arch->fixed_counts[0] = is(p, "fixed") && arch->evtsel[0] & EVTSEL_EN ?
						0 :
						pmc_signals_of(&p->signals,
							       (u16)ARCH_SELECT_FIXED(0), 0);
}

/* ---- Counting ---- */

void pmc_fault_before(struct pmc_cpu *p)
{
	if (p->fault.name)
		p->fault.before = *value_of(p, victim(p));
}

static void hide_overflow(struct pmc_cpu *p)
{
	u64 others = ~((u64)1 << victim(p));

	if (p->pmu.family == PMU_ARCH)
		p->state->arch.global_status &= others;
	if (p->pmu.family == PMU_AMD)
		p->state->amd.global_status &= others;
	if (p->pmu.family == PMU_P4)
		p->state->p4.cccr[victim(p)] &= ~P4_CCCR_OVF;
}

void pmc_fault_after(struct pmc_cpu *p)
{
	u64 *value, events;

	if (!p->fault.name)
		return;
	value = value_of(p, victim(p));
	events = (*value - p->fault.before) & width_mask(p);
	if (is(p, "double"))
		*value = (*value + events) & width_mask(p);
	if (is(p, "drift")) {
		p->fault.rest += events;
		*value = (*value + p->fault.rest / DRIFTS_EACH) & width_mask(p);
		p->fault.rest %= DRIFTS_EACH;
	}
	if (is(p, "wide"))
		*value |= p->fault.before & (width_mask(p) ^ width_mask(p) >> 1);
	if (is(p, "silent"))
		hide_overflow(p);
	cut(p);
}

bool pmc_fault_loses(const struct pmc_cpu *p)
{
	return is(p, "lost");
}

bool pmc_fault_pce(const struct pmc_cpu *p, bool pce)
{
	return is(p, "open") || (pce && !is(p, "refused"));
}

u32 pmc_fault_rdpmc(const struct pmc_cpu *p, unsigned cpl, u32 ecx)
{
	bool broken = is(p, "rdpmc") || (cpl == 3 && is(p, "rdpmc3"));

	return broken && (ecx & ~(1u << 31)) == victim(p) ? ecx - 1 : ecx;
}
