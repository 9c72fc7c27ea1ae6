/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc_hardware_choose(): the machine that a name, a file and settings make, and what is refused. */
#include <errno.h>
#include <unistd.h>

#include "core/machine/describe/table.h"
#include "lib/models/hardware.h"
#include "pmc/pmc.h"
#include "tests/tap.h"
#include "tests/unit/engine.h"

static struct pmc_diag diag;
static char path[] = "/tmp/pmc-hardware.XXXXXX";

/* The file that path names. */
static void write_file(const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(text, 1, n, f) != n || fclose(f))
		exit(1);
}

static struct chosen_machine *choose(const char *name, const char *file, const char *settings)
{
	const struct pmc_hardware_choice choice = { name, file ? path : NULL, settings };
	struct chosen_machine *chosen = NULL;

	if (file)
		write_file(file, strlen(file));
	memset(&diag, 0, sizeof(diag));
	if (hardware_choose(&choice, &chosen, &diag))
		note("%s", diag.sentence);
	return chosen;
}

/* ---- What is made ---- */

static void texts(void)
{
	static const struct {
		const char *name, *settings, *text;
	} cases[] = {
		{ NULL, NULL, "skylakex, bit-plru" },
		{ "PENTIUM4", NULL, "pentium4, bit-plru" },
		{ NULL, "L1d=32K,8,64,nru;LL=none",
		  "skylakex, bit-plru/nru; L1d=32K,8,64,nru;LL=none" },
	};
	struct chosen_machine *c;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		c = choose(cases[i].name, NULL, cases[i].settings);
		is_str(c ? c->text : diag.sentence, cases[i].text, "machine %zu in words", i);
		free(c);
	}
	c = choose(NULL, "machine=zen4\nLL=none\n", NULL);
	ok(c && !strncmp(c->text, path, strlen(path)), "a file's machine is known by its path");
	ok(c && c->machine.tlb[TLB_D].ways && !c->machine.cache[LEVEL_LL].ways,
	   "and is made of its settings");
	free(c);
}

static void private_last(void)
{
	struct chosen_machine *c = choose("skylakex", NULL, NULL);

	ok(c && !c->private_last, "threads share the last level");
	free(c);
	c = choose("skylakex", NULL, "ll=PRIVATE;L2=none");
	ok(c && c->private_last && c->machine.cache[LEVEL_LL].ways &&
		   !c->machine.cache[LEVEL_L2].ways,
	   "LL=private: they do not, and other settings may follow");
	free(c);
}

/* A machine of the table has prefetchers, but they bring lines too early: they are off. */
static void prefetchers(void)
{
	static const struct {
		const char *name, *file, *settings;
		unsigned n;
		const char *what;
	} cases[] = {
		{ "skylakex", NULL, NULL, 0, "a machine of the table prefetches nothing" },
		{ "skylakex", NULL, "prefetch=next:L1d,stride", 2, "a setting asks for them" },
		{ NULL, "machine=skylakex\n", NULL, 0, "a machine of a file prefetches nothing" },
		{ NULL, "machine=skylakex # not its prefetch=\n# prefetch=next:L2\nL2=none", NULL,
		  0, "a comment asks for nothing" },
		{ NULL, "machine=skylakex\n\tPrefetch=next:L2 # one", NULL, 1,
		  "a line asks for one" },
		{ NULL, "machine=skylakex\nprefetch=none\n", NULL, 0, "none" },
		{ NULL, "machine=skylakex\nprefetch=next:L2\n", "prefetch=none", 0,
		  "a setting changes what the file says" },
	};
	struct chosen_machine *c;
	unsigned n;
	size_t i;

	ok(pmc_machine_find("skylakex", 8, NULL)->prefetch[0].kind, "the table has prefetchers");
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		c = choose(cases[i].name, cases[i].file, cases[i].settings);
		for (n = 0; c && n < MACHINE_PREFETCHERS && c->machine.prefetch[n].kind;)
			n++;
		ok(c && n == cases[i].n, "%s", cases[i].what);
		free(c);
	}
}

/* ---- What is refused ---- */

static void refused(const struct pmc_hardware_choice *choice, int error, unsigned column,
		    const char *words)
{
	struct chosen_machine *chosen = NULL;

	memset(&diag, 0, sizeof(diag));
	is_int(hardware_choose(choice, &chosen, &diag), error, "refused: %s", words);
	ok(!chosen && diag.column == column, "column %u", column);
	if (!ok(strstr(diag.sentence, words), "and why"))
		note("got %s", diag.sentence);
}

