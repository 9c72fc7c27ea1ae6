/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Our catalogues and encoders against libpfm4: every event, every unit mask and every pair of unit
 * masks that it knows of a PMU is encoded by both, and the registers must be the same. What differs
 * stands in tests/diff/libpfm4/differences, with what decides; any other difference, and any line
 * there that explains nothing, fails.
 *
 * libpfm4 is asked by tests/diff/libpfm4/dump.c, which is compiled here: as a 64-bit program, and
 * as a 32-bit one for the P6 family, which only libpfm4 for i386 has.
 *
 * Not compared, by rule: PERFEVTSEL.INT, which libpfm4 always sets; the ESCR's bits for the second
 * logical processor, which it sets with those for the first; the number of an event's counter.
 *
 * tests/run: parallel time=120
 */
#include <fnmatch.h>
#include <strings.h>
#include <unistd.h>

#include "core/event/catalogue.h"
#include "core/encode/encode.h"
#include "core/pmu/regs.h"
#include "core/models/model.h"
#include "core/event/parse.h"
#include "tests/tap.h"

static const struct {
	const char *theirs, *ours;
	bool i386;
	bool shared; /* only events that both have: our catalogue is the architectural one */
} pairs[] = {
	{ "ppro", "pentiumpro", true, false },
	{ "pii", "pentium2", true, false },
	{ "p6", "pentium3", true, false },
	{ "pm", "pentium-m", true, false },
	{ "netburst", "pentium4", false, false },
	{ "netburst_p", "pentium4-prescott", false, false },
	{ "amd64_k7", "k7", false, false },
	{ "amd64_k8_revg", "k8", false, false },
	{ "amd64_fam10h_istanbul", "fam10h", false, false },
	{ "amd64_fam11h_turion", "fam11h", false, false },
	{ "amd64_fam12h_llano", "fam12h", false, false },
	{ "amd64_fam14h_bobcat", "fam14h", false, false },
	{ "amd64_fam15h_interlagos", "fam15h", false, false },
	{ "amd64_fam16h", "fam16h", false, false },
	{ "amd64_fam17h_zen1", "zen1", false, false },
	{ "amd64_fam17h_zen2", "zen2", false, false },
	{ "amd64_fam19h_zen3", "zen3", false, false },
	{ "amd64_fam19h_zen4", "zen4", false, false },
	{ "coreduo", "core-duo", true, true },
	{ "core", "core2", false, true },
	{ "atom", "bonnell", false, true },
	{ "nhm", "nehalem", false, true },
	{ "wsm", "westmere", false, true },
	{ "snb", "sandybridge", false, true },
	{ "ivb", "ivybridge", false, true },
	{ "hsw", "haswell", false, true },
	{ "bdw", "broadwell", false, true },
	{ "slm", "silvermont", false, true },
	{ "knl", "knightslanding", false, true },
	{ "skl", "skylake", false, true },
	{ "skx", "skylakex", false, true },
	{ "glm", "goldmont", false, true },
	{ "tmt", "tremont", false, true },
	{ "icl", "icelake", false, true },
	{ "icx", "icelakex", false, true },
	{ "spr", "sapphirerapids", false, true },
};
#define N_PAIRS (sizeof(pairs) / sizeof(pairs[0]))

/* ---- The file of differences ---- */

struct difference {
	/*
	 * "is": same event by another name; "lacks": we have it not; "differs"; "mods": bits that
	 * differ with these modifiers; "refused": modifiers that we refuse
	 */
	char kind[16];
	char pmu[32], theirs[96], ours[96];
	unsigned used;
	unsigned line;
};
static struct difference differences[256];
static unsigned n_differences;

static void read_differences(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[512];
	unsigned number = 0;

	while (f && fgets(line, sizeof(line), f)) {
		struct difference *d = &differences[n_differences];

		number++;
		memset(d, 0, sizeof(*d));
		if (line[0] == '#' || line[0] == '\n' || line[0] == '\t')
			continue;
		d->line = number;
		if (sscanf(line, "%15s %31s %95s %95s", d->kind, d->pmu, d->theirs, d->ours) < 3 ||
		    n_differences == 255) {
			ok(false, "%s:%u can be read", path, number);
			continue;
		}
		n_differences++;
	}
	ok(f && n_differences, "%s: %u differences are told", path, n_differences);
	if (f)
		fclose(f);
}

