/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc encode: an event as register values. */
#include "cli/models/encode.h"

#include "cli/models/explain.h"
#include "cli/pmu/model.h"
#include "cli/pmu/registers.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads "3", and "33" or "fixed1" for 33. */
static bool read_counter(const char *text, int *counter)
{
	int base = 0;
	char *end;
	long n;

	if (!strncmp(text, "fixed", 5)) {
		base = 32;
		text += 5;
	}
	n = strtol(text, &end, 10);
	if (!text[0] || *end || n < 0 || n > (base ? 31 : 63))
		return false;
	*counter = base + (int)n;
	return true;
}

static void encode_json(const struct pmc_encoding *e)
{
	fputs("{\"model\": ", stdout);
	json_string(stdout, e->model);
	fputs(", \"event\": ", stdout);
	json_string(stdout, e->event[0].name);
	fputs(", \"counters\": ", stdout);
	counters_json(e->counters);
	printf(", \"counter\": %d, ", e->event[0].counter);
	registers_json(e);
	puts("}");
}

static void encode_table(const struct pmc_encoding *e)
{
	char counters[256];
	int c = e->event[0].counter;

	printf("%s\n%s; possible counters: %s; encoded for counter %s%d\n\n", e->event[0].name,
	       e->title, counters_text(e->counters, counters, sizeof(counters)),
	       c >= 32 ? "fixed " : "", c >= 32 ? c - 32 : c);
	registers_table(e);
}

/* As `pmc msr write` and `pmc decode` take them. */
static void encode_short(const struct pmc_encoding *e)
{
	size_t i;

	for (i = 0; i < e->n_registers; i++)
		printf("%s=0x%" PRIx64 "\n", e->reg[i].name, e->reg[i].value);
}

/* Encodes the event, or says what is wrong with it. */
static int encode(const struct pmc_model *model, const char *event, int counter, unsigned flags,
		  bool why, void (*print)(const struct pmc_encoding *e))
{
	struct pmc_encoding *e;
	struct pmc_diag diag;

	if (pmc_encoding_create(model, event, counter, flags, &e, &diag)) {
		complain_at("event", event, &diag);
		return STATUS_FAILED;
	}
	print(e);
	if (why)
		explain(model, e);
	pmc_encoding_destroy(e);
	return STATUS_OK;
}

int encode_main(const struct subcommand *self, char **argv)
{
	const char *model = NULL, *where = NULL, *file = getenv("PMC_EVENTS");
	struct pmc_model *m;
	bool json = false, brief = false, why = false, want_help = false, pmi = false, t1 = false;
	int counter = -1, status;
	/* clang-format off */
	struct option table[] = {
		{ 0, "model", OPTION_TEXT, &model, "MODEL", "use this PMU, not this machine's" },
		OPTION_EVENTS_FILE(&file),
		{ 0, "counter", OPTION_TEXT, &where, "N",
		  "use this counter (0, 1, …; fixed ones: 32, 33, …)" },
		{ 0, "pmi", OPTION_FLAG, &pmi, NULL, "enable the interrupt at overflow" },
		{ 0, "t1", OPTION_FLAG, &t1, NULL, "Pentium 4: count logical processor 1" },
		{ 'v', "verbose", OPTION_FLAG, &why, NULL,
		  "also say in sentences why the registers are so" },
		{ 's', "short", OPTION_FLAG, &brief, NULL,
		  "print REGISTER=VALUE, as 'pmc msr write' and 'pmc decode' take it" },
		{ 'j', "json", OPTION_FLAG, &json, NULL, "print JSON" },
		{ 'h', "help", OPTION_FLAG, &want_help, NULL, "print this text" },
		{ 0 },
	};
	/* clang-format on */

	if (options_parse_mixed(table, argv, &argv))
		return STATUS_FAILED;
	if (want_help)
		return subcommand_help(self, table);
	if (!argv[0] || argv[1]) {
		complain("%s", argv[0] ? "give one event at a time" :
					 "give an event: pmc encode EVENT [--model MODEL]");
		return STATUS_FAILED;
	}
	if (json && brief) {
		complain("-s and -j: two formats; choose one");
		return STATUS_FAILED;
	}
	if (why && (json || brief)) {
		complain("-v: explains the table; leave out -s and -j");
		return STATUS_FAILED;
	}
	if (where && !read_counter(where, &counter)) {
		complain("--counter %s: no such counter; expects 0 to 63, where fixed counters "
			 "begin at 32, or fixed0 to fixed31",
			 where);
		return STATUS_FAILED;
	}
	/* The event may name its model. */
	if (!model && strstr(argv[0], "::"))
		model = argv[0];
	if (model_open(model, file, &m))
		return STATUS_FAILED;
	status = encode(m, argv[0], counter, (pmi ? PMC_ENCODE_PMI : 0) | (t1 ? PMC_ENCODE_T1 : 0),
			why,
			json  ? encode_json :
			brief ? encode_short :
				encode_table);
	pmc_model_close(m);
	return status;
}
