/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event specifiers on this machine. An alias of pmc(3) stands for a specifier of the machine's
 * class; a name may carry its class as a prefix ("k7-dc-misses").
 *
 * Under the translator an event is counted in the instruction stream, if it is one of those that
 * follow from it; no other can be counted there.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "compat/freebsd/events/spec.h"
#include "compat/freebsd/machine/event.h"

/* libpmc's generic events that stand for the aliases, where FreeBSD's manual pages name others for
 * each model. */
static const struct {
	const char *alias, *generic;
	bool stream;
} iap_aliases[] = {
	{ "branches", "branches", true },
	{ "branch-mispredicts", "branch-misses", false },
	{ "dc-misses", "L1-dcache-load-misses", false },
	{ "ic-misses", "L1-icache-load-misses", false },
	{ "instructions", "instructions", true },
	{ "unhalted-cycles", "cycles", false },
	{ "cycles", "cycles", false },
};

static int set_text(struct machine_event *e, const char *name, const struct spec *spec)
{
	return spec_named(spec, name, e->text, sizeof(e->text));
}

/* The event of the instruction stream instead of the PMU's. */
static int set_stream(struct machine_event *e, const char *stream, const struct spec *spec)
{
	if (!stream || spec->caps & ~(uint32_t)PMC_CAP_USER || spec->anythread)
		return EOPNOTSUPP;
	return set_text(e, stream, spec);
}

static int find_soft(struct machine_event *e, struct word name, struct word rest)
{
	long i = event_row_find(e->class, name);
	struct spec spec;
	int err;

	if (i < 0)
		return EINVAL;
	err = spec_read(e->class, rest, &spec);
	if (err)
		return err;
	e->number = e->class->first + (unsigned)i;
	return set_text(e, e->class->row[i].stream, &spec);
}

static int find_fixed(const struct machine *m, struct machine_event *e, struct word name,
		      struct word rest)
{
	static const char *const generic[] = { "instructions", "cycles", "ref-cycles" };
	long i = event_row_find(e->class, name);
	struct spec spec;
	int err;

	if (i < 0)
		return EINVAL;
	err = spec_read(e->class, rest, &spec);
	if (err)
		return err;
	e->number = e->class->first + (unsigned)i;
	if (m->emulated)
		return set_stream(e, e->class->row[i].stream, &spec);
	return set_text(e, generic[i], &spec);
}

/* Codes of K8 that every later family of AMD has kept. */
static bool kept_by_amd(unsigned code)
{
	return code == 0x76 || (code >= 0xc0 && code <= 0xc6) || code == 0xc8 || code == 0xc9;
}

static int find_coded(const struct machine *m, struct machine_event *e, struct word name,
		      struct word rest)
{
	long i = event_row_find(e->class, name);
	const struct event_row *row;
	struct spec spec;
	uint8_t mask;
	int err;

	if (i < 0)
		return EINVAL;
	row = &e->class->row[i];
	if (e->class->id == PMC_CLASS_K8 && !machine_is_k8(m) && !kept_by_amd(row->code))
		return EINVAL;
	err = spec_read(e->class, rest, &spec);
	if (!err)
		err = spec_mask(&spec, row, m->info.pm_cputype == PMC_CPU_INTEL_PM, &mask);
	if (err)
		return err;
	e->number = e->class->first + (unsigned)i;
	if (m->emulated)
		return set_stream(e, row->stream, &spec);
	return spec_coded(&spec, row->code, mask, e->text, sizeof(e->text));
}

/* ---- Events that the catalogue names ---- */

struct names {
	char text[256];
	size_t n;
};

static int append(struct names *names, const char *more)
{
	int len = snprintf(names->text + names->n, sizeof(names->text) - names->n, "%s%s",
			   names->n ? ":" : "", more);

	if (len < 0 || (size_t)len >= sizeof(names->text) - names->n)
		return EINVAL;
	names->n += (size_t)len;
	return 0;
}

/*
 * Is this unit mask part of the event when the specifier names none? The catalogue has more of
 * them than pmc.p4(3): tags, types of bus requests, whole metrics of replay_event.
 */
static bool is_initial(unsigned event, const char *umask)
{
	switch (event) {
	case PMC_EV_P4_MACHINE_CLEAR:
		return !strcmp(umask, "CLEAR");
	case PMC_EV_P4_FSB_DATA_ACTIVITY:
		return !strstr(umask, "OTHER");
	case PMC_EV_P4_REPLAY_EVENT:
		return strstr(umask, "BOGUS") != NULL;
	default:
		return strncmp(umask, "TYPE_BIT", 8) &&
		       (strncmp(umask, "TAG", 3) || event == PMC_EV_P4_UOP_TYPE) &&
		       !(strlen(umask) == 4 && !strncmp(umask, "TAG", 3));
	}
}

static int append_initial(const struct machine *m, struct machine_event *e, size_t event,
			  struct names *names)
{
	struct pmc_model_event umask;
	unsigned u;
	int err = 0;

