/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core/machine/describe/: the table of machines against sizes as the manuals name them and against
 * CPUID of real processors; settings and files of users, and the sentence for each mistake.
 */
#include "core/machine/access.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/host.h"
#include "core/machine/describe/parse.h"
#include "core/machine/describe/settings.h"
#include "core/machine/describe/spell.h"
#include "core/machine/describe/table.h"
#include "core/models/model.h"
#include "tests/tap.h"

static const struct machine *find(const char *name)
{
	return pmc_machine_find(name, strlen(name), NULL);
}

/* ---- The table ---- */

/* Capacities in KiB, and entries of TLBs, as data sheets print them. */
static const struct {
	const char *name;
	unsigned kib[CACHES], entries[TLBS];
} sheets[] = {
	{ "pentium3", { 16, 16, 256, 0 }, { 32, 64, 0, 0 } },
	{ "pentium4", { 16, 8, 256, 0 }, { 64, 64, 0, 0 } },
	{ "pentium4-prescott", { 16, 16, 1024, 0 }, { 128, 64, 0, 0 } },
	{ "core2", { 32, 32, 4096, 0 }, { 128, 16, 0, 256 } },
	{ "skylake", { 32, 32, 256, 8192 }, { 128, 64, 0, 1536 } },
	{ "skylakex", { 32, 32, 1024, 22528 }, { 128, 64, 0, 1536 } },
	{ "zen2", { 32, 32, 512, 16384 }, { 64, 64, 512, 2048 } },
	{ "zen4", { 32, 32, 1024, 32768 }, { 64, 72, 512, 3072 } },
	{ "cachegrind", { 32, 32, 0, 8192 }, { 0, 0, 0, 0 } },
};

static unsigned missing_sources(const struct machine *m)
{
	unsigned i, n = 0;

	for (i = 0; i < CACHES; i++)
		n += m->cache[i].ways && !m->cache[i].source;
	for (i = 0; i < TLBS; i++)
		n += m->tlb[i].ways && !m->tlb[i].source;
	for (i = 0; i < MACHINE_PREFETCHERS; i++)
		n += m->prefetch[i].kind && !m->prefetch[i].source;
	return n + (m->tlb[TLB_D].ways && !m->walk.source) +
	       (m->branch.direction && !m->branch.source);
}

static void table(void)
{
	const struct machine *m;
	struct diag d;
	unsigned i, j, bad;

	for (i = 0; i < sizeof(sheets) / sizeof(sheets[0]); i++) {
		m = find(sheets[i].name);
		if (!ok(m && !pmc_machine_check(m, &d), "%s is a machine", sheets[i].name))
			continue;
		for (bad = j = 0; j < CACHES; j++)
			bad += m->cache[j].sets * m->cache[j].ways * m->cache[j].line !=
			       sheets[i].kib[j] * 1024;
		for (j = 0; j < TLBS; j++)
			bad += m->tlb[j].sets * m->tlb[j].ways != sheets[i].entries[j];
		ok(!bad, "%s has the sizes of its data sheet", m->name);
		is_int(missing_sources(m), 0, "%s names a source for each of its numbers", m->name);
		ok(!m->pmu || pmc_model_find(m->pmu, strlen(m->pmu), NULL), "%s has a PMU",
		   m->name);
	}
	ok(pmc_machine_row(i - 1) && !pmc_machine_row(i), "%u machines", i);
	ok(find(MACHINE_DEFAULT) && find("ZEN4") == find("zen4"), "case does not matter");
}

static void names(void)
{
	struct diag d;

	ok(!pmc_machine_find("skylack", 7, &d), "skylack is no machine");
	is_str(d.sentence, "no machine is named 'skylack'; did you mean 'skylake' or 'skylakex'?",
	       "the nearest names");
	ok(!pmc_machine_find("q", 1, &d), "q is no machine");
	is_str(d.sentence,
	       "no machine is named 'q'; the machines are pentium3, pentium4, pentium4-prescott, "
	       "core2, skylake, skylakex, zen2, zen4, cachegrind, host",
	       "all names");
	ok(!pmc_machine_find("Host", 4, &d) && !d.sentence[0], "host is known, but in no table");
}

/* ---- CPUID ---- */

