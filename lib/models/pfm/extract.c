/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program of the build, not installed. It asks the libpfm4 of this machine for the events of the
 * PMUs in models.h and writes them as C tables, which pfm/tables.h describes.
 *
 * libpfm4's interface encodes names, but does not explain the encoding. So the program encodes each
 * event alone, with each unit mask, and with each pair of unit masks. From the results it concludes
 * which bits each unit mask sets by itself, and which unit masks exclude each other. All other bits
 * are defaults, which libpfm4 adds for a group of unit masks of which none was named. Unit masks
 * that bring the same defaults when they are alone make a class. The defaults of a set depend only
 * on the classes in it; the program encodes several sets of each kind to find them. Finally, it
 * encodes random sets of three and four unit masks to check the conclusions. If they are wrong for
 * an event, its row allows only one unit mask at a time.
 */
#include <inttypes.h>
#include <perfmon/pfmlib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/models/pfm/models.h"

#define UMASKS	512 /* of one event */
#define ROOM	64  /* of one row, which cannot have more; the rest goes into further rows */
#define CLASSES 6   /* of unit masks of one row */
#define SETS	400 /* random sets to try */
#define PICKS	12  /* sets to encode for each kind of set */

/* Only modifiers set these bits, never events: USR, OS, INT, EN; AMD's guest and host. */
#define BY_MODIFIERS (3ull << 16 | 1ull << 20 | 1ull << 22 | 3ull << 40)

struct value {
	uint64_t select, msr;
	bool valid;
};

struct event {
	const char *name, *about;
	int n;
	const char *umask[UMASKS], *umask_about[UMASKS];
	struct value alone, one[UMASKS], own[UMASKS];
	uint64_t excludes[UMASKS];
	/*
	 * The classes, and the defaults for each kind of set; bit i of a kind says that the set has
	 * unit masks of class i.
	 */
	uint64_t of_class[CLASSES];
	int n_classes;
	struct value defaults[1 << CLASSES];
};

static struct event ev;
static struct value pair[ROOM][ROOM];
static unsigned long total, fallen_back;

/* ---- Asking ---- */

static struct value ask(const char *pmu, const char *event, const char *const *umask, int n)
{
	pfm_pmu_encode_arg_t arg = { .size = sizeof(arg) };
	uint64_t codes[8] = { 0 };
	struct value v = { 0 };
	char name[1024];
	int len = snprintf(name, sizeof(name), "%s::%s", pmu, event), i;

	for (i = 0; i < n; i++)
		len += snprintf(name + len, sizeof(name) - (size_t)len, ":%s", umask[i]);
	arg.codes = codes;
	arg.count = 8;
	if (pfm_get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg) != PFM_SUCCESS)
		return v;
	v.select = codes[0] & ~BY_MODIFIERS;
	v.msr = arg.count > 1 ? codes[1] : 0;
	v.valid = true;
	return v;
}

static struct value ask_set(const char *pmu, int first, uint64_t set)
{
	const char *umask[ROOM];
	int n = 0, i;

	for (i = 0; i < ROOM; i++)
		if (set >> i & 1)
			umask[n++] = ev.umask[first + i];
	return ask(pmu, ev.name, umask, n);
}

/* ---- Concluding ---- */

static struct value intersect(struct value a, struct value b)
{
	a.select &= b.select;
	a.msr &= b.msr;
	return a;
}

static int kind_of(uint64_t set)
{
	int kind = 0, i;

	for (i = 0; i < ev.n_classes; i++)
		if (set & ev.of_class[i])
			kind |= 1 << i;
	return kind;
}

/*
 * Encodes a set from the conclusions, as core/encode/evtsel/wide.c does. Not valid: its unit masks
 * exclude each other.
 */
static struct value conclude(int first, int n, uint64_t set)
{
	struct value v = { 0, 0, true };
	int i;

	for (i = 0; i < n; i++) {
		if (!(set >> i & 1))
			continue;
		if (ev.excludes[first + i] & set)
			v.valid = false;
		v.select |= ev.own[first + i].select;
		v.msr |= ev.own[first + i].msr;
	}
	v.select |= ev.defaults[kind_of(set)].select;
	v.msr |= ev.defaults[kind_of(set)].msr;
	return v;
}

static bool same(struct value a, struct value b)
{
	return a.valid == b.valid && (!a.valid || (a.select == b.select && a.msr == b.msr));
}

