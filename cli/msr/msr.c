/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc msr`: reads and writes registers of the PMU of this machine, and no others. Everything that
 * can be wrong about a write is looked for before the first register is written.
 */
#include "cli/msr/msr.h"

#include "cli/msr/values.h"
#include "cli/pmu/model.h"
#include "cli/ui/complain.h"
#include "cli/ui/numbers.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct msr_options {
	const char *cpus, *file;
	bool brief, json, help;
	char **words; /* REGISTER or REGISTER=VALUE */
	bool write;
	struct number_listed *cpu;
	size_t n_cpus;
	struct pmc_model *model;
};

static const char *wrong_words(const struct msr_options *opt, char *const *words)
{
	if (!words[0])
		return "say read or write: pmc msr read [REGISTER]..., or pmc msr write "
		       "REGISTER=VALUE...";
	if (opt->brief && opt->json)
		return "-s and -j: two formats for one list; choose one";
	if (!opt->write)
		return NULL;
	if (opt->brief || opt->json)
		return "-s and -j: are formats of 'pmc msr read', and writing prints nothing";
	if (!words[1])
		return "write what? pmc msr write REGISTER=VALUE...";
	return NULL;
}

static int check(struct msr_options *opt, char **words)
{
	const char *wrong;

	opt->write = words[0] && !strcmp(words[0], "write");
	if (words[0] && !opt->write && strcmp(words[0], "read")) {
		complain("%s: 'pmc msr' can read and write: pmc msr read REGISTER, or pmc msr "
			 "write REGISTER=VALUE",
			 words[0]);
		return STATUS_FAILED;
	}
	wrong = wrong_words(opt, words);
	if (wrong) {
		complain("%s", wrong);
		return STATUS_FAILED;
	}
	opt->words = words + 1;
	return numbers_parse("-C", opt->cpus ? opt->cpus : "0", true, &opt->cpu, &opt->n_cpus);
}

static int read_all(const struct msr_options *opt)
{
	enum value_format format = opt->json	 ? VALUES_JSON :
				   opt->brief	 ? VALUES_SHORT :
				   opt->words[0] ? VALUES_FIELDS :
						   VALUES_LINES;
	struct values values;
	int status = 0;
	size_t i;

	for (i = 0; i < opt->n_cpus && !status; i++) {
		unsigned cpu = (unsigned)opt->cpu[i].number;

		status = values_read(&values, opt->model, cpu, opt->words);
		if (!status && i && (format == VALUES_FIELDS || format == VALUES_LINES))
			putchar('\n');
		if (!status)
			status = values_print(&values, opt->model, cpu, format);
		values_deinit(&values);
	}
	return status;
}

/* The register that clears bits of the status register. */
static void refuse_status(const struct pmc_model *model, const char *name)
{
	struct pmc_model_register reg;
	size_t i;

	for (i = 0; !pmc_model_register_at(model, i, &reg); i++)
		if (!strcmp(reg.kind, "clear")) {
			complain("%s can only be read: the processor sets it; to clear its bits, "
				 "write %s",
				 name, reg.name);
			return;
		}
	complain("%s can only be read: the processor sets it", name);
}

/* Can the register be written at all, with this value? */
static int check_value(const struct pmc_model *model, const struct pmc_register *r)
{
	struct pmc_model_register reg;
	size_t i;

	for (i = 0; !pmc_model_register_at(model, i, &reg); i++)
		if (reg.address == r->address)
			break;
	if (!strcmp(reg.kind, "status")) {
		refuse_status(model, r->name);
		return STATUS_FAILED;
	}
	if (!r->reserved)
		return 0;
	complain("%s: the value %#" PRIx64 " sets reserved bits: %#" PRIx64
		 "; these may be set: %#" PRIx64,
		 r->name, r->value, r->reserved, reg.bits);
	return STATUS_FAILED;
}

/* Each CPU's registers are read once before, so that a CPU that is missing changes no other. */
static int check_cpus(const struct msr_options *opt, const struct pmc_encoding *e)
{
	struct pmc_diag diag;
	uint64_t value;
	size_t i, k;

	for (i = 0; i < opt->n_cpus; i++)
		for (k = 0; k < e->n_registers; k++)
			if (pmc_msr_read((unsigned)opt->cpu[i].number, e->reg[k].name, &value,
					 &diag)) {
				complain("%s", diag.sentence);
				return STATUS_FAILED;
			}
	return 0;
}

static int write_registers(const struct msr_options *opt, const struct pmc_encoding *e)
{
	struct pmc_diag diag;
	size_t i, k;
	int status = 0;

	for (k = 0; k < e->n_registers && !status; k++)
		status = check_value(opt->model, &e->reg[k]);
	if (!status)
		status = check_cpus(opt, e);
	for (i = 0; i < opt->n_cpus && !status; i++)
		for (k = 0; k < e->n_registers && !status; k++)
			if (pmc_msr_write((unsigned)opt->cpu[i].number, e->reg[k].name,
					  e->reg[k].value, &diag)) {
				complain("%s", diag.sentence);
				status = STATUS_FAILED;
			}
	return status;
}

static int write_all(const struct msr_options *opt)
{
	struct pmc_encoding *e;
	struct pmc_diag diag;
	size_t n = 0;
	int status;

	while (opt->words[n])
		n++;
	if (pmc_decoding_create(opt->model, (const char *const *)opt->words, n, &e, &diag)) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	status = write_registers(opt, e);
	pmc_encoding_destroy(e);
	return status;
}

int msr_main(const struct subcommand *self, char **argv)
{
	struct msr_options opt = { .file = getenv("PMC_EVENTS") };
	struct option table[] = {
		{ 'C', "cpu", OPTION_TEXT, &opt.cpus, "CPUS",
		  "of these CPUs: 0,2-5 (default: CPU 0)" },
		{ 's', "short", OPTION_FLAG, &opt.brief, NULL,
		  "print REGISTER=VALUE, as 'pmc msr write' and 'pmc decode' take it" },
		{ 'j', "json", OPTION_FLAG, &opt.json, NULL, "print a JSON object for each CPU" },
		OPTION_EVENTS_FILE(&opt.file),
		{ 'h', "help", OPTION_FLAG, &opt.help, NULL, "print this text" },
		{ 0 },
	};
	char **words;
	int status;

	if (options_parse_mixed(table, argv, &words))
		return STATUS_FAILED;
	if (opt.help)
		return subcommand_help(self, table);
	status = check(&opt, words);
	if (!status)
		status = model_open(NULL, opt.file, &opt.model);
	if (!status)
		status = opt.write ? write_all(&opt) : read_all(&opt);
	pmc_model_close(opt.model);
	free(opt.cpu);
	return status;
}
