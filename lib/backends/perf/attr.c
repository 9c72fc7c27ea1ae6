/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes events as struct perf_event_attr: generic events with perf's own numbers, events of a
 * model as raw events.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/encode/encode.h"
#include "core/event/event.h"
#include "core/event/generic.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "lib/backends/perf/attr.h"
#include "lib/backends/perf/p4.h"
#include "lib/backends/perf/sysfs.h"
#include "lib/base/diag.h"
#include "pmc/pmc.h"

static const u64 hardware[HW_COUNT] = {
	[HW_CYCLES] = PERF_COUNT_HW_CPU_CYCLES,
	[HW_INSTRUCTIONS] = PERF_COUNT_HW_INSTRUCTIONS,
	[HW_BRANCHES] = PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
	[HW_BRANCH_MISSES] = PERF_COUNT_HW_BRANCH_MISSES,
	[HW_CACHE_REFERENCES] = PERF_COUNT_HW_CACHE_REFERENCES,
	[HW_CACHE_MISSES] = PERF_COUNT_HW_CACHE_MISSES,
	[HW_BUS_CYCLES] = PERF_COUNT_HW_BUS_CYCLES,
	[HW_STALLED_FRONTEND] = PERF_COUNT_HW_STALLED_CYCLES_FRONTEND,
	[HW_STALLED_BACKEND] = PERF_COUNT_HW_STALLED_CYCLES_BACKEND,
	[HW_REF_CYCLES] = PERF_COUNT_HW_REF_CPU_CYCLES,
};

#define COUNT_SW_CGROUP_SWITCHES 11 /* since Linux 5.13; older headers lack it */

static const u64 software[SW_COUNT] = {
	[SW_CPU_CLOCK] = PERF_COUNT_SW_CPU_CLOCK,
	[SW_TASK_CLOCK] = PERF_COUNT_SW_TASK_CLOCK,
	[SW_PAGE_FAULTS] = PERF_COUNT_SW_PAGE_FAULTS,
	[SW_CONTEXT_SWITCHES] = PERF_COUNT_SW_CONTEXT_SWITCHES,
	[SW_CPU_MIGRATIONS] = PERF_COUNT_SW_CPU_MIGRATIONS,
	[SW_MINOR_FAULTS] = PERF_COUNT_SW_PAGE_FAULTS_MIN,
	[SW_MAJOR_FAULTS] = PERF_COUNT_SW_PAGE_FAULTS_MAJ,
	[SW_ALIGNMENT_FAULTS] = PERF_COUNT_SW_ALIGNMENT_FAULTS,
	[SW_EMULATION_FAULTS] = PERF_COUNT_SW_EMULATION_FAULTS,
	[SW_DUMMY] = PERF_COUNT_SW_DUMMY,
	[SW_BPF_OUTPUT] = PERF_COUNT_SW_BPF_OUTPUT,
	[SW_CGROUP_SWITCHES] = COUNT_SW_CGROUP_SWITCHES,
};

_Static_assert((int)CACHE_L1D == PERF_COUNT_HW_CACHE_L1D &&
		       (int)CACHE_L1I == PERF_COUNT_HW_CACHE_L1I &&
		       (int)CACHE_LLC == PERF_COUNT_HW_CACHE_LL &&
		       (int)CACHE_DTLB == PERF_COUNT_HW_CACHE_DTLB &&
		       (int)CACHE_ITLB == PERF_COUNT_HW_CACHE_ITLB &&
		       (int)CACHE_BPU == PERF_COUNT_HW_CACHE_BPU &&
		       (int)CACHE_NODE == PERF_COUNT_HW_CACHE_NODE &&
		       (int)CACHE_OP_PREFETCH == PERF_COUNT_HW_CACHE_OP_PREFETCH &&
		       (int)CACHE_MISS == PERF_COUNT_HW_CACHE_RESULT_MISS,
	       "CACHE_CONFIG() is the kernel's config of a cache event");

bool perf_is_hardware(const struct perf_event_attr *attr)
{
	return attr->type != PERF_TYPE_SOFTWARE;
}

/* ---- Rings and the like ---- */

static void set_mods(const struct event *ev, struct perf_event_attr *attr)
{
	u32 precise = (ev->mods & MOD_PRECISE) >> MOD_PRECISE_SHIFT;

	if (ev->mods & MOD_RINGS) {
		attr->exclude_user = !(ev->mods & MOD_USER);
		attr->exclude_kernel = !(ev->mods & MOD_KERNEL);
		attr->exclude_hv = !(ev->mods & MOD_HYPER);
	}
	/* As in perf, guests count only on request. */
	if (ev->mods & (MOD_GUEST | MOD_HOST)) {
		attr->exclude_guest = !(ev->mods & MOD_GUEST);
		attr->exclude_host = !(ev->mods & MOD_HOST);
	} else if (perf_is_hardware(attr)) {
		attr->exclude_guest = 1;
	}
	attr->precise_ip = precise;
	attr->pinned = !!(ev->mods & MOD_PINNED);
	attr->exclude_idle = !!(ev->mods & MOD_NO_IDLE);
}

/* ---- Events of a model ---- */

/* The kernel sets these bits itself, from the flags of the attributes. */
#define KERNELS \
	(EVTSEL_USR | EVTSEL_OS | EVTSEL_INT | EVTSEL_EN | AMD_EVTSEL_GUEST | AMD_EVTSEL_HOST)

/*
 * The core kinds of a hybrid processor are PMUs of their own; where all cores are of one kind, the
 * PMU is "cpu".
 */
