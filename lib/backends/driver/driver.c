/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backend "driver": /dev/pmc. The library encodes events for the PMU that the module reports, and
 * the module assigns counters to them. Software events come from the kernel's perf, or from rusage,
 * as in backend perf.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/base/bits.h"
#include "core/base/diag.h"
#include "core/encode/encode.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "core/event/parse.h"
#include "lib/backends/driver/device.h"
#include "lib/backends/driver/driver.h"
#include "lib/backends/driver/why.h"
#include "lib/backends/perf/perf.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "lib/set/tsc.h"
#include "pmc/pmc_ioctl.h"

/* The event by which a handle was opened: the module has accepted it. */
struct driver_event {
	struct event parsed;
	struct encoding enc;
};

/* Does the module accept the event? Sets it up in a separate file, and closes that. */
static int try_event(const struct encoding *enc)
{
	int fd = driver_open(), err;

	if (fd < 0)
		return fd;
	err = driver_setup(fd, enc);
	close(fd);
	return err;
}

/* Encodes an event that every PMU with counters has. */
static int encode_any(const struct pmu *pmu, bool user, struct driver_event *e)
{
	static const char *const some[] = { "instructions", "cycles" };
	struct catalogues cats = { &pmu->model->events, 1 };
	struct event *ev = &e->parsed;
	struct diag d;
	u32 n;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(some); i++) {
		n = 1;
		if (pmc_event_parse(some[i], strlen(some[i]), &cats, ev, &n, &d))
			continue;
		if (user)
			ev->mods |= MOD_USER;
		if (!pmc_encode(pmu, some[i], ev, 0, &e->enc, &d))
			return 0;
	}
	return -EOPNOTSUPP;
}

/* Asks the module, and sets up an event that counts; *event: that event, or zeros. */
static int try_calls(int fd, struct pmc_ioctl_info *info, struct pmu *pmu,
		     struct driver_facts *facts, struct driver_event *event)
{
	int err;

	facts->call = DRIVER_INFO;
	err = driver_info(fd, info, pmu);
	if (err)
		return err;
	driver_take_info(facts, info);
	facts->call = DRIVER_SETUP;
	if (!pmu->general && !pmu->fixed)
		return -ENODEV;
	if (encode_any(pmu, facts->use != PMC_USE_CPU, event)) {
		memset(event, 0, sizeof(*event));
		return 0;
	}
	return driver_setup(fd, &event->enc);
}

/* A PMU that cannot tell rings apart also counts the kernel, which paranoid may forbid. */
static bool closes_cpus(struct driver_facts *facts)
{
	if (facts->use != PMC_USE_CPU || !geteuid())
		return false;
	driver_gather(facts);
	return !driver_opens_cpus(facts);
}

/* Tries every step up to an event that counts. *facts: which step failed, and why. */
static int probe(enum pmc_use use, struct pmc_ioctl_info *info, struct pmu *pmu,
		 struct driver_facts *facts, struct driver_event *event)
{
	int fd = driver_open();

	memset(facts, 0, sizeof(*facts));
	memset(event, 0, sizeof(*event));
	facts->use = use;
	facts->call = DRIVER_OPEN;
	facts->error = fd < 0 ? fd : try_calls(fd, info, pmu, facts, event);
	if (fd >= 0)
		close(fd);
	if (!facts->error && closes_cpus(facts))
		facts->error = -EACCES;
	if (facts->error)
		driver_gather(facts);
	return facts->error;
}

/* The module works, but the processor has no counters: the time-stamp counter is left. */
static bool has_tsc_alone(const struct driver_facts *facts)
{
	return facts->call == DRIVER_SETUP && facts->error == -ENODEV;
}

static void status(enum pmc_use use, struct pmc_backend_status *st)
{
	struct driver_event event;
	struct pmc_ioctl_info info;
	struct driver_facts facts;
	struct pmu pmu;

	if (!probe(use, &info, &pmu, &facts, &event)) {
		snprintf(st->detail, sizeof(st->detail),
			 "%s: %u general counters of %u bits, %u fixed of %u bits%s",
			 pmu.model->title, bits_count(pmu.general), pmu.general_width,
			 bits_count(pmu.fixed), pmu.fixed_width,
			 info.features & PMC_FEATURE_PROBED ? "; CPUID does not announce them" :
							      "");
		st->software = 1;
		return;
	}
	driver_sentence(&facts, st->reason, sizeof(st->reason), st->way_out, sizeof(st->way_out));
	st->error = driver_error(&facts);
	st->software = has_tsc_alone(&facts);
}

/* Without counters it opens only if asked for by name: others count more than the time. */
static int open_driver(struct pmc *pmc, struct pmc_diag *diag)
{
	struct driver_event *event = malloc(sizeof(*event));
	struct pmu *pmu = calloc(1, sizeof(*pmu));
	struct pmc_ioctl_info info;
	struct driver_facts facts;
	char reason[320], way[320];

	if (!pmu || !event) {
		free(pmu);
		free(event);
		return diag_say(diag, -ENOMEM, "out of memory");
	}
	if (!probe(pmc->use, &info, pmu, &facts, event) ||
	    (!pmc->automatic && has_tsc_alone(&facts))) {
		pmc->pmu = pmu;
		pmc->accepted = event;
		pmc->tsc_khz = info.tsc_khz ? info.tsc_khz : 1;
		pmc->records = info.features & PMC_FEATURE_RECORDS;
		pmc->stacks = info.features & PMC_FEATURE_STACKS;
		return 0;
	}
	free(pmu);
	free(event);
	driver_sentence(&facts, reason, sizeof(reason), way, sizeof(way));
	return diag_say(diag, driver_error(&facts), "backend driver: %s%s%s", reason,
			*way ? "; to fix this, " : "", way);
}

