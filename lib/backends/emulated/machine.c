/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A deterministic set shows the program a processor of level v2, which nearly every x86-64
 * processor can carry out, so that counts of different machines agree without any option. The
 * engine does the showing: emu/machine/.
 *
 * The layout of a deterministic set is number 0 unless another was chosen: emu/image/layout.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "emu/launch.h"
#include "lib/backends/emulated/count.h"
#include "lib/backends/emulated/estimate.h"
#include "lib/backends/emulated/host.h"
#include "lib/backends/emulated/machine.h"
#include "lib/backends/emulated/modelled.h"
#include "lib/backends/emulated/virtual_clock.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/models/hardware.h"
#include "lib/set/set.h"

#define CPUS	1
#define LAYOUTS 1000000u

static const char *const levels[] = {
	[EMU_CPU_HOST] = "host",
	[EMU_CPU_V1] = "v1",
	[EMU_CPU_V2] = "v2",
	[EMU_CPU_V3] = "v3",
};

static const char *chosen(const struct pmc_set *set)
{
	return set->cpu_features ? set->cpu_features : levels[EMU_CPU_V2];
}

static enum emu_cpu level_of(const char *name)
{
	size_t i = 0;

	while (i + 1 < ARRAY_SIZE(levels) && strcmp(levels[i], name))
		i++;
	return (enum emu_cpu)i;
}

int machine_fixed_at(const struct pmc_set *set, size_t index, struct pmc_fixed *fixed)
{
	const struct pmc_fixed all[] = {
		{ "cpu-features", chosen(set) },
		{ "cpus", "1" },
		{ "memory", "4GiB" },
		{ "addresses", emulated_addresses_random(set) ? "random" : "fixed" },
		{ "random-numbers", "fixed" },
	};

	if (modelled_flag(set) && !index--) {
		*fixed = (struct pmc_fixed){ "machine", set->machine->text };
		return 0;
	}
	if (modelled_in_bursts(set) && !index--) {
		*fixed = (struct pmc_fixed){ "machine-sample", set->machine->bursts.text };
		return 0;
	}
	if (estimate_used(set) && !index--) {
		*fixed = (struct pmc_fixed){ "weights", set->machine->weights.text };
		return 0;
	}
	if (!(set->flags & PMC_SET_DETERMINISTIC))
		return -ENOENT;
	if (set->layout && !index--) {
		*fixed = (struct pmc_fixed){ "layout", set->layout_text };
		return 0;
	}
	if (index >= ARRAY_SIZE(all))
		return virtual_clock_fixed_at(set, index - ARRAY_SIZE(all), fixed);
	*fixed = all[index];
	return 0;
}

static int fix_layout(struct pmc_set *set, const char *value, struct pmc_diag *diag)
{
	u32 number = 0;
	const char *p;

	for (p = value; *p >= '0' && *p <= '9' && number < LAYOUTS; p++)
		number = number * 10 + (u32)(*p - '0');
	if (p == value || *p || number >= LAYOUTS)
		return diag_say(diag, -EINVAL, "there is no layout '%s'; choose one from 0 to %u",
				value, LAYOUTS - 1);
	set->layout = number + 1;
	snprintf(set->layout_text, sizeof(set->layout_text), "%u", number);
	return 0;
}

int machine_fix(struct pmc_set *set, const char *name, const char *value, struct pmc_diag *diag)
{
	size_t i;

	if (!strcmp(name, "layout"))
		return fix_layout(set, value, diag);
	if (virtual_clock_has(name))
		return virtual_clock_fix(set, name, value, diag);
	if (strcmp(name, "cpu-features"))
		return diag_say(diag, -EINVAL,
				"'%s' cannot be chosen; of what a deterministic set fixes, only "
				"'cpu-features', 'clock', 'clock-start' and 'layout' can",
				name);
	for (i = 0; i < ARRAY_SIZE(levels); i++)
		if (!strcmp(levels[i], value)) {
			set->cpu_features = levels[i];
			return 0;
		}
	return diag_say(diag, -EINVAL, "there are no CPU features '%s'; choose v1, v2, v3 or host",
			value);
}

int machine_check(const struct pmc_set *set, struct pmc_diag *diag)
{
	enum emu_cpu has = host_level(host_pretended());

	if (!(set->flags & PMC_SET_DETERMINISTIC) || level_of(chosen(set)) <= has)
		return 0;
	return diag_say(
		diag, -EOPNOTSUPP,
		"this processor is too old for CPU features '%s', which a deterministic run "
		"would show to the program; choose '%s' by --cpu-features, on every machine "
		"whose counts are compared, or 'host'",
		chosen(set), levels[has]);
}

void machine_tell(const struct pmc_set *set, struct emu_header *header)
{
	header->host = host_pretended();
	if (!(set->flags & PMC_SET_DETERMINISTIC))
		return;
	header->layout = set->layout ? set->layout : 1;
	header->cpu = level_of(chosen(set));
	header->cpus = CPUS;
	virtual_clock_tell(set, header);
}
