/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Known events.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_EVENT_H
#define PMC_EVENT_H

#include <pmc/diag.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc;

enum pmc_kind {
	PMC_KIND_HARDWARE, /* generic, with perf's names: cycles, instructions, branches, … */
	PMC_KIND_CACHE,	   /* generic caches, with perf's names: L1-dcache-load-misses, … */
	PMC_KIND_SOFTWARE, /* counted by the kernel: task-clock, page-faults, max_rss, … */
	PMC_KIND_STREAM,   /* our own, from the instruction stream: calls, returns, loads, … */
	PMC_KIND_MODEL,	   /* from the catalogue of a PMU model */
	PMC_KIND_RAW,	   /* rXXXX, cpu/event=…/ */
	PMC_KIND_PRESET,   /* PAPI's names: PAPI_L2_DCM, … */
};

/* One event of the list. All strings are static. */
struct pmc_event_info {
	const char *name;	 /* canonical: "branches" */
	const char *alias;	 /* other spellings, separated by blanks; or "" */
	const char *description; /* one sentence without full stop */
	const char *unit;	 /* "", "msec" or "ns", as perf prints it; "KiB" */
	enum pmc_kind kind;
	/*
	 * Bit (1u << enum pmc_backend): could count it, given a PMU, the module or what else it
	 * needs.
	 */
	unsigned backends;
};

/*
 * Event number `index` of the list, from 0 on; -ENOENT past its end. The order is always the same:
 * hardware, cache, software, stream.
 */
int pmc_event_at(size_t index, struct pmc_event_info *info);

/* The event with this name or alias, without modifiers; -ENOENT. */
int pmc_event_find(const char *name, struct pmc_event_info *info);

/*
 * The event that a generic event is a part of: "branches" for "branch-misses". Reports relate the
 * two. NULL: it is a part of no other event, or the name is not a canonical generic name.
 */
const char *pmc_event_whole(const char *name);

/*
 * Can this handle's backend count `event` (one event, with its modifiers) here and now?
 * 0: yes. -EINVAL: it is no valid event. -EOPNOTSUPP: this backend or this PMU cannot count it.
 * -ENODEV, -EACCES, -EPERM, -ENOSYS: as in struct pmc_backend_status. The sentence in `diag` names
 * the backend that could count it.
 */
int pmc_event_check(struct pmc *pmc, const char *event, struct pmc_diag *diag);

/*
 * Writes up to `n` event names that are spelled most like `name`, nearest first. Returns how many
 * it wrote; 0 when none is near. The strings are static.
 */
int pmc_event_suggest(const char *name, const char **names, unsigned n);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
