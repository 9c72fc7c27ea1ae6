/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The constants and structures of FreeBSD's pmc(3) and hwpmc(4), with FreeBSD 14's values, for x86.
 * What names nothing on Linux (other processors, the system call) is not here.
 */
#ifndef PMC_FREEBSD_SYS_PMC_H
#define PMC_FREEBSD_SYS_PMC_H

#include <errno.h>
#include <stdint.h>
#include <sys/pmc_events.h>
#include <sys/types.h>

/*
 * Errors that Linux does not have. Their values are those of errors that no function of pmc(3)
 * returns otherwise.
 */
#ifndef EDOOFUS
#define EDOOFUS EBADFD
#endif
#ifndef EPROGMISMATCH
#define EPROGMISMATCH ELIBBAD
#endif

#define PMC_MODULE_NAME "hwpmc"
#define PMC_NAME_MAX	64
#define PMC_CLASS_MAX	8
#define PMC_CPUID_LEN	64
#ifndef MAXCOMLEN
#define MAXCOMLEN 19
#endif

/* The version that logs have. <pmc/pmc.h>, if a program includes it too, must come first. */
#ifndef PMC_PMC_H
#define PMC_VERSION_MAJOR 0x0a
#define PMC_VERSION_MINOR 0x00
#define PMC_VERSION_PATCH 0x0000
#endif
#define PMC_VERSION (0x0a << 24)

enum pmc_cputype {
	PMC_CPU_AMD_K7 = 0x00,
	PMC_CPU_AMD_K8 = 0x01,
	PMC_CPU_INTEL_P5 = 0x80,
	PMC_CPU_INTEL_P6 = 0x81,
	PMC_CPU_INTEL_CL = 0x82,
	PMC_CPU_INTEL_PII = 0x83,
	PMC_CPU_INTEL_PIII = 0x84,
	PMC_CPU_INTEL_PM = 0x85,
	PMC_CPU_INTEL_PIV = 0x86,
	PMC_CPU_INTEL_CORE = 0x87,
	PMC_CPU_INTEL_CORE2 = 0x88,
	PMC_CPU_INTEL_CORE2EXTREME = 0x89,
	PMC_CPU_INTEL_ATOM = 0x8a,
	PMC_CPU_INTEL_COREI7 = 0x8b,
	PMC_CPU_INTEL_WESTMERE = 0x8c,
	PMC_CPU_INTEL_SANDYBRIDGE = 0x8d,
	PMC_CPU_INTEL_IVYBRIDGE = 0x8e,
	PMC_CPU_INTEL_SANDYBRIDGE_XEON = 0x8f,
	PMC_CPU_INTEL_IVYBRIDGE_XEON = 0x90,
	PMC_CPU_INTEL_HASWELL = 0x91,
	PMC_CPU_INTEL_ATOM_SILVERMONT = 0x92,
	PMC_CPU_INTEL_NEHALEM_EX = 0x93,
	PMC_CPU_INTEL_WESTMERE_EX = 0x94,
	PMC_CPU_INTEL_HASWELL_XEON = 0x95,
	PMC_CPU_INTEL_BROADWELL = 0x96,
	PMC_CPU_INTEL_BROADWELL_XEON = 0x97,
	PMC_CPU_INTEL_SKYLAKE = 0x98,
	PMC_CPU_INTEL_SKYLAKE_XEON = 0x99,
	PMC_CPU_GENERIC = 0x400
};
#define PMC_CPU_FIRST PMC_CPU_AMD_K7
#define PMC_CPU_LAST  PMC_CPU_GENERIC

enum pmc_class {
	PMC_CLASS_TSC = 0x00,
	PMC_CLASS_K7 = 0x01,
	PMC_CLASS_K8 = 0x02,
	PMC_CLASS_P5 = 0x03,
	PMC_CLASS_P6 = 0x04,
	PMC_CLASS_P4 = 0x05,
	PMC_CLASS_IAF = 0x06,
	PMC_CLASS_IAP = 0x07,
	PMC_CLASS_UCF = 0x08,
	PMC_CLASS_UCP = 0x09,
	PMC_CLASS_SOFT = 0x0f
};
#define PMC_CLASS_FIRST PMC_CLASS_TSC
#define PMC_CLASS_LAST	PMC_CLASS_SOFT