static u32 type_of_core(const char *devices, const struct pmu_model *model)
{
	size_t len = strlen(model->name);
	u32 type;

	if (len < 2 || model->name[len - 2] != '-')
		return PERF_TYPE_RAW;
	if (!perf_pmu_type(devices, model->name[len - 1] == 'p' ? "cpu_core" : "cpu_atom", &type))
		return PERF_TYPE_RAW;
	return type;
}

int perf_attr_model(const char *devices, const struct pmu *pmu, const char *text,
		    const struct event *ev, struct perf_event_attr *attr, struct pmc_diag *diag)
{
	struct encoding enc;
	struct event plain = *ev;
	struct diag why;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	attr->type = type_of_core(devices, pmu->model);
	if (pmu->family != PMU_ARCH && pmu->family != PMU_AMD && pmu->family != PMU_P6 &&
	    pmu->family != PMU_P4)
		return diag_say(diag, -EOPNOTSUPP,
				"'%.*s': Linux's perf does not support the PMU of %s",
				(int)ev->word.len, text + ev->word.at, pmu->model->title);
	if (pmu->family == PMU_P4 && ev->mods & MOD_OF_PMU & ~(MOD_EDGE | MOD_INVERT))
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%.*s' has a modifier of the Pentium 4's registers, which only the kernel "
			"sets",
			(int)ev->typed.len, text + ev->typed.at);
	/*
	 * Rings, guests and precision go into the flags of the attributes, not into the register.
	 */
	plain.mods &= ~(MOD_RINGS | MOD_GUEST | MOD_HOST | MOD_PRECISE | MOD_PRECISE_MAX);
	if (pmc_encode(pmu, text, &plain, 0, &enc, &why))
		return diag_copy(diag, -EINVAL, &why);
	attr->config = enc.select & ~KERNELS;
	attr->config1 = enc.msr_value;
	if (pmu->family == PMU_P4) {
		if (perf_config_p4(&enc, (u64 *)&attr->config))
			return diag_say(
				diag, -EOPNOTSUPP,
				"perf has no number for '%.*s': it needs a second ESCR, or the "
				"kernel does not know it",
				(int)ev->word.len, text + ev->word.at);
	} else if (!(u32)enc.counters) {
		/*
		 * An event that only a fixed counter can count has event select 0, and the
		 * counter's number as unit mask.
		 */
		attr->config = (u64)(bits_lowest(enc.counters >> FIXED_COUNTER(0)) + 1) << 8;
	}
	set_mods(ev, attr);
	return 0;
}

/* ---- All kinds ---- */

/* The kernel's PMU "msr" counts it: of a thread, what ticked while that was on a CPU. */
static int attr_tsc(const char *devices, struct perf_event_attr *attr, struct pmc_diag *diag)
{
	if (perf_pmu_type(devices, "msr", &attr->type))
		return 0;
	return diag_say(
		diag, -EOPNOTSUPP,
		"backend perf cannot count 'tsc': the kernel shows no PMU named 'msr' under "
		"%s; backend driver counts it on any processor",
		devices);
}

/* The fields of the select register that modifiers set. */
static u64 select_fields(const struct event *ev)
{
	u64 fields = (u64)ev->cmask << EVTSEL_CMASK_SHIFT;

	if (ev->mods & MOD_EDGE)
		fields |= EVTSEL_EDGE;
	if (ev->mods & MOD_INVERT)
		fields |= EVTSEL_INV;
	if (ev->mods & MOD_ANY_THREAD)
		fields |= EVTSEL_ANY;
	if (ev->mods & MOD_IN_TX)
		fields |= EVTSEL_IN_TX;
	if (ev->mods & MOD_IN_TXCP)
		fields |= EVTSEL_IN_TXCP;
	return fields;
}

int perf_attr(const char *devices, const char *text, const struct event *ev,
	      struct perf_event_attr *attr, struct pmc_diag *diag)
{
	bool fields = ev->mods & MOD_OF_PMU || ev->cmask;
	int err;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	switch (ev->kind) {
	case EVENT_HARDWARE:
		attr->type = PERF_TYPE_HARDWARE;
		attr->config = hardware[ev->id];
		break;
	case EVENT_CACHE:
		attr->type = PERF_TYPE_HW_CACHE;
		attr->config = ev->id;
		break;
	case EVENT_SOFTWARE:
		if (ev->id == SW_TSC) {
			err = attr_tsc(devices, attr, diag);
			if (err)
				return err;
			break;
		}
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = software[ev->id];
		break;
	case EVENT_RAW:
		attr->type = PERF_TYPE_RAW;
		attr->config = ev->raw;
		err = ev->pmu.len ? perf_attr_terms(devices, text, ev, attr, diag) : 0;
		if (err)
			return err;
		break;
	default:
		return diag_say(
			diag, -EOPNOTSUPP,
			"backend perf cannot count '%s'; backend emulated can count it for a "
			"command",
			ev->row ? ev->row->name : "the event");
	}
	if (fields && ev->kind != EVENT_RAW)
		return diag_say(
			diag, -EINVAL,
			"edge detection, inversion and counter mask (e, i, c=N) need a raw event "
			"or one of a PMU, not the generic '%s'",
			ev->row->name);
	if (ev->mods & MOD_OF_PMU &
	    ~(MOD_EDGE | MOD_INVERT | MOD_ANY_THREAD | MOD_IN_TX | MOD_IN_TXCP))
		return diag_say(
			diag, -EOPNOTSUPP,
			"'%.*s' has a modifier of the Pentium 4's registers, which only the kernel "
			"sets",
			(int)ev->typed.len, text + ev->typed.at);
	attr->config |= select_fields(ev);
	set_mods(ev, attr);
	return 0;
}
