/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc_name_of_capability(3): names of the constants, but those of events. */
#include <errno.h>
#include <stddef.h>

#include <pmc.h>

struct constant {
	unsigned value;
	const char *name;
};

static const char *find(const struct constant *list, size_t n, unsigned value)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].value == value)
			return list[i].name;
	errno = EINVAL;
	return NULL;
}
#define FIND(list, value) find(list, sizeof(list) / sizeof(*(list)), (unsigned)(value))

const char *pmc_name_of_capability(enum pmc_caps cap)
{
	static const struct constant names[] = {
		{ PMC_CAP_INTERRUPT, "INTERRUPT" }, { PMC_CAP_USER, "USER" },
		{ PMC_CAP_SYSTEM, "SYSTEM" },	    { PMC_CAP_EDGE, "EDGE" },
		{ PMC_CAP_THRESHOLD, "THRESHOLD" }, { PMC_CAP_READ, "READ" },
		{ PMC_CAP_WRITE, "WRITE" },	    { PMC_CAP_INVERT, "INVERT" },
		{ PMC_CAP_QUALIFIER, "QUALIFIER" }, { PMC_CAP_PRECISE, "PRECISE" },
		{ PMC_CAP_TAGGING, "TAGGING" },	    { PMC_CAP_CASCADE, "CASCADE" },
	};

	return FIND(names, cap);
}

const char *pmc_name_of_class(enum pmc_class class_)
{
	static const struct constant names[] = {
		{ PMC_CLASS_TSC, "TSC" }, { PMC_CLASS_K7, "K7" },     { PMC_CLASS_K8, "K8" },
		{ PMC_CLASS_P5, "P5" },	  { PMC_CLASS_P6, "P6" },     { PMC_CLASS_P4, "P4" },
		{ PMC_CLASS_IAF, "IAF" }, { PMC_CLASS_IAP, "IAP" },   { PMC_CLASS_UCF, "UCF" },
		{ PMC_CLASS_UCP, "UCP" }, { PMC_CLASS_SOFT, "SOFT" },
	};

	return FIND(names, class_);
}

const char *pmc_name_of_cputype(enum pmc_cputype cputype)
{
	static const struct constant names[] = {
		{ PMC_CPU_AMD_K7, "AMD K7" },
		{ PMC_CPU_AMD_K8, "AMD K8" },
		{ PMC_CPU_INTEL_P5, "Intel Pentium" },
		{ PMC_CPU_INTEL_P6, "Intel Pentium Pro" },
		{ PMC_CPU_INTEL_CL, "Intel Celeron" },
		{ PMC_CPU_INTEL_PII, "Intel Pentium II" },
		{ PMC_CPU_INTEL_PIII, "Intel Pentium III" },
		{ PMC_CPU_INTEL_PM, "Intel Pentium M" },
		{ PMC_CPU_INTEL_PIV, "Intel Pentium IV" },
		{ PMC_CPU_INTEL_CORE, "Intel Core Solo/Duo" },
		{ PMC_CPU_INTEL_CORE2, "Intel Core2" },
		{ PMC_CPU_INTEL_CORE2EXTREME, "Intel Core2 Extreme" },
		{ PMC_CPU_INTEL_ATOM, "Intel Atom" },
		{ PMC_CPU_INTEL_COREI7, "Intel Core i7" },
		{ PMC_CPU_INTEL_WESTMERE, "Intel Westmere" },
		{ PMC_CPU_INTEL_SANDYBRIDGE, "Intel Sandy Bridge" },
		{ PMC_CPU_INTEL_IVYBRIDGE, "Intel Ivy Bridge" },
		{ PMC_CPU_INTEL_SANDYBRIDGE_XEON, "Intel Sandy Bridge Xeon" },
		{ PMC_CPU_INTEL_IVYBRIDGE_XEON, "Intel Ivy Bridge Xeon" },
		{ PMC_CPU_INTEL_HASWELL, "Intel Haswell" },
		{ PMC_CPU_INTEL_ATOM_SILVERMONT, "Intel Atom Silvermont" },
		{ PMC_CPU_INTEL_NEHALEM_EX, "Intel Nehalem Xeon 7500" },
		{ PMC_CPU_INTEL_WESTMERE_EX, "Intel Westmere Xeon E7" },
		{ PMC_CPU_INTEL_HASWELL_XEON, "Intel Haswell Xeon E5 v3" },
		{ PMC_CPU_INTEL_BROADWELL, "Intel Broadwell" },
		{ PMC_CPU_INTEL_BROADWELL_XEON, "Intel Broadwell Xeon" },
		{ PMC_CPU_INTEL_SKYLAKE, "Intel Skylake" },
		{ PMC_CPU_INTEL_SKYLAKE_XEON, "Intel Skylake Xeon" },
		{ PMC_CPU_GENERIC, "Generic" },
	};

	return FIND(names, cputype);
}

const char *pmc_name_of_disposition(enum pmc_disp disp)
{
	static const struct constant names[] = {
		{ PMC_DISP_STANDALONE, "STANDALONE" },
		{ PMC_DISP_FREE, "FREE" },
		{ PMC_DISP_THREAD, "THREAD" },
	};

	return FIND(names, disp);
}

const char *pmc_name_of_mode(enum pmc_mode mode)
{
	static const struct constant names[] = {
		{ PMC_MODE_SS, "SS" },
		{ PMC_MODE_SC, "SC" },
		{ PMC_MODE_TS, "TS" },
		{ PMC_MODE_TC, "TC" },
	};

	return FIND(names, mode);
}

const char *pmc_name_of_state(enum pmc_state state)
{
	static const struct constant names[] = {
		{ PMC_STATE_DISABLED, "DISABLED" },   { PMC_STATE_FREE, "FREE" },
		{ PMC_STATE_ALLOCATED, "ALLOCATED" }, { PMC_STATE_STOPPED, "STOPPED" },
		{ PMC_STATE_RUNNING, "RUNNING" },     { PMC_STATE_DELETED, "DELETED" },
	};

	return FIND(names, state);
}
