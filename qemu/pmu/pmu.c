/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The PMU of a virtual processor: built from the CPU's properties, and reached by CPUID, RDMSR,
 * WRMSR and RDPMC. core/state/ has the registers; docs/rig.md explains the properties.
 */
#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qom/object.h"
#include "hw/boards.h"
#include "sysemu/cpu-timers.h"
#include "pmc/pmu/pmu.h"
#include "pmc/core/models/model.h"
#include "pmc/core/models/table.h"
#include "pmc/core/state/rig.h"

#define MISC_ENABLE_PERFMON	     (1u << 7)
#define MISC_ENABLE_BTS_UNAVAILABLE  (1u << 11)
#define MISC_ENABLE_PEBS_UNAVAILABLE (1u << 12)
#define MISC_ENABLE_PMU \
	(MISC_ENABLE_PERFMON | MISC_ENABLE_BTS_UNAVAILABLE | MISC_ENABLE_PEBS_UNAVAILABLE)

/* DEBUGCTL: LBR, BTF and the bits of newer processors; those between them are reserved. */
#define DEBUGCTL_BITS 0xffc3u

static bool intel(const struct pmc_cpu *p)
{
	return p->pmu.family == PMU_ARCH || p->pmu.family == PMU_P6 || p->pmu.family == PMU_P4;
}

/* ---- Making one ---- */

static u32 low_bits(unsigned n)
{
	return n >= 32 ? ~0u : (1u << n) - 1;
}

/* Names of PMUs, beside the names of processors */
static const char *model_name(const char *name)
{
	static const char *const also[][2] = {
		{ "amd-core-ext", "zen2" },
		{ "amd-perfmon-v2", "zen4" },
		{ "p6", "pentiumpro" },
		{ "pentium4-old", "pentium4" },
	};
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(also); i++)
		if (!strcmp(name, also[i][0]))
			return also[i][1];
	return name;
}

/*
 * Vendor, family and model for this PMU. The architectural ones get a model that no processor has.
 */
static bool identify(X86CPU *cpu, const struct pmu_model *model, Error **errp)
{
	static const struct {
		char letter;
		const char *name;
	} vendors[] = {
		{ 'I', "GenuineIntel" }, { 'A', "AuthenticAMD" }, { 'H', "HygonGenuine" },
		{ 'Y', "CyrixInstead" }, { 'C', "CentaurHauls" },
	};
	struct signature s = { 'I', 6, 200, 200, 0, NULL };
	unsigned i, number;

	for (i = 0; i < pmc_signatures_n; i++)
		if (!strcmp(pmc_signatures[i].model, model->name)) {
			s = pmc_signatures[i];
			break;
		}
	for (i = 0; i < ARRAY_SIZE(vendors); i++)
		if (vendors[i].letter == s.vendor &&
		    !object_property_set_str(OBJECT(cpu), "vendor", vendors[i].name, errp))
			return false;
	/*
	 * The last one of Pentium 4's models 0 to 2 has all that this PMU has (extended cascades).
	 */
	number = model->caps & PMU_IQ_ESCR ? s.to : s.from;
	return object_property_set_int(OBJECT(cpu), "family", s.family, errp) &&
	       object_property_set_int(OBJECT(cpu), "model", number, errp);
}