	for (u = 0; !err && !pmc_model_umask_at(m->model, event, u, &umask); u++)
		if (is_initial(e->number, umask.name))
			err = append(names, umask.name);
	return err;
}

static int append_word(const struct machine *m, size_t event, struct word w, struct names *names)
{
	struct pmc_model_event umask;
	long u;

	/* pmc.p4(3) has its own word for REQ_CACHE_TYPE. */
	if (word_is(w, "req-lock-cache"))
		w = (struct word){ "REQ_CACHE_TYPE", 14 };
	u = catalogue_umask(m->model, event, w);
	if (u < 0 || pmc_model_umask_at(m->model, event, (unsigned)u, &umask))
		return EINVAL;
	return append(names, umask.name);
}

/* tag=N and busreqtype=N are bits that the catalogue has as unit masks. */
static int append_bits(const struct machine *m, size_t event, const char *stem, uint64_t bits,
		       struct names *names)
{
	char word[24];
	int bit, err = 0;

	for (bit = 0; bit < 5 && !err; bit++) {
		if (!(bits >> bit & 1))
			continue;
		snprintf(word, sizeof(word), "%s%d", stem, bit);
		err = append_word(m, event, (struct word){ word, strlen(word) }, names);
	}
	return err;
}

static int find_named(const struct machine *m, struct machine_event *e, struct word name,
		      struct word rest)
{
	long i = event_row_find(e->class, name), event;
	struct names names = { "", 0 };
	struct pmc_model_event found;
	const char *other;
	struct spec spec;
	struct word w;
	int err;

	if (i < 0)
		return EINVAL;
	e->number = e->class->first + (unsigned)i;
	w = (struct word){ e->class->row[i].name, strlen(e->class->row[i].name) };
	event = catalogue_whole(m->model, w);
	other = event_other(e->number);
	if (event < 0 && other)
		event = catalogue_whole(m->model, (struct word){ other, strlen(other) });
	/* An event of another processor of the class: MMX on the first Pentium. */
	if (event < 0 || pmc_model_event_at(m->model, (size_t)event, &found))
		return EINVAL;
	err = spec_read(e->class, rest, &spec);
	if (!err)
		err = append(&names, found.name);
	if (!err && !spec.mask.n)
		err = append_initial(m, e, (size_t)event, &names);
	while (!err && spec.mask.n)
		err = append_word(m, (size_t)event, word_next(&spec.mask, '+'), &names);
	if (!err)
		err = append_bits(m, (size_t)event, "TAG", spec.tag, &names);
	if (!err)
		err = append_bits(m, (size_t)event, "TYPE_BIT", spec.bus_type, &names);
	if (err)
		return err;
	if (m->emulated)
		return set_stream(e, e->number == PMC_EV_P4_INSTR_RETIRED ? "instructions" : NULL,
				  &spec);
	return set_text(e, names.text, &spec);
}

/* The generic event of the stream that this event of the catalogue is, or NULL. */
static const char *stream_of(const struct machine *m, const char *name)
{
	struct pmc_model_generic g;
	size_t i;

	for (i = 0; !pmc_model_generic_at(m->model, i, &g); i++)
		if (g.event && word_is((struct word){ name, strlen(name) }, g.event) &&
		    (!strcmp(g.name, "instructions") || !strcmp(g.name, "branches")))
			return g.name;
	return NULL;
}

static int find_catalogued(const struct machine *m, struct machine_event *e, struct word name,
			   struct word rest)
{
	long i = catalogue_find(&m->catalogue, name);
	struct spec spec;
	int err;

	if (i < 0)
		return EINVAL;
	err = spec_read(event_class(PMC_CLASS_IAP), rest, &spec);
	if (err)
		return err;
	e->number = PMC_EV_IAP_FIRST + (unsigned)i;
	if (m->emulated)
		return set_stream(e, stream_of(m, m->catalogue.event[i].name), &spec);
	return set_text(e, m->catalogue.event[i].text, &spec);
}

/* ---- All classes ---- */

static bool has_class(const struct machine *m, enum pmc_class id)
{
	uint32_t i;

	for (i = 0; i < m->info.pm_nclass; i++)
		if (m->info.pm_classes[i].pm_class == id)
			return true;
	return false;
}

static int find_in(const struct machine *m, const struct event_class *class, struct word name,
		   struct word rest, struct machine_event *e)
{
	int err;

	e->class = class;
	switch (class->id) {
	case PMC_CLASS_SOFT:
		return find_soft(e, name, rest);
	case PMC_CLASS_TSC:
		e->number = PMC_EV_TSC_TSC;
		e->text[0] = 0;
		return word_is(name, "TSC") && !rest.n ? 0 : EINVAL;
	case PMC_CLASS_IAF:
		if (!m->pmu || m->pmu->id != PMC_CLASS_IAP)
			return EINVAL;
		return find_fixed(m, e, name, rest);
	default:
		if (class != m->pmu)
			return EINVAL;
	}
	if (class->id == PMC_CLASS_IAP)
		return find_catalogued(m, e, name, rest);
	if (!class->coded)
		return find_named(m, e, name, rest);
	err = find_coded(m, e, name, rest);
	/* Later processors of AMD have events by the names of their own manuals. */
	if (err == EINVAL && class->id == PMC_CLASS_K8 && !machine_is_k8(m))
		return find_catalogued(m, e, name, rest);
	return err;
}

