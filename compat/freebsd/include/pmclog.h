/* SPDX-License-Identifier: BSD-2-Clause */
/* FreeBSD's pmclog(3): reading the log of pmc(3). */
#ifndef PMC_FREEBSD_PMCLOG_H
#define PMC_FREEBSD_PMCLOG_H

#include <sys/pmclog.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum pmclog_state { PMCLOG_OK, PMCLOG_EOF, PMCLOG_REQUIRE_DATA, PMCLOG_ERROR };

struct pmclog_ev_callchain {
	uint32_t pl_pid;
	uint32_t pl_tid;
	uint32_t pl_pmcid;
	uint32_t pl_cpuflags;
	uint32_t pl_cpuflags2;
	uint32_t pl_npc;
	uintptr_t pl_pc[PMC_CALLCHAIN_DEPTH_MAX];
};
struct pmclog_ev_initialize {
	uint32_t pl_version;
	uint32_t pl_arch;
	uint64_t pl_tsc_freq;
	struct timespec pl_ts;
	char pl_cpuid[PATH_MAX];
};
struct pmclog_ev_map_in {
	pid_t pl_pid;
	uintptr_t pl_start;
	char pl_pathname[PATH_MAX];
};
struct pmclog_ev_map_out {
	pid_t pl_pid;
	uintptr_t pl_start;
	uintptr_t pl_end;
};
struct pmclog_ev_pmcallocate {
	const char *pl_evname;
	uint64_t pl_rate;
	uint32_t pl_event;
	uint32_t pl_flags;
	pmc_id_t pl_pmcid;
};
struct pmclog_ev_pmcallocatedyn {
	char pl_evname[PMC_NAME_MAX];
	uint32_t pl_event;
	uint32_t pl_flags;
	pmc_id_t pl_pmcid;
};
struct pmclog_ev_pmcattach {
	pmc_id_t pl_pmcid;
	pid_t pl_pid;
	char pl_pathname[PATH_MAX];
};
struct pmclog_ev_pmcdetach {
	pmc_id_t pl_pmcid;
	pid_t pl_pid;
};
struct pmclog_ev_proccsw {
	pid_t pl_pid;
	pid_t pl_tid;
	pmc_id_t pl_pmcid;
	pmc_value_t pl_value;
};
struct pmclog_ev_proccreate {
	pid_t pl_pid;
	uint32_t pl_flags;
	char pl_pcomm[MAXCOMLEN + 1];
};
struct pmclog_ev_procexec {
	pid_t pl_pid;
	pmc_id_t pl_pmcid;
	uintptr_t pl_baseaddr;
	uintptr_t pl_dynaddr;
	char pl_pathname[PATH_MAX];
};
struct pmclog_ev_procexit {
	uint32_t pl_pid;
	pmc_id_t pl_pmcid;
	pmc_value_t pl_value;
};
struct pmclog_ev_procfork {
	pid_t pl_oldpid;
	pid_t pl_newpid;
};
struct pmclog_ev_sysexit {
	pid_t pl_pid;
};
struct pmclog_ev_threadcreate {
	pid_t pl_tid;
	pid_t pl_pid;
	uint32_t pl_flags;
	char pl_tdname[MAXCOMLEN + 1];
};
struct pmclog_ev_threadexit {
	pid_t pl_tid;
};
struct pmclog_ev_userdata {
	uint32_t pl_userdata;
};

struct pmclog_ev {
	enum pmclog_state pl_state;
	off_t pl_offset;       /* where the record begins */
	size_t pl_count;       /* of records so far, with this one */
	struct timespec pl_ts; /* when it was written */
	enum pmclog_type pl_type;
	void *pl_data; /* the record, until the next call */
	int pl_len;
	union {
		struct pmclog_ev_callchain pl_cc;
		struct pmclog_ev_initialize pl_i;
		struct pmclog_ev_map_in pl_mi;
		struct pmclog_ev_map_out pl_mo;
		struct pmclog_ev_pmcallocate pl_a;
		struct pmclog_ev_pmcallocatedyn pl_ad;
		struct pmclog_ev_pmcattach pl_t;
		struct pmclog_ev_pmcdetach pl_d;
		struct pmclog_ev_proccsw pl_c;
		struct pmclog_ev_proccreate pl_pc;
		struct pmclog_ev_procexec pl_x;
		struct pmclog_ev_procexit pl_e;
		struct pmclog_ev_procfork pl_f;
		struct pmclog_ev_sysexit pl_se;
		struct pmclog_ev_threadcreate pl_tc;
		struct pmclog_ev_threadexit pl_te;
		struct pmclog_ev_userdata pl_u;
	} pl_u;
};

#define PMCLOG_FD_NONE (-1)

/*
 * A parser of a descriptor, or (PMCLOG_FD_NONE) of what pmclog_feed() gives it. NULL: no memory.
 * pmclog_read() returns 0 and PMCLOG_OK, or -1 with another state: PMCLOG_EOF behind the last
 * record, or when the log was closed; PMCLOG_REQUIRE_DATA: the rest of a record is missing;
 * PMCLOG_ERROR: this is no log, or its descriptor cannot be read (errno).
 */
void *pmclog_open(int fd);
int pmclog_feed(void *cookie, char *data, int len);
int pmclog_read(void *cookie, struct pmclog_ev *ev);
void pmclog_close(void *cookie);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