static uint64_t random64(void)
{
	return (uint64_t)rand() << 42 ^ (uint64_t)rand() << 21 ^ (uint64_t)rand();
}

/* Picks a random unit mask of a class, as a bit. */
static uint64_t one_of(uint64_t of_class)
{
	uint64_t some;

	do
		some = of_class & random64();
	while (!some);
	return some & -some;
}

static bool find_classes(int first, int n)
{
	struct value seen[CLASSES];
	int i, k;

	ev.n_classes = 0;
	for (i = 0; i < n; i++) {
		struct value rest = ev.one[first + i];

		rest.select &= ~ev.own[first + i].select;
		rest.msr &= ~ev.own[first + i].msr;
		for (k = 0; k < ev.n_classes && !same(seen[k], rest); k++)
			;
		if (k == CLASSES)
			return false;
		if (k == ev.n_classes) {
			seen[k] = rest;
			ev.of_class[ev.n_classes++] = 0;
		}
		ev.of_class[k] |= 1ull << i;
	}
	/* A single class without defaults need not be stored. */
	if (ev.n_classes == 1 && !seen[0].select && !seen[0].msr)
		ev.n_classes = 0;
	return true;
}

static void find_defaults(const char *pmu, int first, int n)
{
	struct value got, own;
	uint64_t set;
	int kind, pick, i;

	memset(ev.defaults, 0, sizeof(ev.defaults));
	for (kind = 1; kind < 1 << ev.n_classes; kind++)
		for (pick = 0; pick < PICKS; pick++) {
			set = 0;
			for (i = 0; i < ev.n_classes; i++)
				if (kind >> i & 1)
					set |= one_of(ev.of_class[i]);
			own = conclude(first, n, set);
			got = own.valid ? ask_set(pmu, first, set) : own;
			if (!got.valid)
				continue;
			ev.defaults[kind].select |= got.select & ~own.select;
			ev.defaults[kind].msr |= got.msr & ~own.msr;
		}
}

/* Picks n random unit masks, or fewer if some are picked twice. */
static uint64_t random_set(int n, int of)
{
	uint64_t set = 0;

	while (n-- > 0)
		set |= 1ull << (rand() % of);
	return set;
}

/* A default may come with every pair of unit masks, but not with three of them. */
static void narrow(const char *pmu, int first, int n)
{
	struct value got;
	uint64_t set;
	int i, k;

	for (k = 0; n > 2 && k < SETS; k++) {
		set = random_set(3 + k % 2, n);
		got = conclude(first, n, set);
		if (got.valid)
			got = ask_set(pmu, first, set);
		for (i = 0; got.valid && i < n; i++)
			if (set >> i & 1)
				ev.own[first + i] = intersect(ev.own[first + i], got);
	}
}

/* Does libpfm4 agree for single unit masks, pairs and random sets? */
static bool holds(const char *pmu, int first, int n)
{
	uint64_t set;
	int i, j, k;

	for (i = 0; i < n; i++) {
		if (!same(conclude(first, n, 1ull << i), ev.one[first + i]))
			return false;
		for (j = 0; j < i; j++)
			if (!same(conclude(first, n, 1ull << i | 1ull << j), pair[i][j]))
				return false;
	}
	for (k = 0; n > 2 && k < SETS; k++) {
		set = random_set(3 + k % 2, n);
		/*
		 * libpfm4 may refuse a set although it accepts each pair. If it accepts the set,
		 * the encoding must be the same.
		 */
		if (conclude(first, n, set).valid && ask_set(pmu, first, set).valid &&
		    !same(conclude(first, n, set), ask_set(pmu, first, set)))
			return false;
	}
	return true;
}

/* Learns the unit masks first … first + n - 1 of the event, which make one row. */
static void learn(const char *pmu, int first, int n)
{
	int i, j;

	ev.n_classes = 0;
	memset(ev.defaults, 0, sizeof(ev.defaults));
	for (i = 0; i < n; i++) {
		ev.one[first + i] = ask(pmu, ev.name, &ev.umask[first + i], 1);
		ev.own[first + i] = ev.one[first + i];
		ev.excludes[first + i] = 0;
	}
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			if (i == j)
				continue;
			pair[i][j] = ask_set(pmu, first, 1ull << i | 1ull << j);
			if (pair[i][j].valid)
				ev.own[first + i] = intersect(ev.own[first + i], pair[i][j]);
			else
				ev.excludes[first + i] |= 1ull << j;
		}
	for (i = 0; i < n; i++)
		pair[i][i] = ev.one[first + i];
	total += n > 1;
	narrow(pmu, first, n);
	if (find_classes(first, n)) {
		find_defaults(pmu, first, n);
		if (holds(pmu, first, n))
			return;
	}
	fallen_back++;
	ev.n_classes = 0;
	memset(ev.defaults, 0, sizeof(ev.defaults));
	for (i = 0; i < n; i++) {
		ev.own[first + i] = ev.one[first + i];
		ev.excludes[first + i] = ~(1ull << i) & (n < 64 ? (1ull << n) - 1 : ~0ull);
	}
}