/* Aliases on an architectural PMU: instructions and cycles have fixed counters. */
static int find_iap_alias(const struct machine *m, struct word name, struct word rest,
			  struct machine_event *e)
{
	static const struct word instructions = { "INSTR_RETIRED.ANY", 17 };
	static const struct word cycles = { "CPU_CLK_UNHALTED.CORE", 21 };
	struct spec spec;
	size_t i;
	int err;

	if (has_class(m, PMC_CLASS_IAF) && word_is(name, "instructions"))
		return find_in(m, event_class(PMC_CLASS_IAF), instructions, rest, e);
	if (has_class(m, PMC_CLASS_IAF) &&
	    (word_is(name, "unhalted-cycles") || word_is(name, "cycles")))
		return find_in(m, event_class(PMC_CLASS_IAF), cycles, rest, e);
	for (i = 0; i < sizeof(iap_aliases) / sizeof(*iap_aliases); i++) {
		if (!word_is(name, iap_aliases[i].alias))
			continue;
		err = spec_read(event_class(PMC_CLASS_IAP), rest, &spec);
		if (err)
			return err;
		e->class = event_class(PMC_CLASS_IAP);
		e->number = PMC_EV_IAP_LAST - (unsigned)i;
		if (m->emulated)
			return set_stream(e, iap_aliases[i].stream ? iap_aliases[i].generic : NULL,
					  &spec);
		return set_text(e, iap_aliases[i].generic, &spec);
	}
	return ENOENT;
}

/* ENOENT: it is no alias here. */
static int find_alias(const struct machine *m, struct word name, struct word rest,
		      enum pmc_mode mode, struct machine_event *e)
{
	const struct event_alias *a;
	struct word target, own;
	char joined[256];

	if (mode == PMC_MODE_SC && word_is(name, "cycles"))
		return find_in(m, event_class(PMC_CLASS_TSC), (struct word){ "TSC", 3 }, rest, e);
	if (!m->pmu)
		return ENOENT;
	if (m->pmu->id == PMC_CLASS_IAP)
		return find_iap_alias(m, name, rest, e);
	for (a = m->pmu->aliases; a->alias && !word_is(name, a->alias); a++)
		;
	if (!a->alias)
		return ENOENT;
	if ((size_t)snprintf(joined, sizeof(joined), "%s%s%.*s", a->specifier, rest.n ? "," : "",
			     (int)rest.n, rest.s) >= sizeof(joined))
		return EINVAL;
	target = (struct word){ joined, strlen(joined) };
	own = word_next(&target, ',');
	word_strip(&own, m->pmu->prefix);
	return find_in(m, m->pmu, own, target, e);
}

static int find(const struct machine *m, struct word name, struct word rest, enum pmc_mode mode,
		struct machine_event *e)
{
	static const enum pmc_class plain[] = { PMC_CLASS_IAF, PMC_CLASS_SOFT, PMC_CLASS_TSC };
	const struct event_class *class;
	int id, err;
	size_t i;

	if (!name.n)
		return EINVAL;
	err = find_alias(m, name, rest, mode, e);
	if (err != ENOENT)
		return err;
	for (id = PMC_CLASS_FIRST; id <= (int)PMC_CLASS_LAST; id++) {
		class = event_class((enum pmc_class)id);
		if (class && word_strip(&name, class->prefix))
			return find_in(m, class, name, rest, e);
	}
	err = m->pmu ? find_in(m, m->pmu, name, rest, e) : EINVAL;
	for (i = 0; err == EINVAL && i < sizeof(plain) / sizeof(*plain); i++)
		err = find_in(m, event_class(plain[i]), name, rest, e);
	return err;
}

int machine_event(const struct machine *m, const char *specifier, enum pmc_mode mode,
		  struct machine_event *event)
{
	struct word rest = { specifier, strlen(specifier) }, name = word_next(&rest, ',');
	struct machine_event e = { NULL, 0, "" };
	int err;

	/* "name," has an empty qualifier. */
	if (specifier[0] && specifier[strlen(specifier) - 1] == ',')
		return EINVAL;
	err = find(m, name, rest, mode, &e);
	if (err)
		return err;
	if (!has_class(m, e.class->id))
		return ENXIO;
	*event = e;
	return 0;
}

const char *machine_event_name(const struct machine *m, unsigned number)
{
	const char *name = event_name(number);

	if (name)
		return name;
	if (number >= PMC_EV_IAP_FIRST && number - PMC_EV_IAP_FIRST < m->catalogue.n)
		return m->catalogue.event[number - PMC_EV_IAP_FIRST].name;
	if (number <= PMC_EV_IAP_LAST &&
	    number > PMC_EV_IAP_LAST - sizeof(iap_aliases) / sizeof(*iap_aliases))
		return iap_aliases[PMC_EV_IAP_LAST - number].alias;
	return NULL;
}