/* An EPYC 9004 (Zen 4), with 32 MiB of L3 for its guest. */
static const struct cpuid_leaf epyc[] = {
	{ 0, 0, 0x10, 0x68747541, 0x444d4163, 0x69746e65 },
	{ 4, 0, 0, 0, 0, 0 },
	{ 0x8000001d, 0, 0x00000121, 0x01c0003f, 0x0000003f, 0 },
	{ 0x8000001d, 1, 0x00000122, 0x01c0003f, 0x0000003f, 0 },
	{ 0x8000001d, 2, 0x00000143, 0x01c0003f, 0x000007ff, 2 },
	{ 0x8000001d, 3, 0x00004163, 0x03c0003f, 0x00007fff, 1 },
	{ 0x8000001d, 4, 0, 0, 0, 0 },
};
/* A virtual machine on a Zen 5 that hides leaf 8000001DH, which its L3's ways refer to. */
static const struct cpuid_leaf hidden[] = {
	{ 0, 0, 0x0d, 0x68747541, 0x444d4163, 0x69746e65 },
	{ 4, 0, 0, 0, 0, 0 },
	{ 0x8000001d, 0, 0, 0, 0, 0 },
	{ 0x80000005, 0, 0xff60ff40, 0xff60ff40, 0x300c0140, 0x20080140 },
	{ 0x80000006, 0, 0x40802040, 0x60804040, 0x04006140, 0x0fe09140 },
};
/* SDM volume 2, leaf 4, put together for a Xeon of 26 slices with 11 ways of 2,048 sets. */
static const struct cpuid_leaf xeon[] = {
	{ 0, 0, 0x16, 0x756e6547, 0x6c65746e, 0x49656e69 },
	{ 4, 0, 0x7c004121, 0x01c0003f, 0x0000003f, 0 },
	{ 4, 1, 0x7c004122, 0x01c0003f, 0x0000003f, 0 },
	{ 4, 2, 0x7c004143, 0x03c0003f, 0x000003ff, 0 },
	{ 4, 3, 0x7c0fc163, 0x0280003f, 0x0000cfff, 4 },
	{ 4, 4, 0, 0, 0, 0 },
};

static bool same_cache(const struct cache_desc *a, const struct cache_desc *b)
{
	return a->ways == b->ways && a->sets == b->sets && a->line == b->line;
}

static void cpuid(void)
{
	const struct machine *zen4 = find("zen4"), *skylakex = find("skylakex");
	struct machine m;
	struct diag d;
	unsigned i, bad = 0;

	is_int(pmc_machine_of_cpuid(epyc, 7, &m, &d), 0, "CPUID of a Zen 4 makes a machine");
	for (i = 0; i < CACHES; i++)
		bad += !same_cache(&m.cache[i], &zen4->cache[i]);
	ok(!bad && m.cache[LEVEL_L2].flags == CACHE_INCLUSIVE && !m.cache[LEVEL_LL].flags,
	   "with the caches of zen4");
	is_str(m.name, "host", "its name");
	is_int(pmc_machine_of_cpuid(hidden, 5, &m, &d), 0, "older leaves of AMD make a machine");
	is_int(m.cache[LEVEL_L1D].ways * m.cache[LEVEL_L1D].sets * m.cache[LEVEL_L1D].line,
	       48 << 10, "with their L1D");
	is_int(m.cache[LEVEL_L1D].ways, 12, "of twelve ways");
	for (bad = 0, i = 0; i < CACHES; i++)
		bad += i != LEVEL_L1D && !same_cache(&m.cache[i], &zen4->cache[i]);
	ok(!bad && !strcmp(m.cache[LEVEL_L2].source, "CPUID 80000006H of this processor"),
	   "with L1I and L2 that are alike");
	is_str(m.cache[LEVEL_LL].source, zen4->cache[LEVEL_LL].source, "and zen4's last level");
	is_int(pmc_machine_of_cpuid(hidden, 3, &m, &d), -PMC_CORE_EINVAL, "none without them");
	is_int(pmc_machine_of_cpuid(xeon, 6, &m, &d), 0, "leaf 4 makes a machine");
	for (bad = i = 0; i < LEVEL_LL; i++)
		bad += !same_cache(&m.cache[i], &skylakex->cache[i]);
	ok(!bad && m.cache[LEVEL_LL].sets == 53248 && m.cache[LEVEL_LL].ways == 11,
	   "with 53,248 sets in its last level");
	is_int(m.cache[LEVEL_LL].flags, 0, "complex indexing is not inclusion");
	is_int(pmc_machine_of_cpuid(xeon, 1, &m, &d), -PMC_CORE_EINVAL, "no leaf 4, no machine");
	is_str(d.sentence,
	       "CPUID does not describe the caches of this processor; name a machine instead, such "
	       "as skylakex",
	       "and the reason");
}