/* ---- Writing ---- */

/* All strings are stored once in one text, and rows refer to them by their place in it. */
static char *text;
static size_t text_len, text_room;

static unsigned place(const char *s)
{
	static struct {
		char *s;
		unsigned at;
	} * known;
	static size_t n, room;
	size_t len = strlen(s) + 1, i;

	for (i = 0; i < n; i++)
		if (!strcmp(known[i].s, s))
			return known[i].at;
	if (n == room) {
		room = room ? room * 2 : 1024;
		known = realloc(known, room * sizeof(*known));
	}
	while (text_len + len > text_room) {
		text_room = text_room ? text_room * 2 : 1 << 16;
		text = realloc(text, text_room);
	}
	if (!known || !text)
		abort();
	known[n].s = strdup(s);
	known[n++].at = (unsigned)text_len;
	memcpy(text + text_len, s, len);
	text_len += len;
	return known[n - 1].at;
}

/* Makes one line without a full stop; characters other than ASCII become '?'. */
static const char *describe(const char *about)
{
	static char line[4096];
	size_t i;

	snprintf(line, sizeof(line), "%s", about && about[0] ? about : "no description");
	for (i = 0; line[i]; i++)
		if ((unsigned char)line[i] < ' ')
			line[i] = ' ';
		else if ((unsigned char)line[i] > '~')
			line[i] = '?';
	while (i && (line[i - 1] == '.' || line[i - 1] == ' '))
		line[--i] = 0;
	return line;
}

/* Can the name be typed? It must have no blank and no character that ends a name. */
static bool good_name(const char *s)
{
	return s[0] && !s[strcspn(s, " \t,:/{}")];
}

struct out {
	FILE *events, *umasks, *names, *defaults, *classes;
	unsigned n_events, n_umasks, n_defaults, n_classes;
};

static void put_value(FILE *f, struct value v)
{
	fprintf(f, "{ 0x%" PRIx64 ", 0x%" PRIx64 " }", v.select, v.msr);
}

/* Writes one row, with the unit masks first … first + n - 1. */
static void put_row(struct out *o, int first, int n)
{
	bool needs = !ev.alone.valid || first;
	unsigned defaults = ev.n_classes ? 1u << ev.n_classes : 0, i;

	fprintf(o->events, "\t{ %u, ", place(ev.name));
	fprintf(o->events, "%u, %u, %u, %u, ", place(describe(ev.about)), o->n_umasks,
		o->n_defaults + 1, o->n_classes + 1);
	put_value(o->events, ev.alone);
	fprintf(o->events, ", %d, %d, %d, %d },\n", n, ev.n_classes, needs, first > 0);
	for (i = (unsigned)first; i < (unsigned)(first + n); i++) {
		fprintf(o->names, "\t{ %u, ", place(ev.umask[i]));
		fprintf(o->names, "%u },\n", place(describe(ev.umask_about[i])));
		fprintf(o->umasks, "\t{ ");
		put_value(o->umasks, ev.own[i]);
		fprintf(o->umasks, ", 0x%" PRIx64 " },\n", ev.excludes[i]);
	}
	for (i = 0; i < defaults; i++) {
		fputc('\t', o->defaults);
		put_value(o->defaults, ev.defaults[i]);
		fputs(",\n", o->defaults);
	}
	for (i = 0; i < (unsigned)ev.n_classes; i++)
		fprintf(o->classes, "\t0x%" PRIx64 ",\n", ev.of_class[i]);
	o->n_events++;
	o->n_umasks += (unsigned)n;
	o->n_defaults += defaults;
	o->n_classes += (unsigned)ev.n_classes;
}