static bool shape(X86CPU *cpu, struct pmu *pmu, Error **errp)
{
	if (cpu->pmc.gp)
		pmu->general = low_bits(cpu->pmc.gp);
	if (cpu->pmc.width)
		pmu->general_width = cpu->pmc.width;
	if (cpu->pmc.fixed != UINT8_MAX)
		pmu->fixed = low_bits(cpu->pmc.fixed);
	if (cpu->pmc.fixed_mask != UINT32_MAX)
		pmu->fixed = cpu->pmc.fixed_mask;
	if (cpu->pmc.fixed_width)
		pmu->fixed_width = cpu->pmc.fixed_width;
	if (pmu->fixed && !pmu->fixed_width)
		pmu->fixed_width = pmu->general_width;
	if (cpu->pmc.gp && pmu->family != PMU_ARCH && pmu->family != PMU_AMD) {
		error_setg(errp, "pmc-gp: the counters of %s cannot be chosen", cpu->pmc.model);
		return false;
	}
	if ((cpu->pmc.fixed != UINT8_MAX || cpu->pmc.fixed_mask != UINT32_MAX) &&
	    pmu->family != PMU_ARCH) {
		error_setg(errp, "pmc-fixed: %s has no fixed counters", cpu->pmc.model);
		return false;
	}
	if (pmu->fixed & (pmu->fixed + 1) && pmu->version < 5) {
		error_setg(errp,
			   "pmc-fixed-mask: before version 5 CPUID has no mask of fixed counters");
		return false;
	}
	/* Never offered, whatever the processor of this name has. */
	pmu->caps &= ~(PMU_PEBS | PMU_ADAPTIVE | PMU_METRICS | PMU_TSX | PMU_EXTRA);
	return true;
}

/*
 * Pentium 4 with Hyper-Threading: the second logical processor of a core uses the PMU of the first.
 */
static void share(X86CPU *cpu, struct pmc_cpu *p)
{
	CPUState *cs;

	p->logical = cpu->apic_id & 1;
	/* clang-format off */
	CPU_FOREACH(cs) {
		/* clang-format on */
		struct pmc_cpu *q = cs->pmc;

		if (!q || q == p || q->cpu->apic_id != (cpu->apic_id ^ 1))
			continue;
		p->sibling = q;
		q->sibling = p;
		if (p->logical)
			p->state = q->state;
		else
			q->state = p->state;
	}
}

/* Finds the events that count, by the processor's own signals and by those of a machine. */
static bool count_signals(struct pmc_cpu *p, Error **errp)
{
	const char *machine = p->cpu->pmc.machine;
	char *why;

	pmc_rows_of(&p->pmu, &p->signals);
	p->n_signals = SIGNALS_N;
	if (!machine || pmc_model_init(p, machine, &why))
		return true;
	error_setg(errp, "pmc-machine=%s: %s", machine, why);
	g_free(why);
	return false;
}

/* What must be so for a PMU: a way to count, and a model of this name. */
static const struct pmu_model *model_for(const X86CPU *cpu, Error **errp)
{
	const char *name = model_name(cpu->pmc.model);
	const struct pmu_model *model = pmc_model_find(name, strlen(name), NULL);

	if (!icount_enabled()) {
		error_setg(
			errp,
			"pmc=%s counts by the instruction counter: add -icount shift=1,sleep=off",
			cpu->pmc.model);
		return NULL;
	}
	if (!model)
		error_setg(errp, "pmc=%s: no PMU has this name; 'pmc list --models' shows them",
			   cpu->pmc.model);
	return model;
}

bool pmc_realize(X86CPU *cpu, Error **errp)
{
	CPUX86State *env = &cpu->env;
	const struct pmu_model *model = model_for(cpu, errp);
	struct pmc_cpu *p;

	if (!model)
		return false;
	p = g_new0(struct pmc_cpu, 1);
	p->cpu = cpu;
	p->now.count[SIGNAL_INSN] = 1;
	p->now.count[SIGNAL_CYCLE] = cpu->pmc.cycles;
	p->now.count[SIGNAL_REF] = cpu->pmc.ref;
	pmc_pmu_of_model(model, &p->pmu);
	if (!shape(cpu, &p->pmu, errp))
		goto fail;
	p->state = &p->own;
	if (current_machine->smp.threads != 2)
		p->pmu.caps &= ~PMU_HT;
	if (!count_signals(p, errp))
		goto fail;
	if (pmc_state_init(p->state, &p->pmu, p->capabilities, &p->signals)) {
		error_setg(errp,
			   "pmc=%s: there is no such PMU: counters or widths are out of range",
			   cpu->pmc.model);
		goto fail;
	}
	if (p->pmu.family == PMU_ARCH || p->pmu.family == PMU_P6)
		p->capabilities = p->state->arch.config.capabilities;
	if (cpu->pmc.identity && !identify(cpu, model, errp))
		goto fail;
	if (p->pmu.family == PMU_ARCH)
		env->cpuid_min_level = MAX(env->cpuid_min_level, p->pmu.version >= 6 ? 0x23 : 0xa);
	if (p->pmu.family == PMU_AMD && p->pmu.caps & PMU_GLOBAL)
		env->cpuid_min_xlevel = MAX(env->cpuid_min_xlevel, 0x80000022);
	if (p->pmu.family == PMU_P4 && p->pmu.caps & PMU_HT)
		share(cpu, p);
	if (cpu->pmc.fault && !pmc_fault_init(p, cpu->pmc.fault)) {
		error_setg(errp, "pmc-fault=%s: no fault has this name; docs/rig.md lists them",
			   cpu->pmc.fault);
		goto fail;
	}
	CPU(cpu)->pmc = p;
	return true;
fail:
	pmc_model_free(p);
	g_free(p);
	return false;
}

