/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets: made from an event string, started, stopped and read. Each source works on its own events.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encode/encode.h"
#include "core/event/catalogue.h"
#include "core/event/generic.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"
#include "lib/api/handle_model.h"
#include "lib/api/sources.h"
#include "lib/api/survivors.h"
#include "lib/base/array.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/models/hardware.h"
#include "lib/models/model.h"
#include "lib/models/rig.h"
#include "lib/models/unit.h"
#include "lib/quantities/names.h"
#include "lib/set/backend.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/quality.h"
#include "lib/set/set.h"
#include "pmc/profile.h"

_Static_assert((int)EVENT_HARDWARE == PMC_KIND_HARDWARE && (int)EVENT_CACHE == PMC_KIND_CACHE &&
		       (int)EVENT_SOFTWARE == PMC_KIND_SOFTWARE &&
		       (int)EVENT_STREAM == PMC_KIND_STREAM && (int)EVENT_MODEL == PMC_KIND_MODEL &&
		       (int)EVENT_RAW == PMC_KIND_RAW && (int)EVENT_PRESET == PMC_KIND_PRESET,
	       "core's and the public kinds are the same");

#define ALL_FLAGS                                                                         \
	(PMC_SET_INHERIT | PMC_SET_DETERMINISTIC | PMC_SET_BY_THREAD | PMC_SET_BY_CPU |   \
	 PMC_SET_BY_PROCESS | PMC_SET_TOLERANT | PMC_SET_NO_FASTREAD | PMC_SET_ALL_USER | \
	 PMC_SET_PROFILE | PMC_SET_ESTIMATE_CYCLES | PMC_SET_CALL_TREE | PMC_SET_CACHE)

/* ---- Making ---- */

static char *copy_span(const char *text, struct span s)
{
	return strndup(text + s.at, s.len);
}

/*
 * Makes "cycles:u" of "cycles", "cycles:pu" of "cycles:p" and "cpu/…/u" of "cpu/…/", as perf writes
 * them.
 */
static char *label_user(const char *label, const char *modifiers)
{
	bool has = strchr(label, ':') && modifiers[0];
	const char *colon = strchr(label, '/') || has ? "" : ":";
	size_t size = strlen(label) + 3;
	char *s = malloc(size);

	if (s)
		snprintf(s, size, "%s%su", label, colon);
	return s;
}

static int add_user_to_label(struct set_event *e)
{
	char *label = label_user(e->info.label, e->info.modifiers);

	if (!label)
		return -ENOMEM;
	free((char *)e->info.label);
	e->info.label = label;
	return 0;
}

static int describe(struct pmc_set *set, struct set_event *e)
{
	struct event *ev = &e->parsed;
	bool user = set->flags & PMC_SET_ALL_USER && ev->kind != EVENT_SOFTWARE &&
		    !(ev->mods & MOD_RINGS);
	char name[512], mods[64];

	if (user)
		ev->mods |= MOD_USER;
	pmc_event_name(set->text, ev, name, sizeof(name));
	pmc_event_modifiers(ev, mods, sizeof(mods));
	e->source = SOURCE_NONE;
	e->info.scale = 1;
	e->info.typed = copy_span(set->text, ev->typed);
	e->info.label = copy_span(set->text, ev->label.len ? ev->label : ev->typed);
	e->info.name = strdup(name);
	e->info.modifiers = strdup(mods);
	e->info.unit = ev->row ? unit_of(ev->row, &e->info.scale) : "";
	if (ev->kind == EVENT_SOFTWARE && ev->id == SW_MAX_RSS)
		e->info.flags |= PMC_EVENT_PEAK;
	e->info.kind = (enum pmc_kind)ev->kind;
	e->info.column = ev->typed.at + 1;
	e->info.group = ev->group;
	if (!e->info.typed || !e->info.label || !e->info.name || !e->info.modifiers)
		return -ENOMEM;
	return user ? add_user_to_label(e) : 0;
}

/* Only one backend models a machine. */
static int check_models(const struct pmc_set *set, const struct set_event *e, struct pmc_diag *diag)
{
	const struct backend *backend = set->pmc->backend;

	if (e->parsed.catalogue != &quantity_names || backend->id == PMC_BACKEND_EMULATED)
		return 0;
	return diag_say(diag, -EOPNOTSUPP,
			"'%s' comes from models of a machine, and backend %s counts what the "
			"processor does; backend emulated models one, as by --machine skylakex",
			e->info.typed, backend->name);
}