static void take_event(struct out *o, const char *pmu, int idx)
{
	pfm_event_info_t info = { .size = sizeof(info) };
	int i, first, n;

	if (pfm_get_event_info(idx, PFM_OS_NONE, &info) != PFM_SUCCESS || !good_name(info.name))
		return;
	ev.name = info.name;
	ev.about = info.desc;
	ev.n = 0;
	for (i = 0; i < info.nattrs && ev.n < UMASKS; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };

		if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) != PFM_SUCCESS ||
		    attr.type != PFM_ATTR_UMASK || !good_name(attr.name) ||
		    !ask(pmu, ev.name, &attr.name, 1).valid)
			continue;
		ev.umask[ev.n] = attr.name;
		ev.umask_about[ev.n++] = attr.desc;
	}
	ev.alone = ask(pmu, ev.name, NULL, 0);
	if (!ev.n && !ev.alone.valid)
		return;
	for (first = 0; first == 0 || first < ev.n; first += ROOM) {
		n = ev.n - first < ROOM ? ev.n - first : ROOM;
		learn(pmu, first, n);
		put_row(o, first, n);
	}
}

static void take_pmu(struct out *o, FILE *pmus, const char *name)
{
	unsigned first = o->n_events;
	pfm_pmu_t p;
	int i;

	for (p = 0; p < PFM_PMU_MAX; p++) {
		pfm_pmu_info_t info = { .size = sizeof(info) };

		if (pfm_get_pmu_info(p, &info) != PFM_SUCCESS || strcmp(info.name, name))
			continue;
		for (i = info.first_event; i != -1; i = pfm_get_event_next(i))
			take_event(o, name, i);
		fprintf(pmus, "\t{ \"%s\", %u, %u },\n", name, first, o->n_events - first);
		return;
	}
}

static void copy(FILE *from, const char *head)
{
	char buf[65536];
	size_t n;

	printf("%s", head);
	rewind(from);
	while ((n = fread(buf, 1, sizeof(buf), from)) > 0)
		fwrite(buf, 1, n, stdout);
	puts("};\n");
	fclose(from);
}

static void put_text(void)
{
	size_t i;

	puts("const char pfm_text[] =");
	for (i = 0; i < text_len; i += strlen(text + i) + 1) {
		const char *s;

		fputs("\t\"", stdout);
		for (s = text + i; *s; s++)
			if (*s == '"' || *s == '\\' || *s == '?')
				printf("\\%c", *s);
			else
				putchar(*s);
		puts("\\0\"");
	}
	puts("\t;");
}

int main(void)
{
	static const char *const names[] = {
#define X(model, pmu) pmu,
		PFM_MODELS(X)
#undef X
	};
	struct out o = { tmpfile(), tmpfile(), tmpfile(), tmpfile(), tmpfile(), 0, 0, 0, 0 };
	FILE *pmus = tmpfile();
	size_t i, k;

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (!o.events || !o.umasks || !o.names || !o.defaults || !o.classes || !pmus ||
	    pfm_initialize() != PFM_SUCCESS) {
		fprintf(stderr, "libpfm4 cannot be asked; make PFM=0 builds without its events\n");
		return 1;
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		for (k = 0; k < i && strcmp(names[k], names[i]); k++)
			;
		if (k == i)
			take_pmu(&o, pmus, names[i]);
	}
	puts("/* Made by lib/models/pfm/extract.c from the libpfm4 of this machine, whose names "
	     "and descriptions are under the\n"
	     " * MIT licence: see LICENSES/MIT-libpfm4.txt. */\n#include "
	     "\"lib/models/pfm/tables.h\"\n");
	copy(pmus, "const struct pfm_pmu pfm_pmus[] = {\n");
	printf("const unsigned pfm_n_pmus = sizeof(pfm_pmus) / sizeof(pfm_pmus[0]);\n\n");
	copy(o.events, "const struct pfm_event pfm_events[] = {\n");
	copy(o.names, "const struct pfm_name pfm_umask_names[] = {\n");
	copy(o.umasks, "const struct wide_umask pfm_umasks[] = {\n");
	/* C has no empty arrays. */
	copy(o.defaults, "const struct wide_value pfm_defaults[] = {\n\t{ 0, 0 },\n");
	copy(o.classes, "const u64 pfm_classes[] = {\n\t0,\n");
	put_text();
	printf("/* %u rows of events, %u unit masks; of %lu rows with several %lu are taken one "
	       "unit mask at a time. */\n",
	       o.n_events, o.n_umasks, total, fallen_back);
	return ferror(stdout) || fflush(stdout);
}
