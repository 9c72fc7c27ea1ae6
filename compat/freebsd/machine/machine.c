/* SPDX-License-Identifier: BSD-2-Clause */
/* This machine as pmc_cpuinfo(3) describes it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "compat/freebsd/machine/machine.h"

/* Models of libpmc; a row with `*` stands for all whose names begin so. */
static const struct {
	const char *model;
	enum pmc_cputype type;
	enum pmc_class class;
} cputypes[] = {
	{ "k7", PMC_CPU_AMD_K7, PMC_CLASS_K7 },
	{ "k8", PMC_CPU_AMD_K8, PMC_CLASS_K8 },
	{ "fam*", PMC_CPU_AMD_K8, PMC_CLASS_K8 },
	{ "zen*", PMC_CPU_AMD_K8, PMC_CLASS_K8 },
	{ "p5", PMC_CPU_INTEL_P5, PMC_CLASS_P5 },
	{ "pentium-mmx", PMC_CPU_INTEL_P5, PMC_CLASS_P5 },
	{ "pentiumpro", PMC_CPU_INTEL_P6, PMC_CLASS_P6 },
	{ "pentium2", PMC_CPU_INTEL_PII, PMC_CLASS_P6 },
	{ "pentium3", PMC_CPU_INTEL_PIII, PMC_CLASS_P6 },
	{ "pentium-m", PMC_CPU_INTEL_PM, PMC_CLASS_P6 },
	{ "pentium4*", PMC_CPU_INTEL_PIV, PMC_CLASS_P4 },
	{ "core-duo", PMC_CPU_INTEL_CORE, PMC_CLASS_IAP },
	{ "arch-v1", PMC_CPU_INTEL_CORE, PMC_CLASS_IAP },
	{ "core2", PMC_CPU_INTEL_CORE2, PMC_CLASS_IAP },
	{ "arch-v2", PMC_CPU_INTEL_CORE2, PMC_CLASS_IAP },
	{ "bonnell", PMC_CPU_INTEL_ATOM, PMC_CLASS_IAP },
	{ "arch-v3", PMC_CPU_INTEL_ATOM, PMC_CLASS_IAP },
	{ "nehalem", PMC_CPU_INTEL_COREI7, PMC_CLASS_IAP },
	{ "westmere", PMC_CPU_INTEL_WESTMERE, PMC_CLASS_IAP },
	{ "sandybridge", PMC_CPU_INTEL_SANDYBRIDGE, PMC_CLASS_IAP },
	{ "ivybridge", PMC_CPU_INTEL_IVYBRIDGE, PMC_CLASS_IAP },
	{ "haswell", PMC_CPU_INTEL_HASWELL, PMC_CLASS_IAP },
	{ "broadwell", PMC_CPU_INTEL_BROADWELL, PMC_CLASS_IAP },
	{ "silvermont", PMC_CPU_INTEL_ATOM_SILVERMONT, PMC_CLASS_IAP },
	{ "skylake", PMC_CPU_INTEL_SKYLAKE, PMC_CLASS_IAP },
	{ "skylakex", PMC_CPU_INTEL_SKYLAKE_XEON, PMC_CLASS_IAP },
};

static bool fits(const char *pattern, const char *name)
{
	size_t n = strlen(pattern);

	if (pattern[n - 1] == '*')
		return !strncmp(pattern, name, n - 1);
	return !strcmp(pattern, name);
}

/* CPU type and class of the model. Other architectural PMUs are of no type that FreeBSD names. */
static void find_type(struct machine *m)
{
	size_t i;

	m->info.pm_cputype = PMC_CPU_GENERIC;
	if (!m->model)
		return;
	for (i = 0; i < sizeof(cputypes) / sizeof(*cputypes); i++) {
		if (fits(cputypes[i].model, m->model_info.name)) {
			m->info.pm_cputype = cputypes[i].type;
			m->pmu = event_class(cputypes[i].class);
			return;
		}
	}
	if (!strcmp(m->model_info.family, "architectural"))
		m->pmu = event_class(PMC_CLASS_IAP);
}

