/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Our demangler against libstdc++'s: what ours makes of a name has to be the very same text. Names
 * are chosen ones, all of libstdc++ (with LONG=1 of larger binaries, too, if they are here), and
 * these with letters and parts changed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/symbols/demangle/itanium.h"
#include "pmc/profile.h"
#include "tests/any.h"
#include "tests/tap.h"

#define LONGEST 600

static char *(*theirs)(const char *name, char *buffer, size_t *size, int *status);

/* Compares both; returns false if ours is another text. *common: ours knows the name. */
static bool compare(const char *name, bool *common)
{
	size_t n = strlen(name), length;
	char text[ITANIUM_ROOM], *plain;
	char *copy = malloc(n); /* no byte more: what is read behind it shows with sanitizers */
	int status;
	bool same;

	memcpy(copy, name, n);
	length = itanium_demangle(copy, n, text);
	free(copy);
	*common = length;
	if (!length)
		return true;
	plain = theirs(name, NULL, NULL, &status);
	same = plain && !strcmp(plain, text) && strlen(text) == length;
	if (!same)
		note("%s\n  is %s\n ours %s", name, plain ? plain : "nothing", text);
	free(plain);
	return same;
}

/* ---- Chosen names ---- */

static const char *const known[] = {
	"_Z1fi",
	"_Z1fv",
	"_Z1fiz",
	"_ZN1a1bE",
	"_ZN1a1bEv",
	"_ZNK1a1bEv",
	"_ZNVK1a1bEv",
	"_ZNKR1a1bEv",
	"_ZNO1a1bEv",
	"_ZN12_GLOBAL__N_11fEv",
	"_ZL1fv",
	"_Z1fPKcRVlOsPrKt",
	"_Z1fPFvvEPFiRKcS0_E",
	"_Z1fIiEvT_",
	"_Z1fIiEvT_S0_PS0_RKS0_",
	"_Z1fIRiEvOT_RS1_",
	"_Z1fIKcEvPKT_",
	"_Z1fIJEEvDpT_",
	"_Z1fIiJEEvT_DpT0_",
	"_Z1fIJEiEvi",
	"_Z1fIJilRKcEEvDpOT_",
	"_Z1fIJilEEvDpRKSt6vectorIT_SaIS1_EE",
	"_Z1fI1aIiEJEEvv",
	"_ZlsRSoRK1a",
	"_ZltI1aEbT_S1_",
	"_ZN1aIiEC2ERKS0_",
	"_ZN1aIiED0Ev",
	"_ZN1aC4IiEET_",
	"_ZNSsC1EPKcRKSaIcE",
	"_ZNSaIcED2Ev",
	"_ZNSoD1Ev",
	"_ZNSt6vectorI1aSaIS0_EE9push_backERKS0_",
	"_ZNSt8functionIFlRK1aEEclES2_",
	"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC1Ev",
	"_ZNSt6locale5facet7_S_nameB5cxx11Ev",
	"_Z1fILb1ELi5ELin7ELm3EL1e2ELc97EEvv",
	"_ZZ1fvENKUliE_clEi",
	"_ZZ4workIiElT_ENKUlvE0_clEv",
	"_ZZ1fvEN1a1bEv",
	"_ZSt4sortIPiZ1fvEUlRKiS2_E_EvT_S4_T0_",
	"_Z1fDnDiDs",
	"_Z1fi.cold",
	"_Z1fi.constprop.0.isra.12",
	"_ZN4core3ptr13drop_in_place17h0123456789abcdefE",
};

/* Ours leaves these, or does as libstdc++ does. */
static const char *const odd[] = {
	"_Z",
	"_Z1f",
	"_Zf",
	"_Z9f",
	"_Z1f.cold",
	"_Z99999999999999999999f",
	"_ZN1aEi.",
	"_ZNK1aE",
	"_ZNKrm1aEv",
	"_Z1fT_",
	"_Z1fIiEvT0_",
	"_Z1fS_",
	"_Z1fS0_i",
	"_Z1fKKi",
	"_Z1fPrVKiS0_",
	"_Z1fIRR3abcEvOT_",
	"_Z1fIO1aEvRT_S2_",
	"_Z1fIVKiEvKT_",
	"_Z1fIFvvEEvPT_",
	"_Z1fI1aIiEJEJEEvv",
	"_Z1fIZ1gvEUlFivEE_EvOT_",
	"_Z1fIZ1gvEUliE_IiEEvv",
	"_ZN1aIiEC2I1bEET_",
	"_ZNSs1aC1Ev",
	"_ZN1acviEv",
	"_ZTV1a",
	"_Z1fILDnEEvv",
	"_Z1fA5_i",
	"_ZN1aIJEJEE1fEv",
	"_Z1fIXadL_Z1gvEEEvv",
};