/* Every PMU counts what it accepts, but the rig's, which accepts what hardware would. */
static int check_rig(struct pmc_set *set, const struct set_event *e, struct pmc_diag *diag)
{
	bool generic = e->parsed.kind == EVENT_HARDWARE || e->parsed.kind == EVENT_CACHE ||
		       e->parsed.kind == EVENT_PRESET;
	struct encoding enc;
	struct diag why;
	int err;

	if (e->parsed.kind == EVENT_SOFTWARE || e->source == SOURCE_USAGE ||
	    e->source == SOURCE_EMULATED || !rig_is_here() || handle_model(set->pmc, NULL))
		return 0;
	/* perf alone knows some raw events. A generic one that is unknown here is not counted. */
	err = pmc_encode(&set->pmc->model->pmu, set->text, &e->parsed, 0, &enc, &why);
	if (err ? !generic : rig_counts(&set->pmc->model->pmu, &enc))
		return 0;
	return diag_say(
		diag, -EOPNOTSUPP,
		"backend %s cannot count '%s': this guest's PMU is the rig's, which accepts "
		"the event and counts nothing; 'pmc list' shows what it counts",
		set->pmc->backend->name, e->info.typed);
}

/* Decides whether the event can be counted. A tolerant set keeps the reason instead of failing. */
static int check(struct pmc_set *set, struct set_event *e, struct pmc_diag *diag)
{
	struct pmc_diag why = { 0 };
	int err = check_models(set, e, &why);

	if (!err)
		err = set->pmc->backend->check(set, e, &why);
	if (!err)
		err = check_rig(set, e, &why);
	if (err) {
		e->source = SOURCE_NONE;
		if (set->flags & PMC_SET_TOLERANT && err != -ENOMEM && err != -EINVAL) {
			e->info.reason = strdup(why.sentence);
			return e->info.reason ? 0 : -ENOMEM;
		}
		if (diag)
			*diag = why;
		set_blame(set, (size_t)(e - set->event), diag);
		return err;
	}
	return e->info.flags & PMC_EVENT_USER_ONLY ? add_user_to_label(e) : 0;
}

/* What the event string may name beside generic events. */
static void catalogues_of(const struct pmc *pmc, const struct catalogue *list[2],
			  struct catalogues *cats)
{
	cats->list = list;
	cats->n = 0;
	cats->index = NULL;
	if (pmc->model)
		list[cats->n++] = pmc->model->pmu.model->events;
	if (pmc->backend->id == PMC_BACKEND_EMULATED)
		list[cats->n++] = &quantity_names;
	else if (pmc->model)
		cats->index = &pmc->model->index;
}

/* Only a model can tell what a raw event counts. */
static void open_for_raw(struct pmc_set *set, const struct event *events, u32 n)
{
	u32 i;

	if (set->pmc->backend->id != PMC_BACKEND_EMULATED)
		return;
	for (i = 0; i < n; i++)
		if (events[i].kind == EVENT_RAW)
			handle_model(set->pmc, NULL);
}

/* Presets are encoded as an event of the model, which backend perf does not open otherwise. */
static int open_for_presets(struct pmc_set *set, const struct event *events, u32 n,
			    struct pmc_diag *diag)
{
	u32 i;

	if (set->pmc->backend->id == PMC_BACKEND_EMULATED)
		return 0;
	for (i = 0; i < n; i++)
		if (events[i].kind == EVENT_PRESET)
			return handle_model(set->pmc, diag);
	return 0;
}

/* Tries without a model first, because generic names need none. Another name opens the model. */
static int parse_text(struct pmc_set *set, struct event *events, u32 *n, struct pmc_diag *diag)
{
	struct pmc *pmc = set->pmc;
	size_t len = strlen(set->text);
	const struct catalogue *list[2];
	struct catalogues cats;
	u32 room = *n;
	struct diag d;
	int err;

	catalogues_of(pmc, list, &cats);
	if (!pmc->pmu && !pmc->model && !pmc_event_parse(set->text, len, &cats, events, n, &d)) {
		open_for_raw(set, events, *n);
		return open_for_presets(set, events, *n, diag);
	}
	err = handle_model(pmc, diag);
	if (err)
		return err;
	*n = room;
	catalogues_of(pmc, list, &cats);
	if (!pmc_event_parse(set->text, len, &cats, events, n, &d))
		return 0;
	/* Counts of models have a better sentence than that they are unknown: check_models(). */
	*n = room;
	list[cats.n == 2 ? 1 : cats.n++] = &quantity_names;
	cats.index = NULL;
	if (!pmc_event_parse(set->text, len, &cats, events, n, NULL))
		return 0;
	return diag_copy(diag, -EINVAL, &d);
}