/* ---- Settings ---- */

static int set(struct machine *m, const char *text, struct diag *d)
{
	/* Exactly as long as it is said to be. */
	size_t len = strlen(text);
	char *copy = malloc(len ? len : 1);
	int err;

	memcpy(copy, text, len);
	err = pmc_machine_set(m, copy, len, d);
	free(copy);
	return err;
}

/* The setting changes a skylakex; it is a machine then. */
static struct machine changed(const char *text)
{
	struct machine m = *find("skylakex");
	struct diag d = { 0 };
	bool fine = !set(&m, text, &d) && !pmc_machine_check(&m, &d);

	if (!ok(fine, "%s", text))
		note("  %u: %s", d.column, d.sentence);
	return m;
}

static void caches(void)
{
	struct machine m;
	struct diag d;
	const struct cache_desc *c;

	m = changed("L1d=48K,12,64,nru");
	c = &m.cache[LEVEL_L1D];
	ok(c->sets == 64 && c->ways == 12 && c->line == 64 && c->policy == POLICY_NRU,
	   "size, ways, line and policy");
	m = changed("l1D=16k");
	c = &m.cache[LEVEL_L1D];
	ok(c->sets == 32 && c->ways == 8 && c->line == 64 && c->policy == POLICY_BIT_PLRU,
	   "a size alone keeps ways, line and policy");
	m = changed("L1d=8K,full,64,lru");
	ok(m.cache[LEVEL_L1D].sets == 1 && m.cache[LEVEL_L1D].ways == 128, "fully associative");
	m = changed("L2=1M,16,64,random:7,inclusive");
	c = &m.cache[LEVEL_L2];
	ok(c->policy == POLICY_RANDOM && c->seed == 7 && c->flags == CACHE_INCLUSIVE, "words");
	m = *find("core2");
	ok(!set(&m, "L2=4M,16,128,sector:64,read-fills-line", &d) && !pmc_machine_check(&m, &d) &&
		   m.cache[LEVEL_L2].sector == 64 &&
		   m.cache[LEVEL_L2].flags == CACHE_READ_FILLS_LINE,
	   "sectors");
	m = changed("L3=30M,20,64,noninclusive");
	ok(m.cache[LEVEL_LL].sets == 24576 && !m.cache[LEVEL_LL].flags,
	   "L3 is LL, sets of 3 x 2^13");
	m = changed("LL=none");
	is_int(m.cache[LEVEL_LL].ways, 0, "no last level");
	m = changed("L1d=8K,4,64,write-through:6,no-write-allocate");
	c = &m.cache[LEVEL_L1D];
	ok(c->flags == (CACHE_WRITE_THROUGH | CACHE_NO_WRITE_ALLOCATE) && c->combine == 6,
	   "ways of writing");
}

static void others(void)
{
	struct machine m;

	m = changed("dtlb=64,full,fifo");
	ok(m.tlb[TLB_D].ways == 64 && m.tlb[TLB_D].policy == POLICY_FIFO, "a TLB");
	m = changed("dtlb2=2048,16,data-only");
	ok(m.tlb[TLB_D2].sets == 128 && !m.tlb[TLB_D2].flags, "a second TLB of data alone");
	m = changed("itlb2=512,8,tree-plru");
	is_int(m.tlb[TLB_I2].sets, 64, "a second TLB of code, which skylakex does not have");
	m = changed("walks=L2,16");
	ok(m.walk.reads == WALK_L2 && m.walk.directories == 16, "walks");
	m = changed("prefetch=next:L1i,adjacent:L2,stride:64");
	ok(m.prefetch[0].cache == LEVEL_L1I && m.prefetch[1].kind == PREFETCH_ADJACENT &&
		   m.prefetch[2].table == 64 && !m.prefetch[3].kind,
	   "prefetchers");
	m = changed("prefetch=none");
	is_int(m.prefetch[0].kind, PREFETCH_NONE, "no prefetchers");
	m = changed("branch=gshare:15:12");
	ok(m.branch.direction == DIRECTION_GSHARE && m.branch.bits == 15 && m.branch.history == 12,
	   "gshare");
	m = changed("branch=bimodal:12");
	ok(m.branch.bits == 12 && !m.branch.history, "bimodal");
	m = changed("branch=tage");
	is_int(m.branch.tables, 6, "TAGE as skylakex has it");
	m = changed("targets=path:9");
	ok(m.branch.target == TARGET_HISTORY && m.branch.target_bits == 9, "targets");
	m = changed("returns=0");
	is_int(m.branch.returns, 0, "no return stack");
}