static void test_chosen(void)
{
	bool common;
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		ok(compare(known[i], &common) && common, "%s", known[i]);
	for (i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		ok(compare(odd[i], &common), "%s", odd[i]);
}

/* ---- Names of binaries ---- */

static struct {
	char **name;
	size_t n, room;
} names;

/* Adds the mangled names of a binary. */
static void add_binary(const char *path)
{
	struct pmc_symbols *symbols;
	struct pmc_symbol symbol;
	int object;
	size_t i;

	if (pmc_symbols_create(PMC_SYMBOLS_LINKAGE, NULL, &symbols))
		return;
	object = pmc_symbols_object(symbols, path, NULL, 0, NULL);
	for (i = 0; object >= 0 && !pmc_symbols_at(symbols, object, i, &symbol); i++) {
		size_t length = strcspn(symbol.name, "@");

		if (strncmp(symbol.name, "_Z", 2) || length >= LONGEST)
			continue;
		if (names.n == names.room) {
			names.room = names.room ? 2 * names.room : 1024;
			names.name = realloc(names.name, names.room * sizeof(*names.name));
		}
		names.name[names.n++] = strndup(symbol.name, length);
	}
	pmc_symbols_destroy(symbols);
}

static void test_binary(const char *path)
{
	size_t first = names.n, wrong = 0, ours = 0, i;
	bool common;

	add_binary(path);
	for (i = first; i < names.n; i++) {
		wrong += !compare(names.name[i], &common);
		ours += common;
	}
	ok(!wrong, "%s: %zu of %zu names are common ones", path, ours, names.n - first);
	ok(ours >= (names.n - first) / 2, "these are most");
}

/* ---- Changed names ---- */

/* Puts n letters in at a place. */
static void insert(char *name, size_t at, const char *letters, size_t n)
{
	memmove(name + at + n, name + at, strlen(name + at) + 1);
	memcpy(name + at, letters, n);
}

static void change(char *name)
{
	static const char letters[] = "NESTIJZKPROLDCpvibnm_0123456789AFVUlstBr.";
	const char *letter = &letters[any(sizeof(letters) - 1)];
	size_t length = strlen(name), at = 2 + any(length - 2), from, n = 1 + any(12);
	const char *other = names.name[any(names.n)];
	char part[16];

	switch (any(4)) {
	case 0:
		name[at] = *letter;
		break;
	case 1:
		insert(name, at, letter, 1);
		break;
	case 2:
		memmove(name + at, name + at + 1, length - at);
		break;
	case 3:
		if (strlen(other) <= 2 + n)
			break;
		from = 2 + any(strlen(other) - 2 - n);
		memcpy(part, other + from, n);
		insert(name, at, part, n);
		break;
	}
}

static void test_changed(size_t times)
{
	size_t wrong = 0, ours = 0, i;
	char name[LONGEST + 64];
	bool common;

	for (i = 0; names.n && i < times; i++) {
		size_t changes = 1 + any(4);

		strcpy(name, names.name[any(names.n)]);
		while (changes-- && strlen(name) > 3)
			change(name);
		wrong += !compare(name, &common);
		ours += common;
	}
	ok(!wrong, "%zu changed names, of which %zu are common ones", times, ours);
	ok(ours > times / 100, "some are");
}

int main(void)
{
	static const char *const large[] = {
		"/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1",
		"/usr/lib/llvm-14/lib/libclang-cpp.so.14",
		"/usr/bin/node",
	};
	void *library = dlopen("libstdc++.so.6", RTLD_NOW);
	bool deep = getenv("LONG");
	Dl_info info;
	size_t i;

	if (!library) {
		skip(1, "there is no libstdc++.so.6");
		return done();
	}
	*(void **)&theirs = dlsym(library, "__cxa_demangle");
	test_chosen();
	if (dladdr(*(void **)&theirs, &info))
		test_binary(info.dli_fname);
	for (i = 0; deep && i < sizeof(large) / sizeof(large[0]); i++)
		if (!access(large[i], R_OK))
			test_binary(large[i]);
	test_changed(deep ? 2000000 : 50000);
	for (i = 0; i < names.n; i++)
		free(names.name[i]);
	free(names.name);
	dlclose(library);
	return done();
}