static int parse(struct pmc_set *set, struct pmc_diag *diag)
{
	struct event *events;
	const char *p;
	u32 n = 1, i;
	int err;

	for (p = set->text; *p; p++)
		n += *p == ',';
	events = calloc(n, sizeof(*events));
	set->event = calloc(n, sizeof(*set->event));
	if (!events || !set->event) {
		free(events);
		return -ENOMEM;
	}
	pthread_mutex_lock(&set->pmc->lock);
	err = parse_text(set, events, &n, diag);
	pthread_mutex_unlock(&set->pmc->lock);
	for (i = 0; !err && i < n; i++)
		set->event[set->n_events++].parsed = events[i];
	free(events);
	return err;
}

/*
 * If the set has software events only, besides those that cannot be counted at all, and libpmc
 * itself chose the emulator, the command runs natively.
 */
static void decide_native(struct pmc_set *set)
{
	size_t i;

	if (set->pmc->backend->id != PMC_BACKEND_EMULATED || !set->pmc->automatic ||
	    set->flags & (PMC_SET_DETERMINISTIC | PMC_SET_PROFILE))
		return;
	for (i = 0; i < set->n_events; i++)
		if (set->event[i].source != SOURCE_USAGE && set->event[i].source != SOURCE_NONE)
			return;
	set->native = true;
	for (i = 0; i < set->n_events; i++)
		set->event[i].info.flags &= ~PMC_EVENT_TRANSLATOR;
}

/* Another machine may be chosen for the sets to come. */
static int keep_machine(struct pmc_set *set)
{
	size_t i;

	for (i = 0; i < set->n_events; i++)
		if (set->event[i].info.flags & (PMC_EVENT_MODELLED | PMC_EVENT_ESTIMATE))
			break;
	if (i == set->n_events)
		return 0;
	set->machine = malloc(sizeof(*set->machine));
	if (!set->machine)
		return -ENOMEM;
	*set->machine = *set->pmc->machine;
	return 0;
}

int pmc_set_create(struct pmc *pmc, const char *events, unsigned flags, struct pmc_set **out,
		   struct pmc_diag *diag)
{
	struct pmc_set *set;
	size_t i;
	int err;

	if (flags & ~ALL_FLAGS)
		return diag_say(diag, -EINVAL, "this libpmc does not know all of the flags");
	if (flags & PMC_SET_CALL_TREE && !(flags & PMC_SET_PROFILE))
		return diag_say(diag, -EINVAL, "only a profile has a call tree");
	if (flags & PMC_SET_PROFILE && pmc->backend->id != PMC_BACKEND_EMULATED)
		return diag_say(diag, -EINVAL, "only backend emulated makes exact profiles");
	if (flags & PMC_SET_ESTIMATE_CYCLES && pmc->backend->id != PMC_BACKEND_EMULATED)
		return diag_say(diag, -EINVAL, "only backend emulated estimates cycles");
	err = pmc->backend->flags(pmc, flags, diag);
	if (err)
		return err;
	set = calloc(1, sizeof(*set));
	if (!set)
		return diag_say(diag, -ENOMEM, "out of memory");
	set->pmc = pmc;
	set->flags = flags;
	set->text = strdup(events);
	err = set->text ? parse(set, diag) : -ENOMEM;
	pthread_mutex_lock(&pmc->lock);
	for (i = 0; i < set->n_events && !err; i++)
		err = describe(set, &set->event[i]);
	for (i = 0; i < set->n_events && !err; i++)
		err = check(set, &set->event[i], diag);
	pthread_mutex_unlock(&pmc->lock);
	if (err) {
		if (err == -ENOMEM)
			diag_say(diag, err, "out of memory");
		pmc_set_destroy(set);
		return err;
	}
	decide_native(set);
	if (keep_machine(set)) {
		pmc_set_destroy(set);
		return diag_say(diag, -ENOMEM, "out of memory");
	}
	*out = set;
	return 0;
}

void pmc_set_destroy(struct pmc_set *set)
{
	size_t i;

	if (!set)
		return;
	pmc_set_detach(set);
	for (i = 0; i < set->n_events; i++) {
		struct set_event *e = &set->event[i];

		free((char *)e->info.typed);
		free((char *)e->info.label);
		free((char *)e->info.name);
		free((char *)e->info.modifiers);
		free((char *)e->info.reason);
		free(e->attr);
	}
	free(set->event);
	free(set->machine);
	free(set->text);
	free(set);
}

