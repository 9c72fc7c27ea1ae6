/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backend "msr": counts whole CPUs through /dev/cpu/N/msr, for root, on machines without the module
 * and without perf. Nobody guards the registers. So it checks that a counter is free before it uses
 * it, and restores all registers at the end; after a SIGKILL, the next process restores them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/bits.h"
#include "core/base/diag.h"
#include "core/encode/encode.h"
#include "core/event/event.h"
#include "core/models/model.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "lib/backends/msr/count.h"
#include "lib/backends/msr/journal.h"
#include "lib/backends/msr/msr.h"
#include "lib/backends/msr/regs.h"
#include "lib/backends/perf/perf.h"
#include "lib/backends/usage/usage.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"
#include "lib/models/model.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "lib/set/tsc.h"

/* ---- Is it there? ---- */

/*
 * Finds the PMU that CPUID announces. Hypervisors do not announce older PMUs; then takes the
 * model's PMU if a counter keeps the value that is written to it.
 */
static int find_pmu(int fd, struct pmu *pmu)
{
	struct pmc_model *model;
	u64 old, got = 0;
	u32 counter;
	bool silent;

	if (pmc_model_open(NULL, NULL, &model, NULL))
		return -ENODEV;
	silent = !model->announced.general && !model->announced.fixed;
	*pmu = silent ? model->pmu : model->announced;
	/* Point to the table's own row, which outlives the opened model. */
	pmu->model = pmc_model_find(model->pmu.model->name, strlen(model->pmu.model->name), NULL);
	pmc_model_close(model);
	if (!pmu->general || (silent && pmu->family == PMU_ARCH))
		return -ENODEV;
	counter = bits_lowest(pmu->general);
	if (!silent || msr_in_use(fd, pmu, counter))
		return msr_read(fd, msr_counter(pmu, counter), &old);
	if (msr_read(fd, msr_counter(pmu, counter), &old) ||
	    msr_write(fd, msr_counter(pmu, counter), 0x12345) ||
	    msr_read(fd, msr_counter(pmu, counter), &got))
		return -ENODEV;
	msr_write(fd, msr_counter(pmu, counter), old);
	return (got & 0xfffff) == 0x12345 ? 0 : -ENODEV;
}

/* -ENXIO: the registers are there, but no PMU: the time-stamp counter is left. */
static int probe(enum pmc_use use, struct pmu *pmu, char *reason, size_t size, char *way,
		 size_t way_size)
{
	int fd, err;

	*way = 0;
	if (use != PMC_USE_CPU && use != PMC_USE_ANY) {
		snprintf(reason, size, MSR_SCOPE);
		return -EOPNOTSUPP;
	}
	fd = msr_open(0);
	if (fd == -ENOENT || fd == -ENXIO) {
		snprintf(reason, size,
			 "there is no /dev/cpu/0/msr: the kernel's module msr is not loaded");
		snprintf(way, way_size, "run as root: modprobe msr");
		return -ENODEV;
	}
	if (fd < 0 && !geteuid()) {
		snprintf(reason, size, "cannot open /dev/cpu/0/msr: %s", strerror(-fd));
		snprintf(way, way_size, "give it CAP_SYS_RAWIO, which containers do not have");
		return fd;
	}
	if (fd < 0) {
		snprintf(reason, size, "you may not open /dev/cpu/0/msr");
		snprintf(way, way_size,
			 "run as root; users can count with backends driver and perf");
		return fd;
	}
	if (proc_locked_down()) {
		close(fd);
		snprintf(reason, size, MSR_LOCKED_DOWN ", so that nobody may write registers");
		snprintf(way, way_size, "count with backend driver or perf");
		return -EPERM;
	}
	err = find_pmu(fd, pmu);
	close(fd);
	if (!err)
		return 0;
	pmu->general = pmu->fixed = 0;
	snprintf(reason, size, "no PMU of this machine answers; only the event tsc can be counted");
	return pmu->model ? -ENXIO : -ENODEV;
}

static void status(enum pmc_use use, struct pmc_backend_status *st)
{
	struct pmu pmu;

	st->error = probe(use, &pmu, st->reason, sizeof(st->reason), st->way_out,
			  sizeof(st->way_out));
	if (st->error == -ENXIO) {
		st->error = -ENODEV;
		st->software = 1;
	}
	if (!st->error)
		snprintf(st->detail, sizeof(st->detail),
			 "%s: registers, unprotected against other tools", pmu.model->title);
}

/* Without a PMU it opens only if asked for by name: others count more than the time. */
static int open_msr(struct pmc *pmc, struct pmc_diag *diag)
{
	struct pmu *pmu = calloc(1, sizeof(*pmu));
	char reason[320], way[320];
	int err;

	if (!pmu)
		return diag_say(diag, -ENOMEM, "out of memory");
	err = probe(pmc->use, pmu, reason, sizeof(reason), way, sizeof(way));
	if (err && (err != -ENXIO || pmc->automatic)) {
		free(pmu);
		return diag_say(diag, err == -ENXIO ? -ENODEV : err, "backend msr: %s%s%s", reason,
				*way ? "; to fix this, " : "", way);
	}
	pmc->pmu = pmu;
	msr_journal_recover();
	return 0;
}

static int check_flags(struct pmc *pmc, unsigned flags, struct pmc_diag *diag)
{
	if (flags & PMC_SET_DETERMINISTIC)
		return diag_say(diag, -EINVAL, "only backend emulated can be deterministic");
	return 0;
}

static int check(struct pmc_set *set, struct set_event *e, struct pmc_diag *diag)
{
	struct encoding *enc;
	struct diag why;

	if (is_tsc(&e->parsed)) {
		e->source = SOURCE_MSR;
		return tsc_check(e, diag);
	}
	if (e->parsed.kind == EVENT_SOFTWARE)
		return perf_check(set, e, diag);
	if (!set->pmc->pmu->general && !set->pmc->pmu->fixed)
		return diag_say(
			diag, -ENODEV,
			"backend msr cannot count '%s': no PMU of this machine answers; only "
			"the event tsc can be counted",
			e->info.typed);
	enc = malloc(sizeof(*enc));
	if (!enc)
		return -ENOMEM;
	if (pmc_encode(set->pmc->pmu, set->text, &e->parsed, 0, enc, &why)) {
		free(enc);
		return diag_copy(diag, -EOPNOTSUPP, &why);
	}
	/* There is no area for records of PEBS. Counting needs the tags alone. */
	enc->pebs_enable &= ~(P4_PEBS_ENABLE_MY_THR | P4_PEBS_ENABLE_OTH_THR);
	e->attr = enc;
	e->source = SOURCE_MSR;
	return 0;
}

static bool knows(const struct event_row *row)
{
	return row->kind == EVENT_HARDWARE || row->kind == EVENT_CACHE ||
	       row->kind == EVENT_PRESET || usage_alone((enum event_kind)row->kind, row->id) ||
	       (row->kind == EVENT_SOFTWARE && row->id == SW_TSC);
}

const struct backend backend_msr = {
	.id = PMC_BACKEND_MSR,
	.name = "msr",
	.status = status,
	.open = open_msr,
	.check = check,
	.flags = check_flags,
	.knows = knows,
};