static int check_flags(struct pmc *pmc, unsigned flags, struct pmc_diag *diag)
{
	if (flags & PMC_SET_DETERMINISTIC)
		return diag_say(diag, -EINVAL, "only backend emulated can be deterministic");
	if (flags & PMC_SET_BY_CPU && pmc->use != PMC_USE_CPU && pmc->use != PMC_USE_ANY)
		return diag_say(diag, -EINVAL,
				"backend driver does not count tasks by CPU; backend perf does");
	return 0;
}

/* Says why the module refuses an event. */
static int refuse(const struct pmc_set *set, const struct set_event *e, const struct encoding *enc,
		  int err, struct pmc_diag *diag)
{
	const u64 overflows = P4_CCCR_FORCE_OVF | P4_CCCR_OVF_PMI_T0 | P4_CCCR_OVF_PMI_T1;
	const struct pmu *pmu = set->pmc->pmu;
	struct driver_facts facts = { .call = DRIVER_SETUP, .error = err, .use = set->pmc->use };
	struct pmc_ioctl_info info;
	char reason[320], way[320];
	struct pmu same;
	int fd;

	facts.overflows = pmu->family == PMU_P4 && enc->select & overflows;
	facts.siblings = pmu->family == PMU_P4 && bits_count(pmu->general) < P4_COUNTERS;
	driver_gather(&facts);
	fd = driver_open();
	if (fd >= 0) {
		if (!driver_info(fd, &info, &same))
			driver_take_info(&facts, &info);
		close(fd);
	}
	driver_sentence(&facts, reason, sizeof(reason), way, sizeof(way));
	return diag_say(diag, driver_error(&facts), "backend driver cannot count '%s': %s%s%s",
			e->info.typed, reason, *way ? "; to fix this, " : "", way);
}

/* As perf does, count user mode only if the user may not count the kernel. */
static int try_user_mode(const struct pmc_set *set, struct set_event *e, struct encoding *enc)
{
	struct event ev = e->parsed;
	struct diag why;
	int err;

	if (ev.mods & MOD_RINGS)
		return -EACCES;
	ev.mods |= MOD_USER;
	err = pmc_encode(set->pmc->pmu, set->text, &ev, 0, enc, &why) ? -EACCES : try_event(enc);
	if (err)
		return -EACCES;
	e->info.flags |= PMC_EVENT_USER_ONLY;
	return 0;
}

/*
 * Is it the event by which the handle was opened? Most often it is instructions:u, and it takes as
 * long to encode and to try an event as to count it.
 */
static bool is_accepted(const struct pmc *pmc, const struct event *ev)
{
	const struct event *other = &pmc->accepted->parsed;
	struct event same = *ev;

	/* Where it stands in the text, and its group, matter to neither. */
	same.typed = other->typed;
	same.word = other->word;
	same.group = other->group;
	return !memcmp(&same, other, sizeof(same));
}

/* A set without events has the time-stamp counter alone. */
static int try_tsc(void)
{
	struct pmc_ioctl_setup setup = { .size = sizeof(setup) };
	int fd = driver_open(), err;

	if (fd < 0)
		return fd;
	err = ioctl(fd, PMC_IOC_SETUP, &setup) ? -errno : 0;
	close(fd);
	return err;
}

static int check_tsc(const struct pmc_set *set, struct set_event *e, struct pmc_diag *diag)
{
	const struct encoding none = { 0 };
	int err = tsc_check(e, diag);

	if (err)
		return err;
	err = try_tsc();
	if (err)
		return refuse(set, e, &none, err, diag);
	e->source = SOURCE_DRIVER;
	return 0;
}

static int check(struct pmc_set *set, struct set_event *e, struct pmc_diag *diag)
{
	struct encoding *enc;
	struct diag why;
	int err;

	if (is_tsc(&e->parsed))
		return check_tsc(set, e, diag);
	if (e->parsed.kind == EVENT_SOFTWARE)
		return perf_check(set, e, diag);
	enc = malloc(sizeof(*enc));
	if (!enc)
		return -ENOMEM;
	if (is_accepted(set->pmc, &e->parsed)) {
		*enc = set->pmc->accepted->enc;
		goto accepted;
	}
	if (pmc_encode(set->pmc->pmu, set->text, &e->parsed, 0, enc, &why)) {
		free(enc);
		return diag_copy(diag, -EOPNOTSUPP, &why);
	}
	err = try_event(enc);
	if (err == -EACCES)
		err = try_user_mode(set, e, enc);
	if (err) {
		err = refuse(set, e, enc, err, diag);
		free(enc);
		return err;
	}
accepted:
	e->attr = enc;
	e->source = SOURCE_DRIVER;
	return 0;
}

static bool knows(const struct event_row *row)
{
	return row->kind != EVENT_STREAM;
}

const struct backend backend_driver = {
	.id = PMC_BACKEND_DRIVER,
	.name = "driver",
	.status = status,
	.open = open_driver,
	.opens_if_available = true,
	.check = check,
	.flags = check_flags,
	.knows = knows,
};
