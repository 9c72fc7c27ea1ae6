/* SPDX-License-Identifier: BSD-2-Clause */
/* The wiring of a Pentium 4: which ESCRs feed a counter, and their numbers in its CCCR. */
#include "cli/models/info_wiring.h"

#include "cli/pmu/model.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Register number `counter` of a kind. */
static bool find(const struct pmc_model *model, const char *kind, int counter,
		 struct pmc_model_register *reg)
{
	size_t i;

	for (i = 0; !pmc_model_register_at(model, i, reg); i++)
		if (!strcmp(reg->kind, kind) && strcmp(reg->name, "TSC") && !counter--)
			return true;
	return false;
}

/* The ESCR that a counter's CCCR selects by this number. */
static bool selected(const struct pmc_model *model, int counter, unsigned select,
		     struct pmc_model_wire *wire)
{
	size_t i;

	for (i = 0; !pmc_model_wire_at(model, i, wire); i++)
		if (wire->counters >> counter & 1 && wire->select == select)
			return true;
	return false;
}

static void print_text(const struct pmc_model *model, int counter,
		       const struct pmc_model_register *reg, const struct pmc_model_register *cccr)
{
	struct pmc_model_wire wire;
	unsigned select;

	printf("counter %-2d  %-18s %#x  %-15s %#x\n", counter, reg->name, reg->address, cccr->name,
	       cccr->address);
	for (select = 0; select < 8; select++)
		if (selected(model, counter, select, &wire))
			printf("    select %u  %-16s %#x\n", select, wire.escr, wire.address);
}

static void print_json(const struct pmc_model *model, int counter,
		       const struct pmc_model_register *reg, const struct pmc_model_register *cccr)
{
	struct pmc_model_wire wire;
	const char *before = "";
	unsigned select;

	printf("%s{\"counter\": %d, \"register\": \"%s\", \"address\": \"%#x\", \"cccr\": \"%s\", "
	       "\"cccr_address\": \"%#x\", \"escrs\": [",
	       counter ? ",\n" : "[", counter, reg->name, reg->address, cccr->name, cccr->address);
	for (select = 0; select < 8; select++) {
		if (!selected(model, counter, select, &wire))
			continue;
		printf("%s{\"select\": %u, \"name\": \"%s\", \"address\": \"%#x\"}", before, select,
		       wire.escr, wire.address);
		before = ", ";
	}
	fputs("]}", stdout);
}

int info_wiring(const char *name, bool json)
{
	struct pmc_model_register reg, cccr;
	struct pmc_model_wire wire;
	struct pmc_model_info info;
	struct pmc_model *model;
	int counter;

	if (model_open(name, NULL, &model))
		return STATUS_FAILED;
	if (pmc_model_wire_at(model, 0, &wire)) {
		pmc_model_info(model, &info);
		complain("--wiring: only a Pentium 4 has ESCRs, and this is %s; leave --wiring out",
			 info.title);
		pmc_model_close(model);
		return STATUS_FAILED;
	}
	for (counter = 0;
	     find(model, "counter", counter, &reg) && find(model, "select", counter, &cccr);
	     counter++)
		(json ? print_json : print_text)(model, counter, &reg, &cccr);
	if (json)
		puts("]");
	pmc_model_close(model);
	return STATUS_OK;
}