void pmc_reset(X86CPU *cpu)
{
	struct pmc_cpu *p = CPU(cpu)->pmc;

	pmc_count(p, 0);
	/* A shared PMU is reset with the first logical processor, which starts the second. */
	if (!p->sibling || !p->logical)
		pmc_state_init(p->state, &p->pmu, p->capabilities, &p->signals);
	p->debugctl = 0;
	p->pmi = p->look = false;
	pmc_changed(p);
}

/* ---- CPUID ---- */

static void leaf_0a(const struct pmu *pmu, u32 *a, u32 *b, u32 *c, u32 *d)
{
	u32 events = pmu->version >= 5 ? 8 : 7, fixed = 0;

	while (pmu->fixed >> fixed & 1)
		fixed++;
	*a = pmu->version | (u32)__builtin_popcount(pmu->general) << 8 |
	     (u32)pmu->general_width << 16 | events << 24;
	/*
	 * A set bit says that the event is unavailable. The misses of caches and branches are never
	 * counted, but software may ask for them, as for any event.
	 */
	*b = ~pmu->arch_events & low_bits(events);
	*c = pmu->version >= 5 ? pmu->fixed : 0;
	*d = 0;
	if (pmu->version >= 2)
		*d = fixed | (u32)pmu->fixed_width << 5;
	if (pmu->version >= 3 && !(pmu->caps & PMU_ANY_THREAD))
		*d |= 1u << 15;
}

static void leaf_23(const struct pmu *pmu, u32 subleaf, u32 *a, u32 *b, u32 *c, u32 *d)
{
	*a = *b = *c = *d = 0;
	switch (subleaf) {
	case 0:
		*a = 1u << 0 | 1u << 1 | 1u << 3;
		*b = (pmu->caps & PMU_UMASK2 ? 1 : 0) | (pmu->caps & PMU_EQ ? 2 : 0);
		break;
	case 1:
		*a = pmu->general;
		*b = pmu->fixed;
		break;
	case 3:
		*a = pmu->arch_events;
		break;
	}
}

/* Which PMU this is, and what it counts: core/state/rig.h. */
static void rig_leaf(const struct pmc_cpu *p, u32 leaf, u32 subleaf, u32 *a, u32 *b, u32 *c, u32 *d)
{
	u32 name[3];
	u64 counts;

	*a = *b = *c = *d = 0;
	if (leaf == RIG_LEAF_COUNTS) {
		counts = pmc_signals_of(&p->signals, (u16)(subleaf >> 16), (u16)subleaf);
		*a = (u32)counts;
		*b = (u32)(counts >> 32);
		return;
	}
	memcpy(name, RIG_SIGNATURE, sizeof(name));
	*a = RIG_LEAF_COUNTS;
	*b = name[0];
	*c = name[1];
	*d = name[2];
}

