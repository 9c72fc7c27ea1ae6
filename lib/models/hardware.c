/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines as data: those of core's table, and the one that CPUID of this processor describes. */
#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/host.h"
#include "core/machine/describe/parse.h"
#include "core/machine/describe/settings.h"
#include "core/machine/describe/spell.h"
#include "core/machine/describe/table.h"
#include "lib/base/diag.h"
#include "lib/models/hardware.h"
#include "pmc/pmc.h"

#define SUBLEAVES 8	     /* more than any processor has caches */
#define MAX_FILE  (64 << 10) /* of settings */

static void read_leaf(struct cpuid_leaf *l, unsigned leaf, unsigned subleaf)
{
	unsigned a = 0, b = 0, c = 0, d = 0;

	__get_cpuid_count(leaf, subleaf, &a, &b, &c, &d);
	*l = (struct cpuid_leaf){ leaf, subleaf, a, b, c, d };
}

static int read_host(struct machine *machine, struct diag *diag)
{
	struct cpuid_leaf leaves[3 + 2 * SUBLEAVES];
	unsigned i, n = 0;

	read_leaf(&leaves[n++], 0, 0);
	for (i = 0; i < SUBLEAVES; i++) {
		read_leaf(&leaves[n++], 4, i);
		read_leaf(&leaves[n++], 0x8000001du, i);
	}
	read_leaf(&leaves[n++], 0x80000005u, 0);
	read_leaf(&leaves[n++], 0x80000006u, 0);
	return pmc_machine_of_cpuid(leaves, n, machine, diag);
}

static int find(const char *name, struct machine *machine, struct diag *diag)
{
	const struct machine *row = pmc_machine_find(name, strlen(name), diag);

	if (row) {
		*machine = *row;
		return 0;
	}
	return diag->sentence[0] || read_host(machine, diag) ? -ENOENT : 0;
}

static void copy(const struct machine *machine, struct pmc_hardware *hardware)
{
	hardware->name = machine->name;
	hardware->title = machine->title;
	hardware->model = machine->pmu;
}

int pmc_hardware_at(size_t index, struct pmc_hardware *hardware)
{
	const struct machine *row = index <= UINT32_MAX ? pmc_machine_row((u32)index) : NULL;

	if (!row)
		return -ENOENT;
	copy(row, hardware);
	return 0;
}

int pmc_hardware_find(const char *name, struct pmc_hardware *hardware, struct pmc_diag *diag)
{
	struct machine machine;
	struct diag d;
	int err = find(name, &machine, &d);

	if (err)
		return diag_copy(diag, err, &d);
	copy(&machine, hardware);
	return 0;
}

int pmc_hardware_part_at(const char *name, size_t index, struct pmc_hardware_part *part)
{
	struct machine_setting setting;
	struct machine machine;
	struct diag d;

	if (find(name, &machine, &d) || index > UINT32_MAX ||
	    !pmc_machine_part(&machine, (u32)index, &setting))
		return -ENOENT;
	memcpy(part->setting, setting.setting, sizeof(part->setting));
	memcpy(part->source, setting.source, sizeof(part->source));
	return 0;
}

int pmc_hardware_weight_at(const char *name, size_t index, struct pmc_hardware_part *part)
{
	const struct machine_cost *cost;
	char number[WEIGHT_NUMBER];
	struct machine machine;
	struct diag d;

	if (find(name, &machine, &d) || !machine.costs)
		return -ENOENT;
	for (cost = machine.costs; cost->count && index; cost++)
		index--;
	if (!cost->count)
		return -ENOENT;
	pmc_weight_number(cost->thousandths, number);
	snprintf(part->setting, sizeof(part->setting), "%s=%s", cost->count, number);
	snprintf(part->source, sizeof(part->source), "%s", cost->source);
	return 0;
}

/* ---- Choosing one ---- */

/* The column belongs to no text that the caller knows. */
static int no_place(struct pmc_diag *diag, int err)
{
	if (diag)
		diag->column = 0;
	return err;
}

