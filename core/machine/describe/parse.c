/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Machines in users' words: settings and files of them. */
#include "core/machine/describe/parse.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/items.h"
#include "core/machine/describe/settings.h"
#include "core/machine/describe/table.h"

enum { KEY_BRANCH, KEY_TARGETS, KEY_RETURNS, KEY_PREFETCH, KEY_WALKS, KEYS };

static const char *const keys[KEYS] = { "branch", "targets", "returns", "prefetch", "walks" };

/* Names that are written in more than one way. */
static const struct {
	const char *name;
	u32 cache;
} aliases[] = { { "L3", LEVEL_LL } };

static bool find(const char *const *names, u32 n, const char *key, size_t len, u32 *found)
{
	for (*found = 0; *found < n; (*found)++)
		if (text_equal_nocase(names[*found], key, len))
			return true;
	return false;
}

static bool find_cache(const char *key, size_t len, u32 *found)
{
	if (find(pmc_cache_names, CACHES, key, len, found))
		return true;
	*found = aliases[0].cache;
	return text_equal_nocase(aliases[0].name, key, len);
}

static int unknown(const char *key, size_t len, struct diag *diag)
{
	struct nearest near;
	u32 i;

	pmc_nearest_init(&near, key, len);
	for (i = 0; i < CACHES; i++)
		pmc_nearest_offer(&near, pmc_cache_names[i]);
	for (i = 0; i < TLBS; i++)
		pmc_nearest_offer(&near, pmc_tlb_names[i]);
	for (i = 0; i < KEYS; i++)
		pmc_nearest_offer(&near, keys[i]);
	pmc_diag_at(diag, 0, key, len);
	pmc_diag_add(diag, "a machine has no ");
	pmc_diag_add_quoted(diag, key, len);
	pmc_nearest_add(&near, diag,
			"; it has L1i, L1d, L2, LL, itlb, dtlb, itlb2, dtlb2, walks, prefetch, "
			"branch, targets and returns");
	return -PMC_CORE_EINVAL;
}

static int set_other(struct machine *m, u32 key, struct items *it, struct diag *diag)
{
	switch (key) {
	case KEY_BRANCH:
		return pmc_setting_branch(&m->branch, it, diag);
	case KEY_TARGETS:
		return pmc_setting_targets(&m->branch, it, diag);
	case KEY_RETURNS:
		return pmc_setting_returns(&m->branch, it, diag);
	case KEY_PREFETCH:
		return pmc_setting_prefetch(m, it, diag);
	default:
		return pmc_setting_walks(m, it, diag);
	}
}

int pmc_machine_set(struct machine *machine, const char *text, size_t len, struct diag *diag)
{
	struct machine changed = *machine;
	struct items it = { .text = text, .len = len };
	size_t key = 0;
	u32 i;
	int err;

	while (key < len && text[key] != '=')
		key++;
	if (key == len) {
		pmc_diag_at(diag, 0, text, len);
		pmc_diag_add_quoted(diag, text, len);
		pmc_diag_add(diag, " is no setting; one looks like L1d=32K,8,64,nru");
		return -PMC_CORE_EINVAL;
	}
	it.at = key + 1;
	if (find_cache(text, key, &i))
		err = pmc_setting_cache(&changed.cache[i], i, &it, diag);
	else if (find(pmc_tlb_names, TLBS, text, key, &i))
		err = pmc_setting_tlb(&changed.tlb[i], i, &it, diag);
	else if (find(keys, KEYS, text, key, &i))
		err = set_other(&changed, i, &it, diag);
	else
		err = unknown(text, key, diag);
	if (!err)
		*machine = changed;
	return err;
}

/* ---- Files ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* A line without its comment and the blanks around. */
static void trim(const char **text, size_t *len)
{
	size_t n = 0;

	while (n < *len && (*text)[n] != '#')
		n++;
	while (n && is_blank((*text)[n - 1]))
		n--;
	for (; n && is_blank(**text); n--)
		(*text)++;
	*len = n;
}

static int set_base(struct machine *machine, const char *text, size_t len, bool first,
		    struct diag *diag)
{
	const struct machine *base;

	if (!first) {
		pmc_diag_at(diag, 0, text, len);
		pmc_diag_add(diag, "machine= must be the first setting of a file");
		return -PMC_CORE_EINVAL;
	}
	base = pmc_machine_find(text + 8, len - 8, diag);
	if (base) {
		*machine = *base;
		memset(machine->prefetch, 0, sizeof(machine->prefetch));
		return 0;
	}
	if (diag && diag->column) {
		diag->column += 8;
		return -PMC_CORE_EINVAL;
	}
	pmc_diag_at(diag, 8, text + 8, len - 8);
	pmc_diag_add(diag, "a file cannot change the host; name a machine such as skylakex");
	return -PMC_CORE_EINVAL;
}

int pmc_machine_parse(struct machine *machine, const char *text, size_t len, u32 *line,
		      struct diag *diag)
{
	const char *at, *end = text + len;
	bool first = true;
	size_t n;
	int err;

	memset(machine, 0, sizeof(*machine));
	for (*line = 1; text < end; (*line)++) {
		for (n = 0; text + n < end && text[n] != '\n';)
			n++;
		at = text;
		text += n < (size_t)(end - text) ? n + 1 : n;
		trim(&at, &n);
		if (!n)
			continue;
		if (n > 8 && text_equal("machine=", at, 8))
			err = set_base(machine, at, n, first, diag);
		else
			err = pmc_machine_set(machine, at, n, diag);
		if (err)
			return err;
		first = false;
	}
	*line = 0;
	machine->name = "file";
	machine->title = "a machine of a file";
	return pmc_machine_check(machine, diag);
}
