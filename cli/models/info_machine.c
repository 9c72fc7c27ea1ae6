/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc info --machine`: the caches, TLBs, prefetchers and predictors of a machine as data. */
#include "cli/models/info_machine.h"

#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdio.h>

static void print_part(const struct pmc_hardware_part *part)
{
	printf("  %s\n", part->setting);
	if (part->source[0])
		printf("      %s\n", part->source);
}

static void print_text(const struct pmc_hardware *h)
{
	struct pmc_hardware_part part;
	size_t i;

	printf("machine     %s: %s\n", h->name, h->title);
	if (h->model)
		printf("events      those of the model %s ('pmc info --model %s')\n", h->model,
		       h->model);
	puts("\nparts, as settings, and where their numbers come from:");
	for (i = 0; !pmc_hardware_part_at(h->name, i, &part); i++)
		print_part(&part);
	puts("\nweights of the event est-cycles, in cycles:");
	for (i = 0; !pmc_hardware_weight_at(h->name, i, &part); i++)
		print_part(&part);
	puts("\nSDM and OPT are Intel's Software Developer's Manual and Optimization Reference "
	     "Manual,\nSOG is AMD's Software Optimization Guide, FOG and FOGM are Agner Fog's "
	     "Instruction tables\nand Microarchitecture of Intel, AMD and VIA CPUs.");
}

static void pair(const char *before, const char *key, const char *value)
{
	printf("%s\"%s\": ", before, key);
	json_string(stdout, value);
}

static void part_json(const struct pmc_hardware_part *part, size_t index)
{
	pair(index ? ",\n {" : "\n {", "setting", part->setting);
	pair(", ", "source", part->source);
	putchar('}');
}

static void print_json(const struct pmc_hardware *h)
{
	struct pmc_hardware_part part;
	size_t i;

	pair("{", "machine", h->name);
	pair(", ", "title", h->title);
	pair(", ", "model", h->model ? h->model : "");
	fputs(",\n\"parts\": [", stdout);
	for (i = 0; !pmc_hardware_part_at(h->name, i, &part); i++)
		part_json(&part, i);
	fputs("],\n\"weights\": [", stdout);
	for (i = 0; !pmc_hardware_weight_at(h->name, i, &part); i++)
		part_json(&part, i);
	puts("]}");
}

int info_machine(const char *name, bool json)
{
	struct pmc_hardware hardware;
	struct pmc_diag diag;

	if (pmc_hardware_find(name, &hardware, &diag)) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	if (json)
		print_json(&hardware);
	else
		print_text(&hardware);
	return STATUS_OK;
}