void pmc_cpuid(CPUX86State *env, u32 leaf, u32 subleaf, u32 *a, u32 *b, u32 *c, u32 *d)
{
	struct pmc_cpu *p = env_cpu(env)->pmc;
	const struct pmu *pmu = &p->pmu;
	bool arch = pmu->family == PMU_ARCH, amd = pmu->family == PMU_AMD;

	switch (leaf) {
	case 1:
		*c &= ~CPUID_EXT_PDCM;
		if (arch && pmu->caps & (PMU_PDCM | PMU_FULL_WRITE))
			*c |= CPUID_EXT_PDCM;
		/* Software uses the older PMUs only where CPUID shows no hypervisor. */
		if (!p->cpu->pmc.hypervisor)
			*c &= ~CPUID_EXT_HYPERVISOR;
		/* QEMU sets this bit for several CPUs. Here it describes ESCRs and CCCRs. */
		if (pmu->family == PMU_P4 && !(pmu->caps & PMU_HT))
			*d &= ~CPUID_HT;
		break;
	case 7:
		if (subleaf == 0 && arch && pmu->version >= 6)
			*a = MAX(*a, 1);
		if (subleaf == 1 && arch && pmu->version >= 6)
			*a |= 1u << 8;
		break;
	case 0xa:
		*a = *b = *c = *d = 0;
		if (arch)
			leaf_0a(pmu, a, b, c, d);
		break;
	case 0x23:
		if (arch && pmu->version >= 6)
			leaf_23(pmu, subleaf, a, b, c, d);
		break;
	case RIG_LEAF:
	case RIG_LEAF_COUNTS:
		rig_leaf(p, leaf, subleaf, a, b, c, d);
		break;
	case 0x80000001:
		if (amd) {
			*c &= ~(1u << 23);
			if (pmu->caps & PMU_CORE_EXT)
				*c |= 1u << 23;
		}
		break;
	case 0x80000022:
		if (amd && pmu->caps & PMU_GLOBAL) {
			*a = 1u << 0 | 1u << 2;
			*b = (u32)__builtin_popcount(pmu->general);
			*c = *d = 0;
		}
		break;
	}
}

/* ---- Registers ---- */

/*
 * Addresses of registers that some PMU has. Where this PMU lacks the register, an access is #GP;
 * QEMU alone would let it pass. LBRs are left to QEMU, because drivers that know a core use them
 * unasked.
 */
static bool of_some_pmu(u32 msr)
{
	static const u32 ranges[][2] = {
		/* clang-format off */
		{ 0xc1, 0xca }, { 0x186, 0x18f }, { 0x1a6, 0x1a7 },
		{ 0x300, 0x318 }, { 0x329, 0x329 }, { 0x345, 0x345 }, { 0x360, 0x371 },
		{ 0x38d, 0x395 },
		{ 0x3a0, 0x3f9 }, { 0x4c1, 0x4ca }, { 0x600, 0x600 },
		{ 0x1900, 0x19ff },
		{ 0xc0000300, 0xc0000303 }, { 0xc0010000, 0xc0010007 }, { 0xc0010200, 0xc001021f },
		/* clang-format on */
	};
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(ranges); i++)
		if (msr >= ranges[i][0] && msr <= ranges[i][1])
			return true;
	return false;
}

static int elsewhere(u32 msr)
{
	return of_some_pmu(msr) ? PMC_ACCESS_GP : PMC_ACCESS_ELSEWHERE;
}

static bool has_debugctl(const struct pmc_cpu *p)
{
	return p->pmu.family == PMU_ARCH || p->pmu.family == PMU_P6 || p->pmu.family == PMU_P4 ||
	       p->pmu.family == PMU_AMD;
}

