/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD's pmc(3) on Linux: the functions that FreeBSD 14's manual pages describe, on libpmc. What
 * differs from FreeBSD, and why, is in docs/freebsd.md.
 *
 * Functions that return int return 0, or -1 with errno, as the manual pages say.
 */
#ifndef PMC_FREEBSD_PMC_H
#define PMC_FREEBSD_PMC_H

#include <sys/pmc.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc_driverstats {
	unsigned int pm_intr_ignored;
	unsigned int pm_intr_processed;
	unsigned int pm_intr_bufferfull;
	unsigned int pm_syscalls;
	unsigned int pm_syscall_errors;
	unsigned int pm_buffer_requests;
	unsigned int pm_buffer_requests_failed;
	unsigned int pm_log_sweeps;
};

struct pmc_cpuinfo {
	enum pmc_cputype pm_cputype;
	uint32_t pm_ncpu;
	uint32_t pm_npmc;
	uint32_t pm_nclass;
	struct pmc_classinfo pm_classes[PMC_CLASS_MAX];
};

struct pmc_pmcinfo {
	int32_t pm_cpu;
#ifdef __cplusplus
	struct pmc_info pm_pmcs[1];
#else
	struct pmc_info pm_pmcs[]; /* one for each row */
#endif
};

/*
 * FreeBSD 12 added the argument `count`: the initial count of a counting PMC, the reload count of a
 * sampling one. A call with five arguments is the older form. A program that takes the older
 * function's address defines PMC_FREEBSD_11 before it includes this header.
 */
int pmc_allocate_11(const char *ctrspec, enum pmc_mode mode, uint32_t flags, int cpu,
		    pmc_id_t *pmcid);
#ifdef PMC_FREEBSD_11
#define pmc_allocate pmc_allocate_11
#else
int pmc_allocate(const char *ctrspec, enum pmc_mode mode, uint32_t flags, int cpu, pmc_id_t *pmcid,
		 uint64_t count);
#define PMC_SEVENTH_(a, b, c, d, e, f, g, ...) g
#define pmc_allocate(...)                                                                    \
	PMC_SEVENTH_(__VA_ARGS__, pmc_allocate, pmc_allocate_11, pmc_allocate, pmc_allocate, \
		     pmc_allocate, pmc_allocate, 0)                                          \
	(__VA_ARGS__)
#endif
int pmc_release(pmc_id_t pmc);
int pmc_attach(pmc_id_t pmcid, pid_t pid);
int pmc_detach(pmc_id_t pmcid, pid_t pid);
int pmc_start(pmc_id_t pmc);
int pmc_stop(pmc_id_t pmc);
int pmc_read(pmc_id_t pmc, pmc_value_t *value);
int pmc_write(pmc_id_t pmc, pmc_value_t value);
int pmc_rw(pmc_id_t pmc, pmc_value_t newvalue, pmc_value_t *oldvalue);
int pmc_set(pmc_id_t pmc, pmc_value_t value);

int pmc_configure_logfile(int fd);
int pmc_flush_logfile(void);
int pmc_close_logfile(void);
int pmc_writelog(uint32_t userdata);

int pmc_init(void);
int pmc_capabilities(pmc_id_t pmc, uint32_t *caps);
int pmc_width(pmc_id_t pmc, uint32_t *width);
int pmc_get_msr(pmc_id_t pmc, uint32_t *msr);
int pmc_enable(int cpu, int pmc);
int pmc_disable(int cpu, int pmc);

int pmc_ncpu(void);
int pmc_npmc(int cpu);
int pmc_cpuinfo(const struct pmc_cpuinfo **cpu_info);
int pmc_pmcinfo(int cpu, struct pmc_pmcinfo **pmc_info);
int pmc_get_driver_stats(struct pmc_driverstats *stats);

const char *pmc_name_of_capability(enum pmc_caps cap);
const char *pmc_name_of_class(enum pmc_class class_);
const char *pmc_name_of_cputype(enum pmc_cputype cputype);
const char *pmc_name_of_disposition(enum pmc_disp disp);
const char *pmc_name_of_event(enum pmc_event event);
const char *pmc_name_of_mode(enum pmc_mode mode);
const char *pmc_name_of_state(enum pmc_state state);

int pmc_event_names_of_class(enum pmc_class class_, const char ***names, int *n);

/*
 * The table of this machine's events, if it has one (pmc_pmu_enabled() is not 0): architectural
 * PMUs, and AMD's after K8. FreeBSD documents these functions nowhere. `cpuid` is NULL or this
 * machine's, as in a log's INITIALIZE. event_get_by_idx() returns NULL, and idx_get_by_event() -1,
 * where there is none; the functions that print do so on stdout, the events whose name has `part`
 * in it, in capitals or not.
 */
int pmc_pmu_enabled(void);
const char *pmc_pmu_event_get_by_idx(const char *cpuid, int idx);
int pmc_pmu_idx_get_by_event(const char *cpuid, const char *event);
uint64_t pmc_pmu_sample_rate_get(const char *event); /* 65536 */
void pmc_pmu_print_counters(const char *part);	     /* NULL: all */
void pmc_pmu_print_counter_desc(const char *part);
void pmc_pmu_print_counter_desc_long(const char *part);
void pmc_pmu_print_counter_full(const char *part);
/* Six event specifiers for an overview: 0, or EOPNOTSUPP without a table. */
int pmc_pmu_stat_mode(const char ***counters);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