size_t pmc_set_size(const struct pmc_set *set)
{
	return set->n_events;
}

int pmc_set_event(const struct pmc_set *set, size_t index, struct pmc_set_event *event)
{
	if (index >= set->n_events)
		return -ENOENT;
	*event = set->event[index].info;
	return 0;
}

/* ---- What is fixed ---- */

int pmc_set_fixed_at(const struct pmc_set *set, size_t index, struct pmc_fixed *fixed)
{
	const struct backend *b = set->pmc->backend;
	int err = -ENOENT;

	pthread_mutex_lock(&set->pmc->lock);
	if (b->fixed_at)
		err = b->fixed_at(set, index, fixed);
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}

int pmc_set_fix(struct pmc_set *set, const char *name, const char *value, struct pmc_diag *diag)
{
	int err;

	if (!(set->flags & PMC_SET_DETERMINISTIC) || !set->pmc->backend->fix)
		return diag_say(diag, -EINVAL, "'%s' can be fixed in a deterministic set only",
				name);
	pthread_mutex_lock(&set->pmc->lock);
	if (set->n_targets)
		err = diag_say(diag, -EBUSY, "'%s' must be chosen before the set is attached",
			       name);
	else
		err = set->pmc->backend->fix(set, name, value, diag);
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}

/* ---- Counting ---- */

/* The set's command has no process yet, so nothing can be started or stopped. */
static bool is_waiting(const struct pmc_set *set)
{
	return set->target[0].sort == TARGET_COMMAND && !set->target[0].command->started;
}

static int switch_to(struct pmc_set *set, bool run)
{
	int err = 0, s;

	pthread_mutex_lock(&set->pmc->lock);
	if (!set->n_targets) {
		err = -EINVAL;
	} else if (set->running != run) {
		/* What has ended by now is counted to its end. */
		survivors_of_set(set, &set->survivors);
		for (s = 0; s < SOURCES && !err && !is_waiting(set); s++)
			if (set->state[s])
				err = run ? source_of(s)->start(set) : source_of(s)->stop(set);
		if (!err)
			set->running = run;
	}
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}

int pmc_set_start(struct pmc_set *set)
{
	return switch_to(set, true);
}

int pmc_set_stop(struct pmc_set *set)
{
	return switch_to(set, false);
}

int pmc_set_reset(struct pmc_set *set)
{
	int err = 0, s;

	pthread_mutex_lock(&set->pmc->lock);
	if (!set->n_targets)
		err = -EINVAL;
	for (s = 0; s < SOURCES && !err; s++)
		if (set->state[s] && !is_waiting(set))
			err = source_of(s)->reset(set);
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}

int pmc_set_read(struct pmc_set *set, struct pmc_count *counts, size_t n, uint64_t *time_ns)
{
	struct pmc_count few[16], *tmp = few;
	size_t i;
	int err = 0, s;
	u64 now;

	if (n != set->n_events)
		return -EINVAL;
	if (n > ARRAY_SIZE(few))
		tmp = malloc(n * sizeof(*tmp));
	if (!tmp)
		return -ENOMEM;
	memset(tmp, 0, n * sizeof(*tmp));
	for (i = 0; i < n; i++)
		tmp[i].state = set->event[i].source == SOURCE_NONE ? PMC_NOT_SUPPORTED :
								     PMC_NOT_COUNTED;
	pthread_mutex_lock(&set->pmc->lock);
	if (set->running)
		survivors_of_set(set, &set->survivors);
	now = clock_now();
	for (s = 0; s < SOURCES && !err; s++)
		if (set->state[s])
			err = source_of(s)->read(set, tmp);
	pthread_mutex_unlock(&set->pmc->lock);
	if (!err) {
		quality_by_events(set, tmp);
		memcpy(counts, tmp, n * sizeof(*tmp));
		if (time_ns)
			*time_ns = now;
	}
	if (tmp != few)
		free(tmp);
	return err;
}

int pmc_set_note(struct pmc_set *set, size_t index, struct pmc_note *note)
{
	int err = -ENOENT, s;

	pthread_mutex_lock(&set->pmc->lock);
	for (s = 0; s < SOURCES && err == -ENOENT; s++)
		if (set->state[s] && source_of(s)->note)
			err = source_of(s)->note(set, &index, note);
	if (err == -ENOENT)
		err = survivors_note(&set->survivors, &index, note);
	pthread_mutex_unlock(&set->pmc->lock);
	return err;
}