/* Hardware: disabled, free. Allocated counters: the others. */
enum pmc_state {
	PMC_STATE_DISABLED,
	PMC_STATE_FREE,
	PMC_STATE_ALLOCATED,
	PMC_STATE_STOPPED,
	PMC_STATE_RUNNING,
	PMC_STATE_DELETED,
	PMC_STATE_MAX
};
#define PMC_STATE_FIRST PMC_STATE_DISABLED
#define PMC_STATE_LAST	PMC_STATE_DELETED

/* System or thread (that is, process) scope; sampling or counting. */
enum pmc_mode { PMC_MODE_SS = 0, PMC_MODE_SC = 1, PMC_MODE_TS = 2, PMC_MODE_TC = 3 };
#define PMC_MODE_FIRST		PMC_MODE_SS
#define PMC_MODE_LAST		PMC_MODE_TC
#define PMC_IS_COUNTING_MODE(m) ((m) == PMC_MODE_SC || (m) == PMC_MODE_TC)
#define PMC_IS_SAMPLING_MODE(m) ((m) == PMC_MODE_SS || (m) == PMC_MODE_TS)
#define PMC_IS_SYSTEM_MODE(m)	((m) == PMC_MODE_SS || (m) == PMC_MODE_SC)
#define PMC_IS_VIRTUAL_MODE(m)	((m) == PMC_MODE_TS || (m) == PMC_MODE_TC)

enum pmc_disp { PMC_DISP_STANDALONE, PMC_DISP_FREE, PMC_DISP_THREAD, PMC_DISP_UNKNOWN };
#define PMC_DISP_FIRST PMC_DISP_STANDALONE
#define PMC_DISP_LAST  PMC_DISP_THREAD

enum pmc_caps {
	PMC_CAP_INTERRUPT = 1 << 0,
	PMC_CAP_USER = 1 << 1,
	PMC_CAP_SYSTEM = 1 << 2,
	PMC_CAP_EDGE = 1 << 3,
	PMC_CAP_THRESHOLD = 1 << 4,
	PMC_CAP_READ = 1 << 5,
	PMC_CAP_WRITE = 1 << 6,
	PMC_CAP_INVERT = 1 << 7,
	PMC_CAP_QUALIFIER = 1 << 8,
	PMC_CAP_PRECISE = 1 << 9,
	PMC_CAP_TAGGING = 1 << 10,
	PMC_CAP_CASCADE = 1 << 11
};
#define PMC_CAP_FIRST PMC_CAP_INTERRUPT
#define PMC_CAP_LAST  PMC_CAP_CASCADE

/* Flags of pmc_allocate(). */
#define PMC_F_DESCENDANTS   0x00000002
#define PMC_F_LOG_PROCCSW   0x00000004
#define PMC_F_LOG_PROCEXIT  0x00000008
#define PMC_F_CALLCHAIN	    0x00000080
#define PMC_F_USERCALLCHAIN 0x00000100

#define PMC_CALLCHAIN_DEPTH_MAX 512
#define PMC_CC_F_USERSPACE	0x01

typedef uint32_t pmc_id_t;
typedef uint64_t pmc_value_t;

#define PMC_ID_INVALID (~(pmc_id_t)0)
#define PMC_CPU_ANY    (~0)

/* An id: CPU (12 bits), mode (8), class (4), row (8). */
#define PMC_ID_TO_ROWINDEX(id) ((id)&0xff)
#define PMC_ID_TO_CLASS(id)    (((id)&0xf00) >> 8)
#define PMC_ID_TO_MODE(id)     (((id)&0xff000) >> 12)
#define PMC_ID_TO_CPU(id)      (((id)&0xfff00000) >> 20)
#define PMC_ID_MAKE_ID(cpu, mode, class_, row)                               \
	((((pmc_id_t)(cpu)&0xfff) << 20) | (((pmc_id_t)(mode)&0xff) << 12) | \
	 (((pmc_id_t)(class_)&0xf) << 8) | ((pmc_id_t)(row)&0xff))

/* One counter of a CPU. */
struct pmc_info {
	char pm_name[PMC_NAME_MAX];
	enum pmc_class pm_class;
	int pm_enabled;
	enum pmc_disp pm_rowdisp;
	pid_t pm_ownerpid; /* -1: nobody */
	enum pmc_mode pm_mode;
	enum pmc_event pm_event;
	uint32_t pm_flags;
	pmc_value_t pm_reloadcount;
};

struct pmc_classinfo {
	enum pmc_class pm_class;
	uint32_t pm_caps;
	uint32_t pm_width;
	uint32_t pm_num;
};

#endif