/* Each mistake: the setting, the column, and what the sentence begins with. */
static const struct {
	const char *text;
	unsigned column;
	const char *sentence;
} mistakes[] = {
	{ "L1d=32K,0,64", 9, "'0' ways hold nothing; a cache has 1 to 1024 ways" },
	{ "L1d=32K,2000,16", 9, "'2000' is too many ways; a cache has 1 to 1024 ways" },
	{ "L1d=32K,8,48", 11, "'48' is no length of a line; it is a power of two from 16 to 1024" },
	{ "L1d=32K,8,8", 11, "'8' is no length of a line" },
	{ "L1d=32Q,8,64", 5, "'32Q' is no size; sizes look like 32K or 8M" },
	{ "L1d=", 5, "'' is no size" },
	{ "L1d=0,8,64", 5, "'0' is no size of a cache; the largest is 1024M" },
	{ "L1d=4096M,8,64", 5, "'4096M' is no size" },
	{ "L1d=33K,5,64,lru", 5, "'33K' does not divide into 5 ways of lines of 64 bytes" },
	{ "L1d=32K,8,64,lur", 14, "'lur' is no policy or other property; did you mean 'lru'" },
	{ "L1d=32K,8,64,sometimes", 14,
	  "'sometimes' is no policy or other property; policies are lru, bit-plru, nru, tree-plru, "
	  "fifo and random" },
	{ "L1d=32K,8,64,random:0", 21, "'0' is no seed; a seed is 1 or more" },
	{ "L1d=32K,8,64,lru:3", 18, "'3' is too much; only random has a seed" },
	{ "L1d=32K,8,64,sector:48", 14, "'sector:48' does not fit" },
	{ "L1d=32K,8,64,inclusive:1", 24, "'1' is too much; this word has no number" },
	{ "L1d=32K,8,64,,", 14, "'' is no policy" },
	{ "dtlb=64,5", 6, "'64' does not divide into 5 ways" },
	{ "dtlb=0", 6, "'0' is no number of entries; a TLB looks like dtlb=64,4" },
	{ "dtlb=64,4,inclusive", 11, "'inclusive' is no policy or other property" },
	{ "L4=32K,8,64", 1, "a machine has no 'L4'; did you mean 'L2'" },
	{ "cores=4", 1, "a machine has no 'cores'; it has L1i, L1d, L2, LL, itlb" },
	{ "L1d", 1, "'L1d' is no setting; one looks like L1d=32K,8,64,nru" },
	{ "", 1, "'' is no setting" },
	{ "itlb2=512,8,8", 13, "'8' is no policy" },
	{ "walks=L3", 7, "'L3' reads page tables nowhere; it is unseen, L1d or L2" },
	{ "walks=L2,many", 10, "'many' is no number of directory entries" },
	{ "walks=L2,4,5", 12, "'5' is too much here" },
	{ "prefetch=stream:L2", 10,
	  "'stream' is no prefetcher; they are next, adjacent and stride" },
	{ "prefetch=next", 10, "'next' does not say its cache" },
	{ "prefetch=next:LL", 10, "'next:LL' does not say its cache: L1i, L1d or L2" },
	{ "branch=perceptron", 8, "'perceptron' is no predictor" },
	{ "branch=gshare:30", 15, "'30' is no number of bits; 1 to 20 is right" },
	{ "branch=gshare:12:13", 18, "'13' is no length of a history; it is not above the bits" },
	{ "branch=bimodal:12:3", 19, "'3' is too much; there is no history here" },
	{ "branch=tage:3", 13, "'3' is too much; this predictor has one size" },
	{ "targets=first:3", 9, "'first' is no predictor of targets" },
	{ "returns=many", 9, "'many' is no number of returns; 0 to 4096 is right" },
};

