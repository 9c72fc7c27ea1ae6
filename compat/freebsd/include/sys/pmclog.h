/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The log of pmc(3) as FreeBSD 14 writes it. A log is a row of records, whose lengths are multiples
 * of 4. Each begins with a header of 16 bytes: magic, type and length in one word, a spare word,
 * and the time stamp counter. Numbers are little-endian. A path ends with a zero byte, and the
 * record with its padding.
 */
#ifndef PMC_FREEBSD_SYS_PMCLOG_H
#define PMC_FREEBSD_SYS_PMCLOG_H

#include <limits.h>
#include <sys/pmc.h>
#include <time.h>

enum pmclog_type {
	PMCLOG_TYPE_CLOSELOG = 1,
	PMCLOG_TYPE_DROPNOTIFY = 2,
	PMCLOG_TYPE_INITIALIZE = 3,
	PMCLOG_TYPE_PMCALLOCATE = 5,
	PMCLOG_TYPE_PMCATTACH = 6,
	PMCLOG_TYPE_PMCDETACH = 7,
	PMCLOG_TYPE_PROCCSW = 8,
	PMCLOG_TYPE_PROCEXEC = 9,
	PMCLOG_TYPE_PROCEXIT = 10,
	PMCLOG_TYPE_PROCFORK = 11,
	PMCLOG_TYPE_SYSEXIT = 12,
	PMCLOG_TYPE_USERDATA = 13,
	PMCLOG_TYPE_MAP_IN = 14,
	PMCLOG_TYPE_MAP_OUT = 15,
	PMCLOG_TYPE_CALLCHAIN = 16,
	PMCLOG_TYPE_PMCALLOCATEDYN = 17,
	PMCLOG_TYPE_THR_CREATE = 18,
	PMCLOG_TYPE_THR_EXIT = 19,
	PMCLOG_TYPE_PROC_CREATE = 20
};

#define PMCLOG_HEADER_MAGIC	     0xeeu
#define PMCLOG_HEADER_TO_LENGTH(h)   ((h)&0xffff)
#define PMCLOG_HEADER_TO_TYPE(h)     (((h)&0xff0000) >> 16)
#define PMCLOG_HEADER_TO_MAGIC(h)    (((h)&0xff000000) >> 24)
#define PMCLOG_HEADER_CHECK_MAGIC(h) (PMCLOG_HEADER_TO_MAGIC(h) == PMCLOG_HEADER_MAGIC)

#define PMC_CALLCHAIN_CPUFLAGS_TO_CPU(f)      (((f) >> 16) & 0xffff)
#define PMC_CALLCHAIN_CPUFLAGS_TO_USERMODE(f) ((f)&PMC_CC_F_USERSPACE)
#define PMC_CALLCHAIN_TO_CPUFLAGS(cpu, flags) (((cpu) << 16) | ((flags)&0xffff))

#endif