int pmc_rdmsr(CPUX86State *env, u32 msr, u64 *value)
{
	struct pmc_cpu *p = env_cpu(env)->pmc;
	int access;

	if (msr == MSR_DEBUGCTL && has_debugctl(p)) {
		*value = p->debugctl;
		return PMC_ACCESS_DONE;
	}
	/* Hardware has what RDTSC gives here, too. QEMU has 0. */
	if (msr == MSR_IA32_TSC) {
		*value = cpu_get_tsc(env) + env->tsc_offset;
		return PMC_ACCESS_DONE;
	}
	if (msr == MSR_IA32_MISC_ENABLE && intel(p)) {
		*value = (env->msr_ia32_misc_enable & ~(u64)MISC_ENABLE_PMU) | MISC_ENABLE_PMU;
		return PMC_ACCESS_DONE;
	}
	if (msr == MSR_RIG_FAULT)
		return pmc_fault_read(p, value);
	if (!of_some_pmu(msr) && p->pmu.family != PMU_P5)
		return PMC_ACCESS_ELSEWHERE;
	/* The reading instruction has not retired. */
	pmc_count(p, 1);
	access = pmc_state_rdmsr(p->state, 0, msr, value);
	if (access == PMC_ACCESS_DONE)
		*value = pmc_fault_shows(p, msr, *value);
	return access == PMC_ACCESS_ELSEWHERE ? elsewhere(msr) : access;
}

int pmc_wrmsr(CPUX86State *env, u32 msr, u64 value)
{
	struct pmc_cpu *p = env_cpu(env)->pmc;
	int access;

	/*
	 * SVM is switched on or off, which changes the side of what follows. QEMU may keep the bit
	 * as it was.
	 */
	if (msr == MSR_EFER) {
		pmc_count(p, 0);
		p->refresh = p->look = true;
		qatomic_set(&cpu_neg(env_cpu(env))->icount_decr.u16.high, -1);
		return PMC_ACCESS_ELSEWHERE;
	}
	if (msr == MSR_DEBUGCTL && has_debugctl(p)) {
		if (value & ~(u64)DEBUGCTL_BITS && intel(p))
			return PMC_ACCESS_GP;
		pmc_count(p, 1);
		p->debugctl = value & DEBUGCTL_BITS;
		pmc_state_debugctl(p->state, p->debugctl);
		return PMC_ACCESS_DONE;
	}
	if (msr == MSR_RIG_FAULT) {
		pmc_count(p, 1);
		access = pmc_fault_choose(p, value);
		pmc_changed(p);
		return access;
	}
	if (!of_some_pmu(msr) && p->pmu.family != PMU_P5)
		return PMC_ACCESS_ELSEWHERE;
	pmc_count(p, 1);
	access = pmc_state_wrmsr(p->state, 0, msr, pmc_fault_write(p, msr, value));
	if (access == PMC_ACCESS_DONE) {
		pmc_changed(p);
	}
	return access == PMC_ACCESS_ELSEWHERE ? elsewhere(msr) : access;
}

int pmc_rdpmc(CPUX86State *env, u32 ecx, u64 *value)
{
	struct pmc_cpu *p = env_cpu(env)->pmc;
	unsigned cpl = env->hflags & HF_CPL_MASK;
	int access;

	pmc_count(p, 1);
	access = pmc_state_rdpmc(p->state, cpl, pmc_fault_pce(p, env->cr[4] & CR4_PCE_MASK),
				 pmc_fault_rdpmc(p, cpl, ecx), value);
	return access == PMC_ACCESS_DONE ? 0 : access == PMC_ACCESS_UD ? EXCP06_ILLOP : EXCP0D_GPF;
}

static void happened(CPUState *cs, unsigned signal)
{
	struct pmc_cpu *p = cs->pmc;

	p->total[signal]++;
	if (p->watched >> signal & 1) {
		/* No budget ends at this event: count at the end of this translation block. */
		p->look = true;
		qatomic_set(&cpu_neg(cs)->icount_decr.u16.high, -1);
	}
}

void pmc_interrupt(CPUState *cs)
{
	happened(cs, SIGNAL_INTERRUPT);
}

void pmc_tlb_miss(CPUState *cs, MMUAccessType type)
{
	happened(cs, type == MMU_INST_FETCH ? SIGNAL_ITLB :
		     type == MMU_DATA_STORE ? SIGNAL_DTLB_STORE :
					      SIGNAL_DTLB_LOAD);
}

void pmc_refused_int(CPUX86State *env)
{
	CPUState *cs = env_cpu(env);

	cs->pmc_unretired++;
	cs->pmc_branch[PMC_BRANCH_FAR]--;
}