static void wrong_settings(void)
{
	const struct machine *before = find("skylakex");
	struct machine m;
	struct diag d;
	unsigned i;

	for (i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		const char *want = mistakes[i].sentence;

		m = *before;
		memset(&d, 0, sizeof(d));
		if (!ok(set(&m, mistakes[i].text, &d) == -PMC_CORE_EINVAL &&
				d.column == mistakes[i].column &&
				!strncmp(d.sentence, want, strlen(want)) &&
				!memcmp(&m, before, sizeof(m)),
			"'%s' is refused", mistakes[i].text))
			note("  %u: %s", d.column, d.sentence);
	}
	m = *find("core2");
	ok(set(&m, "LL=8M", &d) && d.column == 1, "a level that the machine does not have");
	is_str(d.sentence,
	       "the machine has no LL whose ways and line could stay; say them, as in "
	       "LL=512K,8,64",
	       "and how to say it");
}

/* Settings that are right one by one, but make no machine. */
static void no_machines(void)
{
	static const struct {
		const char *base, *text, *sentence;
	} cases[] = {
		{ "skylakex", "L1d=32K,8,128",
		  "L2 has lines or sectors shorter than the 128 bytes of "
		  "the caches above it" },
		{ "skylakex", "L1d=none",
		  "L1i cannot be without an L1d; say one, as in L1d=32K,8,64" },
		{ "skylakex", "L1d=32K,8,64,inclusive",
		  "L1d cannot be inclusive or exclusive: it has no cache above" },
		{ "skylakex", "L2=1M,16,128",
		  "LL has lines or sectors shorter than the 128 bytes of "
		  "the caches above it" },
		{ "skylakex", "L2=1M,16,64,write-through",
		  "L2 cannot be write-through; only L1d can" },
		{ "skylakex", "LL=22M,11,128",
		  "LL is exclusive, so the caches above it must have the "
		  "same lines, without sectors" },
		{ "skylakex", "L2=1M,16,64,read-fills-line",
		  "L2 can fill whole lines on reads only as the last level" },
		{ "skylakex", "L1i=32K,8,64,write-through",
		  "L1i is not written, so it can have no way of writing" },
		{ "skylakex", "L1d=32K,8,64,write-through:17",
		  "L1d has write buffers for 17 lines, but 16 is the most" },
		{ "skylakex", "prefetch=stride,stride", "prefetch by stride can be there once" },
		{ "skylakex", "prefetch=stride:48",
		  "prefetch by stride has 48 entries; a power of two "
		  "up to 1024 is right" },
		{ "cachegrind", "LL=8M,16,64,inclusive",
		  "LL must be a plain cache, because accesses that cross lines are counted as "
		  "cachegrind does" },
	};
	struct machine m;
	struct diag d;
	unsigned i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		m = *find(cases[i].base);
		memset(&d, 0, sizeof(d));
		ok(!set(&m, cases[i].text, &d) && pmc_machine_check(&m, &d), "%s with %s is none",
		   cases[i].base, cases[i].text);
		is_str(d.sentence, cases[i].sentence, "and why");
	}
}

static void files(void)
{
	static const char good[] = "# mine\n\n  machine=zen4\r\nL1d=64K,8,64   # larger\n"
				   "LL=none\ndtlb=96,full";
	static const char alone[] = "L1d=8K,2,32,fifo\n";
	struct machine m;
	struct diag d;
	u32 line;

	is_int(pmc_machine_parse(&m, good, strlen(good), &line, &d), 0, "a file");
	ok(m.cache[LEVEL_L1D].sets == 128 && !m.cache[LEVEL_LL].ways && m.tlb[TLB_D].ways == 96 &&
		   m.branch.returns == 32,
	   "changes what it says, and the rest is zen4's");
	is_int(pmc_machine_parse(&m, alone, strlen(alone), &line, &d), 0,
	       "a file without machine=");
	ok(m.cache[LEVEL_L1D].sets == 128 && !m.cache[LEVEL_L2].ways && !m.tlb[TLB_D].ways,
	   "has what it says and nothing else");
	ok(pmc_machine_parse(&m, "machine=zen4\nL1d=32K,3\n", 23, &line, &d) && line == 2 &&
		   d.column == 5,
	   "line and column of a mistake");
	ok(pmc_machine_parse(&m, "machine=zen9\n", 13, &line, &d) && line == 1 && d.column == 9,
	   "an unknown machine");
	is_str(d.sentence, "no machine is named 'zen9'; did you mean 'zen2' or 'zen4'?",
	       "and the nearest");
	ok(pmc_machine_parse(&m, "machine=host\n", 13, &line, &d) && line == 1, "the host");
	ok(pmc_machine_parse(&m, "L1d=8K,2,32\nmachine=zen4", 24, &line, &d) && line == 2,
	   "machine= that comes late");
	ok(pmc_machine_parse(&m, "machine=zen4\nL1d=none", 21, &line, &d) && line == 0,
	   "a file that is right line by line, but no machine");
}