bool machine_is_k8(const struct machine *m)
{
	static const char *const models[] = { "k8", "fam10h", "fam11h", "fam12h" };
	size_t i;

	for (i = 0; m->model && i < sizeof(models) / sizeof(*models); i++)
		if (!strcmp(models[i], m->model_info.name))
			return true;
	return false;
}

uint32_t machine_caps(const struct machine *m, const struct event_class *class)
{
	/* The translator does not interrupt, and neither do a Pentium's counters. */
	if (m->emulated || class->id == PMC_CLASS_TSC || class->id == PMC_CLASS_P5)
		return class->caps;
	return class->caps | PMC_CAP_INTERRUPT;
}

static void add_class(struct machine *m, const struct event_class *class, unsigned counters,
		      unsigned width)
{
	unsigned i;

	if (!counters || m->info.pm_npmc + counters > MACHINE_ROWS)
		return;
	m->info.pm_classes[m->info.pm_nclass++] = (struct pmc_classinfo){
		.pm_class = class->id,
		.pm_caps = machine_caps(m, class),
		.pm_width = width ? width : class->width,
		.pm_num = counters,
	};
	for (i = 0; i < counters; i++)
		m->row[m->info.pm_npmc++] = (struct machine_row){ class, i };
}

/* The counters that a model has; the translator has as many as the class usually has. */
static void add_pmu(struct machine *m)
{
	unsigned general = (unsigned)__builtin_popcountll(m->model_info.counters & 0xffffffff);
	unsigned fixed = (unsigned)__builtin_popcountll(m->model_info.counters >> 32);
	const struct event_class *iaf = event_class(PMC_CLASS_IAF);

	if (!m->model_info.counters && m->emulated) {
		general = m->pmu->counters;
		fixed = iaf->counters;
	}
	/* FreeBSD's class IAF has three events. */
	if (m->pmu->id == PMC_CLASS_IAP)
		add_class(m, iaf, fixed > 3 ? 3 : fixed, m->model_info.fixed_width);
	add_class(m, m->pmu, general, m->model_info.general_width);
}

static void find_hardware(struct machine *m)
{
	struct pmc *handle;
	int use;

	for (use = 0; use < DOOR_USES; use++) {
		if (doors_handle(&m->doors, (enum door_use)use, false, &handle))
			continue;
		m->hardware = true;
		m->emulated |= pmc_backend(handle) == PMC_BACKEND_EMULATED;
	}
}

int machine_init(struct machine *m, const char *model)
{
	const struct event_class *soft = event_class(PMC_CLASS_SOFT);
	const struct event_class *tsc = event_class(PMC_CLASS_TSC);
	long cpus = sysconf(_SC_NPROCESSORS_CONF);

	memset(m, 0, sizeof(*m));
	m->info.pm_ncpu = cpus < 1 ? 1 : (uint32_t)cpus;
	if (!pmc_model_open(model, NULL, &m->model, NULL)) {
		pmc_model_info(m->model, &m->model_info);
		if (catalogue_read(m->model, &m->catalogue)) {
			machine_deinit(m);
			return ENOMEM;
		}
	} else {
		m->model = NULL;
	}
	find_type(m);
	if (model)
		m->hardware = true;
	else
		find_hardware(m);
	add_class(m, tsc, tsc->counters, tsc->width);
	add_class(m, soft, soft->counters, soft->width);
	if (m->hardware && m->pmu)
		add_pmu(m);
	return 0;
}

void machine_deinit(struct machine *m)
{
	doors_close(&m->doors);
	catalogue_free(&m->catalogue);
	pmc_model_close(m->model);
	m->model = NULL;
}

int machine_check_cpu(const struct machine *m, int cpu)
{
	char path[64], online = '1';
	FILE *f;

	if (cpu < 0 || (uint32_t)cpu >= m->info.pm_ncpu)
		return EINVAL;
	/* CPU 0 has no such file where it cannot go offline. */
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	f = fopen(path, "re");
	if (f) {
		if (fread(&online, 1, 1, f) != 1)
			online = '1';
		fclose(f);
	}
	return online == '0' ? ENXIO : 0;
}

bool machine_is_catalogued(const struct machine *m)
{
	return m->pmu && m->catalogue.n &&
	       (m->pmu->id == PMC_CLASS_IAP || (m->pmu->id == PMC_CLASS_K8 && !machine_is_k8(m)));
}