/* With these modifiers these bits may differ. */
static bool mods_differ(const char *pmu, const char *mods, u64 bits)
{
	unsigned i;

	for (i = 0; i < n_differences && bits; i++) {
		struct difference *d = &differences[i];

		if (strcmp(d->kind, "mods") || fnmatch(d->pmu, pmu, 0) ||
		    fnmatch(d->theirs, mods, 0))
			continue;
		d->used += (bits & strtoull(d->ours, NULL, 16)) != 0;
		bits &= ~strtoull(d->ours, NULL, 16);
	}
	return !bits;
}

static struct difference *find(const char *kind, const char *pmu, const char *event)
{
	unsigned i;

	for (i = 0; i < n_differences; i++) {
		struct difference *d = &differences[i];

		if (!strcmp(d->kind, kind) && !fnmatch(d->pmu, pmu, 0) &&
		    !fnmatch(d->theirs, event, FNM_CASEFOLD)) {
			d->used++;
			return d;
		}
	}
	return NULL;
}

/* ---- One PMU ---- */

struct score {
	unsigned same, with_mods, told, refused, theirs, bad;
	unsigned long long seen[8]; /* rows of ours that they know */
};

/* Their event in our words. NULL: we have it not, and the file says so. */
static const char *translate(const struct difference *d, const char *event, char *buf, size_t size)
{
	const char *colon = strchr(event, ':');

	if (!d)
		return event;
	/* "EVENT:UMASK" means one unit mask, "EVENT" the event with all of them. */
	snprintf(buf, size, "%s%s", d->ours, strchr(d->theirs, ':') || !colon ? "" : colon);
	return buf;
}