static void mistakes(void)
{
	static const char wrong[] = "machine=zen4\n\nL1d=32K,3\n",
			  late[] = "machine=zen4\nL1d=none\n";
	static char large[(64 << 10) + 1]; /* a comment */

	refused(&(struct pmc_hardware_choice){ .name = "zen9" }, -ENOENT, 0,
		"did you mean 'zen2' or 'zen4'?");
	refused(&(struct pmc_hardware_choice){ .name = "zen4", .file = path }, -EINVAL, 0,
		"a machine has a name or a file");
	refused(&(struct pmc_hardware_choice){ .settings = "LL=none;L5=32K" }, -EINVAL, 9,
		"a machine has no 'L5'");
	refused(&(struct pmc_hardware_choice){ .settings = "LL=none;" }, -EINVAL, 9,
		"is no setting");
	refused(&(struct pmc_hardware_choice){ .settings = "L1d=none" }, -EINVAL, 0, "L1d");
	refused(&(struct pmc_hardware_choice){ .file = "/nowhere/machine" }, -ENOENT, 0,
		"cannot open the machine file /nowhere/machine: No such file");
	refused(&(struct pmc_hardware_choice){ .file = "/" }, -EINVAL, 0,
		"/ is no regular file of at most 65536 bytes");
	write_file(wrong, strlen(wrong));
	refused(&(struct pmc_hardware_choice){ .file = path }, -EINVAL, 0,
		":3:5: '32K' does not divide");
	write_file(late, strlen(late));
	refused(&(struct pmc_hardware_choice){ .file = path }, -EINVAL, 0, "L1d");
	memset(large, '#', sizeof(large));
	write_file(large, sizeof(large));
	refused(&(struct pmc_hardware_choice){ .file = path }, -EINVAL, 0, "is no regular file");
}

/* ---- A handle's machine ---- */

static void of_handle(void)
{
	const struct pmc_hardware_choice p3 = { .name = "pentium3" }, none = { .name = "zen9" };
	struct pmc_fixed fixed = { 0 };
	struct pmc_set *set = NULL;
	struct pmc *pmc;
	size_t i;

	if (!use_engine() || pmc_open("emulated", PMC_USE_COMMAND, &pmc, &diag)) {
		skip(5, "the engine is not built");
		return;
	}
	ok(pmc_set_create(pmc, "L2_LD:I", 0, &set, &diag),
	   "without a machine a PMU's event has no name");
	is_int(pmc_hardware_choose(pmc, &p3, &diag), -EBUSY, "then it is too late to choose one");
	pmc_close(pmc);
	if (pmc_open("emulated", PMC_USE_COMMAND, &pmc, &diag))
		return;
	is_int(pmc_hardware_choose(pmc, &none, &diag), -ENOENT, "a machine that nobody knows");
	is_int(pmc_hardware_choose(pmc, &p3, &diag), 0, "a machine in time");
	if (!ok(!pmc_set_create(pmc, "L2_LD:I", 0, &set, &diag), "has the events of its PMU"))
		note("%s", diag.sentence);
	for (i = 0; set && !pmc_set_fixed_at(set, i, &fixed) && strcmp(fixed.name, "machine");)
		i++;
	is_str(fixed.value, "pentium3, bit-plru", "and the set tells it");
	pmc_set_destroy(set);
	pmc_close(pmc);
}

/* Backends that count what a processor does have no machine to choose. */
static void of_hardware(void)
{
	static const char *const backends[] = { "driver", "perf", "msr" };
	const struct pmc_hardware_choice choice = { .name = "zen4" };
	struct pmc *pmc = NULL;
	size_t i;

	for (i = 0; i < sizeof(backends) / sizeof(backends[0]) && !pmc; i++)
		if (pmc_open(backends[i], PMC_USE_COMMAND, &pmc, &diag))
			pmc = NULL;
	if (!pmc) {
		skip(2, "no other backend is available here");
		return;
	}
	is_int(pmc_hardware_choose(pmc, &choice, &diag), -EOPNOTSUPP, "a backend with a PMU");
	ok(strstr(diag.sentence, "models no machine"), "says why not");
	pmc_close(pmc);
}

int main(void)
{
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	texts();
	private_last();
	prefetchers();
	mistakes();
	of_handle();
	of_hardware();
	unlink(path);
	return done();
}