/* Without what no setting says: names and sources. */
static struct machine bare(const struct machine *m)
{
	struct machine b = *m;
	int i;

	b.name = b.title = b.pmu = b.walk.source = b.branch.source = NULL;
	b.costs = NULL;
	b.flags = 0;
	for (i = 0; i < CACHES; i++)
		b.cache[i].source = NULL;
	for (i = 0; i < TLBS; i++)
		b.tlb[i].source = NULL;
	for (i = 0; i < MACHINE_PREFETCHERS; i++) {
		b.prefetch[i].source = NULL;
		/* Only strides have a table. */
		if (b.prefetch[i].kind != PREFETCH_STRIDE)
			b.prefetch[i].table = 0;
	}
	return b;
}

/* A machine made of the settings that spell another one is the same. */
static void spelling(void)
{
	const struct machine *row;
	struct machine made, want;
	struct machine_setting part;
	struct diag d;
	unsigned i, j, bad;

	for (i = 0; (row = pmc_machine_row(i)); i++) {
		memset(&made, 0, sizeof(made));
		for (bad = j = 0; pmc_machine_part(row, j, &part); j++)
			if (set(&made, part.setting, &d)) {
				bad++;
				note("%s: %s", part.setting, d.sentence);
			}
		want = bare(row);
		made = bare(&made);
		ok(!bad && !memcmp(&made, &want, sizeof(made)), "%s is what its %u parts spell",
		   row->name, j);
	}
	pmc_machine_part(find("pentium4"), LEVEL_L1D, &part);
	is_str(part.setting, "L1d=8K,4,64,bit-plru,write-through:6", "a part");
	ok(strstr(part.source, "66H"), "and its source");
	pmc_machine_part(find("pentium4"), LEVEL_LL, &part);
	ok(!strcmp(part.setting, "LL=none") && !part.source[0], "a part that is absent");
	made = *find("zen2");
	set(&made, "L1d=48K,12,64,random:9,no-write-allocate", &d);
	pmc_machine_part(&made, LEVEL_L1D, &part);
	is_str(part.setting, "L1d=48K,12,64,random:9,no-write-allocate", "a user's part");
}

/* Settings with one to three characters changed: refused with a column, or a setting. */
static void mutations(void)
{
	static const char letters[] = "L1d=32K,864:nruMx ,,::=0";
	unsigned state = 1, i, j, bad = 0, right = 0;
	char text[64];

	for (i = 0; i < 200000; i++) {
		struct machine m = *find("skylakex");
		struct diag d = { 0 };

		state = state * 1103515245 + 12345;
		snprintf(text, sizeof(text), "%s",
			 mistakes[(state >> 16) % (sizeof(mistakes) / sizeof(mistakes[0]))].text);
		for (j = 0; j < 3 && text[0]; j++) {
			state = state * 1103515245 + 12345;
			text[(state >> 8) % strlen(text)] =
				letters[(state >> 16) % (sizeof(letters) - 1)];
		}
		if (set(&m, text, &d))
			bad += !d.column || d.column > strlen(text) + 2 || !d.sentence[0];
		else
			right++;
		/* What check accepts can be set up without a division by 0 or a shift too far. */
		if (!pmc_machine_check(&m, &d))
			bad += !pmc_machine_bytes(&m, ~0u);
		else
			bad += !d.sentence[0];
	}
	ok(!bad && right > 20, "200,000 changed settings, of which %u are right", right);
}

int main(void)
{
	table();
	names();
	cpuid();
	caches();
	others();
	wrong_settings();
	no_machines();
	files();
	spelling();
	mutations();
	return done();
}