/* Their modifiers in our words: "g:c=3" is "Gc=3"; Pentium 4's "cmpl:thr=2" is "ic=3". */
static void translate_mods(const char *mods, char *buf, size_t size)
{
	static const struct {
		const char *theirs, *ours;
	} letters[] = {
		{ "u", "u" }, { "k", "k" }, { "e", "e" }, { "i", "i" },
		{ "t", "t" }, { "g", "G" }, { "h", "H" }, { "cmpl", "i" },
	};
	char copy[256], words[64] = "", *p = copy, *mod;
	long threshold = 0;
	size_t len = 0, i;

	snprintf(copy, sizeof(copy), "%s", mods);
	buf[0] = 0;
	while ((mod = strsep(&p, ":"))) {
		for (i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
			if (!strcmp(letters[i].theirs, mod))
				len += (size_t)snprintf(buf + len, size - len, "%s",
							letters[i].ours);
		if (!strncmp(mod, "c=", 2))
			threshold = atol(mod + 2);
		if (!strncmp(mod, "thr=", 4))
			threshold = atol(mod + 4) + 1;
		if (!strncmp(mod, "intx", 4)) {
			strcat(words, ":");
			strcat(words, mod);
		}
	}
	/* An e or i that stands alone could be a unit mask's name; both rings are what none is. */
	if (len == 1)
		len += (size_t)snprintf(buf + len, size - len, "%s",
					strpbrk(buf, "uk") ? "" : "uk");
	if (threshold)
		len += (size_t)snprintf(buf + len, size - len, "c=%ld", threshold);
	snprintf(buf + len, size - len, "%s", len ? words : words + !!words[0]);
}

static void compare(const char *pmu_name, const struct pmu *pmu, const char *event,
		    const char *codes, const char *mods, bool shared, struct score *score)
{
	const struct catalogues cats = { &pmu->model->events, 1 };
	const struct difference *is = find("is", pmu_name, event);
	struct reg_value regs[ENCODE_REGS];
	unsigned long long want[4] = { 0 };
	char bare[96], text[256], with_mods[512], dotted[256], ours[128];
	struct encoding enc;
	struct event ev;
	struct diag diag = { 0 };
	u32 n = 1, c, i;
	u64 got[2] = { 0 };
	int err;

	snprintf(bare, sizeof(bare), "%.*s", (int)strcspn(event, ":"), event);
	if (!is)
		is = find("is", pmu_name, bare);
	event = translate(is, event, text, sizeof(text));
	if (mods) {
		/* What differs without modifiers does so with them. */
		if (!strncmp(codes, "error", 5) || find("differs", pmu_name, event) ||
		    find("lacks", pmu_name, event) || find("lacks", pmu_name, bare))
			return;
		translate_mods(mods, ours, sizeof(ours));
		snprintf(with_mods, sizeof(with_mods), "%s:%s", event, ours);
		event = with_mods;
	}
	err = pmc_event_parse(event, strlen(event), &cats, &ev, &n, &diag) ||
	      pmc_encode(pmu, event, &ev, 0, &enc, &diag);
	/* Events of Intel's cores have the dots of Intel's own names. */
	if (err && shared && !mods && strchr(event, ':')) {
		snprintf(dotted, sizeof(dotted), "%s", event);
		*strchr(dotted, ':') = '.';
		event = dotted;
		n = 1;
		err = pmc_event_parse(event, strlen(event), &cats, &ev, &n, &diag) ||
		      pmc_encode(pmu, event, &ev, 0, &enc, &diag);
	}
	if (!strncmp(codes, "error", 5)) {
		score->refused++;
		return;
	}
	if (err && mods) {
		/* Not ours at all, or a modifier that we refuse. */
		if (strstr(diag.sentence, "unknown event") ||
		    strstr(diag.sentence, "neither a unit mask") ||
		    strstr(diag.sentence, "needs a unit mask"))
			return;
		if (find("refused", pmu_name, mods))
			score->told++;
		else if (score->bad++ < 12)
			note("%s::%s: %s", pmu_name, event, diag.sentence);
		return;
	}
	if (err && shared) {
		score->theirs++;
		return;
	}
	if (err) {
		if (find("differs", pmu_name, event) || find("lacks", pmu_name, event) ||
		    find("lacks", pmu_name, bare)) {
			score->told++;
		} else if (score->bad++ < 12) {
			note("%s::%s: %s", pmu_name, event, diag.sentence);
		}
		return;
	}
	if (enc.catalogue && enc.row < 512)
		score->seen[enc.row / 64] |= 1ull << enc.row % 64;
	for (c = 0; !(enc.counters >> c & 1); c++)
		;
	n = 0;
	pmc_encode_on(pmu, &enc, c, regs, &n, &diag);
	sscanf(codes, "%llx %llx", &want[0], &want[1]);
	if (pmu->family == PMU_P4) {
		got[0] = enc.escr;
		want[0] &= ~(unsigned long long)(P4_ESCR_T1_USR | P4_ESCR_T1_OS);
		for (i = 0; i < n; i++)
			if (regs[i].address == MSR_P4_CCCR0 + c)
				got[1] = regs[i].value;
	} else {
		got[0] = enc.select;
		got[1] = enc.msr_value;
		want[0] &= ~EVTSEL_INT;
	}
	if (got[0] == want[0] && got[1] == want[1]) {
		score->same++;
		score->with_mods += !!mods;
	} else if (mods ? mods_differ(pmu_name, mods, got[0] ^ want[0]) && got[1] == want[1] :
			  find("differs", pmu_name, event) != NULL) {
		score->told++;
	} else if (score->bad++ < 12) {
		note("%s::%s: libpfm4 %llx %llx, ours %llx %llx", pmu_name, event, want[0], want[1],
		     (unsigned long long)got[0], (unsigned long long)got[1]);
	}
}

static void name_unknown(const struct pmu *pmu, const struct score *score)
{
	const struct catalogue *c = pmu->model->events;
	char list[400] = "";
	const char *name;
	size_t len = 0;
	u32 i;

	for (i = 0; (name = c->event(c, i)); i++)
		if (name[0] && !(score->seen[i / 64] >> i % 64 & 1) && len < sizeof(list) - 40)
			len += (size_t)snprintf(list + len, sizeof(list) - len, " %s", name);
	if (len)
		note("%s: not in libpfm4:%s", pmu->model->name, list);
}

/* For every_row_test.sh: appends the rows that were compared to the file $PMC_SEEN. */
static void write_seen(const struct pmu *pmu, const struct score *score)
{
	const struct catalogue *c = pmu->model->events;
	FILE *f = getenv("PMC_SEEN") ? fopen(getenv("PMC_SEEN"), "a") : NULL;
	const char *name;
	u32 i;

	if (!f)
		return;
	for (i = 0; (name = c->event(c, i)); i++)
		if (name[0] && score->seen[i / 64] >> i % 64 & 1)
			fprintf(f, "%s %s\n", pmu->model->name, name);
	fclose(f);
}

static void compare_pmu(unsigned i, const char *program)
{
	struct score score = { 0 };
	const struct pmu_model *model;
	char command[512], line[1024], *event, *codes, *mods;
	struct pmu pmu;
	FILE *f;

	model = pmc_model_find(pairs[i].ours, strlen(pairs[i].ours), NULL);
	if (!model) {
		ok(false, "%s is a model", pairs[i].ours);
		return;
	}
	pmc_pmu_of_model(model, &pmu);
	snprintf(command, sizeof(command), "%s -m %s", program, pairs[i].theirs);
	f = popen(command, "r");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = 0;
		event = strchr(line, '\t');
		codes = event ? strchr(event + 1, '\t') : NULL;
		if (!codes)
			continue;
		*event++ = 0;
		*codes++ = 0;
		mods = strchr(codes, '\t');
		if (mods)
			*mods++ = 0;
		compare(pairs[i].theirs, &pmu, event, codes, mods, pairs[i].shared, &score);
	}
	if (f)
		pclose(f);
	name_unknown(&pmu, &score);
	write_seen(&pmu, &score);
	ok(score.same && !score.bad,
	   "%s, libpfm4's %s: %u encodings the same (%u with modifiers), %u differ as told, %u "
	   "differ; libpfm4 "
	   "refuses %u, has %u of its own",
	   model->name, pairs[i].theirs, score.same, score.with_mods, score.told, score.bad,
	   score.refused, score.theirs);
}

