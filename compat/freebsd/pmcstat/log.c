/* SPDX-License-Identifier: BSD-2-Clause */
/* The log of pmc(3): reading it, and printing it as text. */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <pmc.h>
#include <pmclog.h>
#include <string.h>

#include "compat/freebsd/pmcstat/log.h"

static void print_process(const struct pmclog_ev *ev, FILE *out)
{
	switch (ev->pl_type) {
	case PMCLOG_TYPE_PROCEXEC:
		fprintf(out, "exec         %d 0x%x 0x%" PRIxPTR " 0x%" PRIxPTR " \"%s\"\n",
			(int)ev->pl_u.pl_x.pl_pid, ev->pl_u.pl_x.pl_pmcid,
			ev->pl_u.pl_x.pl_baseaddr, ev->pl_u.pl_x.pl_dynaddr,
			ev->pl_u.pl_x.pl_pathname);
		break;
	case PMCLOG_TYPE_PROCEXIT:
		fprintf(out, "exitvalue    0x%x %u %" PRIu64 "\n", ev->pl_u.pl_e.pl_pmcid,
			ev->pl_u.pl_e.pl_pid, ev->pl_u.pl_e.pl_value);
		break;
	case PMCLOG_TYPE_PROCCSW:
		fprintf(out, "cswval       0x%x %d %d %" PRIu64 "\n", ev->pl_u.pl_c.pl_pmcid,
			(int)ev->pl_u.pl_c.pl_pid, (int)ev->pl_u.pl_c.pl_tid,
			ev->pl_u.pl_c.pl_value);
		break;
	case PMCLOG_TYPE_PROCFORK:
		fprintf(out, "fork         %d %d\n", (int)ev->pl_u.pl_f.pl_oldpid,
			(int)ev->pl_u.pl_f.pl_newpid);
		break;
	case PMCLOG_TYPE_SYSEXIT:
		fprintf(out, "exit         %d\n", (int)ev->pl_u.pl_se.pl_pid);
		break;
	case PMCLOG_TYPE_PROC_CREATE:
		fprintf(out, "process      %d 0x%x \"%s\"\n", (int)ev->pl_u.pl_pc.pl_pid,
			ev->pl_u.pl_pc.pl_flags, ev->pl_u.pl_pc.pl_pcomm);
		break;
	case PMCLOG_TYPE_THR_CREATE:
		fprintf(out, "thread       %d %d 0x%x \"%s\"\n", (int)ev->pl_u.pl_tc.pl_tid,
			(int)ev->pl_u.pl_tc.pl_pid, ev->pl_u.pl_tc.pl_flags,
			ev->pl_u.pl_tc.pl_tdname);
		break;
	case PMCLOG_TYPE_THR_EXIT:
		fprintf(out, "threadexit   %d\n", (int)ev->pl_u.pl_te.pl_tid);
		break;
	default:
		fprintf(out, "record       type %d\n", (int)ev->pl_type);
	}
}

static void print_callchain(const struct pmclog_ev_callchain *c, FILE *out)
{
	uint32_t i;

	fprintf(out, "callchain    0x%x %u %u cpu %u %s", c->pl_pmcid, c->pl_pid, c->pl_tid,
		PMC_CALLCHAIN_CPUFLAGS_TO_CPU(c->pl_cpuflags),
		PMC_CALLCHAIN_CPUFLAGS_TO_USERMODE(c->pl_cpuflags) ? "user" : "kernel");
	for (i = 0; i < c->pl_npc; i++)
		fprintf(out, " 0x%" PRIxPTR, c->pl_pc[i]);
	putc('\n', out);
}

static void print(const struct pmclog_ev *ev, void *file)
{
	const char *cpu;
	FILE *out = file;

	switch (ev->pl_type) {
	case PMCLOG_TYPE_INITIALIZE:
		cpu = pmc_name_of_cputype((enum pmc_cputype)ev->pl_u.pl_i.pl_arch);
		fprintf(out, "initialize   0x%x \"%s\" %s\n", ev->pl_u.pl_i.pl_version,
			cpu ? cpu : "unknown", ev->pl_u.pl_i.pl_cpuid);
		break;
	case PMCLOG_TYPE_PMCALLOCATE:
		fprintf(out, "allocate     0x%x \"%s\" 0x%x\n", ev->pl_u.pl_a.pl_pmcid,
			ev->pl_u.pl_a.pl_evname, ev->pl_u.pl_a.pl_flags);
		break;
	case PMCLOG_TYPE_PMCALLOCATEDYN:
		fprintf(out, "allocatedyn  0x%x \"%s\" 0x%x\n", ev->pl_u.pl_ad.pl_pmcid,
			ev->pl_u.pl_ad.pl_evname, ev->pl_u.pl_ad.pl_flags);
		break;
	case PMCLOG_TYPE_PMCATTACH:
		fprintf(out, "attach       0x%x %d \"%s\"\n", ev->pl_u.pl_t.pl_pmcid,
			(int)ev->pl_u.pl_t.pl_pid, ev->pl_u.pl_t.pl_pathname);
		break;
	case PMCLOG_TYPE_PMCDETACH:
		fprintf(out, "detach       0x%x %d\n", ev->pl_u.pl_d.pl_pmcid,
			(int)ev->pl_u.pl_d.pl_pid);
		break;
	case PMCLOG_TYPE_MAP_IN:
		fprintf(out, "map-in       %d 0x%" PRIxPTR " \"%s\"\n", (int)ev->pl_u.pl_mi.pl_pid,
			ev->pl_u.pl_mi.pl_start, ev->pl_u.pl_mi.pl_pathname);
		break;
	case PMCLOG_TYPE_MAP_OUT:
		fprintf(out, "map-out      %d 0x%" PRIxPTR " 0x%" PRIxPTR "\n",
			(int)ev->pl_u.pl_mo.pl_pid, ev->pl_u.pl_mo.pl_start, ev->pl_u.pl_mo.pl_end);
		break;
	case PMCLOG_TYPE_CALLCHAIN:
		print_callchain(&ev->pl_u.pl_cc, out);
		break;
	case PMCLOG_TYPE_USERDATA:
		fprintf(out, "userdata     0x%x\n", ev->pl_u.pl_u.pl_userdata);
		break;
	case PMCLOG_TYPE_DROPNOTIFY:
		fprintf(out, "drop\n");
		break;
	default:
		print_process(ev, out);
	}
}

int log_read(int fd, const char *name, void (*take)(const struct pmclog_ev *ev, void *arg),
	     void *arg)
{
	static struct pmclog_ev ev;
	void *parser = pmclog_open(fd);

	if (!parser)
		err(1, "%s", name);
	errno = 0;
	while (!pmclog_read(parser, &ev))
		take(&ev, arg);
	pmclog_close(parser);
	if (ev.pl_state == PMCLOG_EOF)
		return 0;
	if (ev.pl_state == PMCLOG_REQUIRE_DATA)
		warnx("%s ends within a record", name);
	else if (errno)
		warn("%s", name);
	else
		warnx("%s is no log of hwpmc of version 6 or later, or it is damaged", name);
	return 1;
}

int log_print(int fd, const char *name, FILE *out)
{
	int status = log_read(fd, name, print, out);

	fflush(out);
	return status;
}