static int read_file(const char *path, char *text, size_t size, size_t *len, struct pmc_diag *diag)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	ssize_t n;

	if (fd < 0)
		return diag_say(diag, -errno, "cannot open the machine file %.200s: %s", path,
				strerror(errno));
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > (off_t)size) {
		close(fd);
		return diag_say(diag, -EINVAL,
				"the machine file %.200s is no regular file of at most %zu bytes",
				path, size);
	}
	n = read(fd, text, size);
	close(fd);
	if (n < 0)
		return diag_say(diag, -EIO, "cannot read the machine file %.200s", path);
	*len = (size_t)n;
	return 0;
}

static int of_file(const char *path, struct chosen_machine *c, struct pmc_diag *diag)
{
	char *text = malloc(MAX_FILE);
	struct diag d = { 0 };
	size_t len = 0;
	u32 line;
	int err;

	if (!text)
		return diag_say(diag, -ENOMEM, "out of memory");
	err = read_file(path, text, MAX_FILE, &len, diag);
	if (!err && pmc_machine_parse(&c->machine, text, len, &line, &d)) {
		if (line)
			err = diag_say(diag, -EINVAL, "%.200s:%u:%u: %s", path, line, d.column,
				       d.sentence);
		else
			err = diag_say(diag, -EINVAL, "%.200s: %s", path, d.sentence);
	}
	free(text);
	return err;
}

static int of_name(const char *name, struct chosen_machine *c, struct pmc_diag *diag)
{
	struct diag d = { 0 };

	if (!find(name, &c->machine, &d)) {
		/* They must be asked for, as in a file. */
		memset(c->machine.prefetch, 0, sizeof(c->machine.prefetch));
		return 0;
	}
	return no_place(diag, diag_copy(diag, -ENOENT, &d));
}

static bool is_private(const char *text, size_t len)
{
	return text_equal_nocase("LL=private", text, len);
}

/* Settings between semicolons. */
static int change(struct chosen_machine *c, const char *settings, struct pmc_diag *diag)
{
	const char *at = settings;
	struct diag d = { 0 };
	size_t n;
	int err = 0;

	for (; !err; at += n + 1) {
		n = strcspn(at, ";");
		if (is_private(at, n))
			c->private_last = true;
		else
			err = pmc_machine_set(&c->machine, at, n, &d);
		if (err || !at[n])
			break;
	}
	if (!err)
		err = pmc_machine_check(&c->machine, &d);
	else
		d.column += (unsigned)(at - settings);
	return err ? diag_copy(diag, -EINVAL, &d) : 0;
}

/* Appends to the text, which may be cut. */
static void append(struct chosen_machine *c, const char *before, const char *text)
{
	size_t len = strlen(c->text);

	snprintf(c->text + len, sizeof(c->text) - len, "%s%s", before, text);
}

/* The policies of the caches that there are, each once. */
static void append_policies(struct chosen_machine *c)
{
	const char *before = ", ";
	u32 seen = 0, i;

	for (i = 0; i < CACHES; i++) {
		const struct cache_desc *d = &c->machine.cache[i];

		if (!d->ways || seen >> d->policy & 1)
			continue;
		seen |= 1u << d->policy;
		append(c, before, pmc_policy_names[d->policy]);
		before = "/";
	}
}

int hardware_choose(const struct pmc_hardware_choice *choice, struct chosen_machine **chosen,
		    struct pmc_diag *diag)
{
	struct chosen_machine *c;
	int err;

	if (choice->name && choice->file)
		return diag_say(diag, -EINVAL,
				"a machine has a name or a file; the file's first setting may be "
				"machine=NAME");
	c = calloc(1, sizeof(*c));
	if (!c)
		return diag_say(diag, -ENOMEM, "out of memory");
	if (choice->file)
		err = of_file(choice->file, c, diag);
	else
		err = of_name(choice->name ? choice->name : MACHINE_DEFAULT, c, diag);
	if (!err && choice->settings)
		err = change(c, choice->settings, diag);
	if (err) {
		free(c);
		return err;
	}
	append(c, "", choice->file ? choice->file : c->machine.name);
	append_policies(c);
	if (choice->settings)
		append(c, "; ", choice->settings);
	pmc_weights_of(&c->machine, &c->weights);
	*chosen = c;
	return 0;
}