/* Compiles the dump; false when the package is not there. */
static bool build(const char *how, const char *program)
{
	const char *cc = getenv("CC");
	char command[2048];

	snprintf(command, sizeof(command), "%s -w -o %s tests/diff/libpfm4/dump.c %s 2>%s.log",
		 cc && cc[0] ? cc : "gcc", program, how, program);
	return system(command) == 0;
}

/* A kernel need not run programs of 32 bits: the shell says 126 then. */
static bool runs(const char *program)
{
	char command[512];
	int status;

	snprintf(command, sizeof(command), "%s </dev/null >/dev/null 2>&1", program);
	status = system(command);
	return WIFEXITED(status) && WEXITSTATUS(status) != 126;
}

int main(void)
{
	const char *folder = getenv("BUILD");
	char program[2][256], how[1024];
	bool have[2];
	unsigned i;

	if (!folder)
		folder = "build";
	snprintf(program[0], sizeof(program[0]), "%s/tests/diff/libpfm4_dump", folder);
	snprintf(program[1], sizeof(program[1]), "%s/tests/diff/libpfm4_dump32", folder);
	have[0] = build("-lpfm", program[0]);
	/* Installed, or unpacked by ./bootstrap. */
	snprintf(how, sizeof(how),
		 "-m32 -L/usr/lib/i386-linux-gnu -L%s/i386/usr/lib/i386-linux-gnu "
		 "-Wl,-rpath,'%s/i386/usr/lib/i386-linux-gnu' -l:libpfm.so.4",
		 folder, folder);
	have[1] = build(how, program[1]) && runs(program[1]);
	if (!have[0] && !have[1])
		skip_all("libpfm4 is not installed (package libpfm4-dev)");
	read_differences("tests/diff/libpfm4/differences");
	for (i = 0; i < N_PAIRS; i++) {
		if (have[pairs[i].i386])
			compare_pmu(i, program[pairs[i].i386]);
		else
			skip(1, pairs[i].i386 ?
					"libpfm4 for i386 (libpfm4:i386) is not installed, or "
					"this kernel runs no programs of 32 bits" :
					"libpfm4 is not installed (package libpfm4-dev)");
	}
	/* A line that explains nothing any more is a lie in waiting. */
	for (i = 0; i < n_differences; i++) {
		const struct difference *d = &differences[i];

		if (!d->used && have[0] && have[1])
			ok(false, "differences:%u: %s %s %s explains something", d->line, d->kind,
			   d->pmu, d->theirs);
	}
	return done();
}
