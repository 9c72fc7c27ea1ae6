/* SPDX-License-Identifier: BSD-2-Clause */
/* pmc decode: register values as events. */
#include "cli/models/decode.h"

#include "cli/pmu/model.h"
#include "cli/pmu/registers.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>

static void decode_json(const struct pmc_encoding *e)
{
	fputs("{\"model\": ", stdout);
	json_string(stdout, e->model);
	fputs(", ", stdout);
	events_json(e);
	fputs(", ", stdout);
	registers_json(e);
	puts("}");
}

int decode_main(const struct subcommand *self, char **argv)
{
	const char *model = NULL, *file = getenv("PMC_EVENTS");
	struct pmc_model *m;
	bool json = false, want_help = false;
	struct pmc_encoding *e;
	struct pmc_diag diag;
	size_t n = 0, i;
	int err;
	struct option table[] = {
		{ 0, "model", OPTION_TEXT, &model, "MODEL", "use this PMU, not this machine's" },
		OPTION_EVENTS_FILE(&file),
		{ 'j', "json", OPTION_FLAG, &json, NULL, "print JSON" },
		{ 'h', "help", OPTION_FLAG, &want_help, NULL, "print this text" },
		{ 0 },
	};

	if (options_parse_mixed(table, argv, &argv))
		return STATUS_FAILED;
	if (want_help)
		return subcommand_help(self, table);
	while (argv[n])
		n++;
	if (!n) {
		complain("give registers: pmc decode REGISTER=VALUE... [--model MODEL]");
		return STATUS_FAILED;
	}
	if (model_open(model, file, &m))
		return STATUS_FAILED;
	err = pmc_decoding_create(m, (const char *const *)argv, n, &e, &diag);
	pmc_model_close(m);
	if (err) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	if (json) {
		decode_json(e);
	} else {
		registers_table(e);
		putchar('\n');
		for (i = 0; i < e->n_events; i++)
			printf("%scounter %d counts %s\n",
			       e->event[i].counter >= 32 ? "fixed " : "", e->event[i].counter % 32,
			       e->event[i].name);
		if (!e->n_events)
			puts("with these registers alone, no counter counts");
	}
	pmc_encoding_destroy(e);
	return STATUS_OK;
}
