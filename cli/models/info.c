/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc info`: the processor, the PMU that it announces, and the backends: which are available, why
 * the others are not, and what would help.
 */
#include "cli/models/info.h"

#include "cli/models/info_machine.h"
#include "cli/models/info_model.h"
#include "cli/models/info_wiring.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <errno.h>
#include <fcntl.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What users count. pmc chooses a backend for each. */
static const struct {
	enum pmc_use use;
	const char *name, *about;
} uses[] = {
	{ PMC_USE_COMMAND, "command", "a command (pmc stat -- COMMAND)" },
	{ PMC_USE_TASK, "task", "a running process (pmc stat -p PID)" },
	{ PMC_USE_CPU, "cpu", "the whole system (pmc stat -a)" },
	{ PMC_USE_SELF, "self", "a region of a program (libpmc)" },
};
#define N_USES (sizeof(uses) / sizeof(uses[0]))

/* Reads the first line of a file under /proc; "" when it cannot be read. */
static void first_line(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = 0;
	text[strcspn(text, "\n")] = 0;
}

static const char *state_of(const struct pmc_backend_status *status)
{
	if (!status->error)
		return "available";
	if (status->error == -EBUSY)
		return status->software ? "busy, software events only" : "busy";
	if (status->software)
		return "software events only";
	return status->error == -EACCES || status->error == -EPERM ? "no permission" :
								     "unavailable";
}

/* The backend that is chosen for a use; NULL when there is none, with the reason in diag. */
static const char *chosen(enum pmc_use use, struct pmc_diag *diag)
{
	const char *name = NULL;
	struct pmc *pmc;

	if (!pmc_open(NULL, use, &pmc, diag)) {
		name = pmc_backend_name(pmc_backend(pmc));
		pmc_close(pmc);
	} else if (use != PMC_USE_SELF && !pmc_open("perf", use, &pmc, NULL)) {
		/* pmc stat does the same, because software events need no PMU. */
		name = "perf, software events only";
		pmc_close(pmc);
	}
	return name;
}

static void print_machine(const struct pmc_machine *m)
{
	struct pmc_model_info info;
	struct pmc_model *model;
	char paranoid[32];

	first_line("/proc/sys/kernel/perf_event_paranoid", paranoid, sizeof(paranoid));
	printf("pmc         %s\n", pmc_version());
	printf("processor   %s\n", m->brand[0] ? m->brand : m->vendor);
	printf("            %s family %u, model %u (%02XH), stepping %u; %u CPUs online\n",
	       m->vendor, m->family, m->model, m->model, m->stepping, m->cpus);
	if (m->hypervisor[0])
		printf("hypervisor  %s\n", m->hypervisor);
	if (m->pmu_version)
		printf("PMU         version %u: %u general counters of %u bits, "
		       "%u fixed of %u bits\n",
		       m->pmu_version, m->general, m->general_width, m->fixed, m->fixed_width);
	else
		puts("PMU         CPUID announces none");
	if (!pmc_model_open(NULL, NULL, &model, NULL)) {
		pmc_model_info(model, &info);
		printf("model       %s: %s ('pmc info --model %s')\n", info.name, info.title,
		       info.name);
		pmc_model_close(model);
	}
	printf("kernel      perf_event_paranoid is %s\n",
	       paranoid[0]		  ? paranoid :
	       access("/proc/self", F_OK) ? "unknown, because /proc is not mounted" :
					    "unavailable");
}

static void print_backend(const struct pmc_backend_status *status)
{
	printf("  %-9s %s\n", status->name, state_of(status));
	if (status->detail[0])
		printf("            %s\n", status->detail);
	if (status->reason[0])
		printf("            why: %s\n", status->reason);
	if (status->way_out[0])
		printf("            to fix this: %s\n", status->way_out);
}

static void print_text(const struct pmc_machine *m, const struct pmc_backend_status *status, int n)
{
	struct pmc_diag diag;
	const char *name;
	unsigned u;
	int i;

	print_machine(m);
	puts("\nbackends, best first:");
	for (i = 0; i < n; i++)
		print_backend(&status[i]);
	puts("\nbackend that counts:");
	for (u = 0; u < N_USES; u++) {
		name = chosen(uses[u].use, &diag);
		printf("  %-40s %s\n", uses[u].about, name ? name : "none");
		if (!name)
			printf("            why: %s\n", diag.sentence);
	}
}

static void json_pair(const char *before, const char *key, const char *value)
{
	printf("%s\"%s\" : ", before, key);
	json_string(stdout, value);
}

static void print_machine_json(const struct pmc_machine *m)
{
	struct pmc_model_info info;
	struct pmc_model *model;
	char paranoid[32];

	first_line("/proc/sys/kernel/perf_event_paranoid", paranoid, sizeof(paranoid));
	json_pair("{", "version", pmc_version());
	json_pair(",\n\"processor\" : {", "vendor", m->vendor);
	json_pair(", ", "brand", m->brand);
	printf(", \"family\" : %u, \"model\" : %u, \"stepping\" : %u, \"cpus\" : %u", m->family,
	       m->model, m->stepping, m->cpus);
	json_pair(", ", "hypervisor", m->hypervisor);
	printf("},\n\"pmu\" : {\"version\" : %u, \"general\" : %u, \"general-width\" : %u, "
	       "\"fixed\" : %u, \"fixed-width\" : %u}",
	       m->pmu_version, m->general, m->general_width, m->fixed, m->fixed_width);
	if (!pmc_model_open(NULL, NULL, &model, NULL)) {
		pmc_model_info(model, &info);
		json_pair(",\n", "model", info.name);
		pmc_model_close(model);
	}
	json_pair(",\n", "perf_event_paranoid", paranoid);
}

static void print_backend_json(const struct pmc_backend_status *status, bool first)
{
	json_pair(first ? "\n {" : ",\n {", "name", status->name);
	printf(", \"hardware\" : %s, \"software\" : %s", status->error ? "false" : "true",
	       status->software ? "true" : "false");
	json_pair(", ", "reason", status->reason);
	json_pair(", ", "way-out", status->way_out);
	json_pair(", ", "detail", status->detail);
	putchar('}');
}

static void print_json(const struct pmc_machine *m, const struct pmc_backend_status *status, int n)
{
	struct pmc_diag diag;
	unsigned u;
	int i;

	print_machine_json(m);
	fputs(",\n\"backends\" : [", stdout);
	for (i = 0; i < n; i++)
		print_backend_json(&status[i], !i);
	fputs("],\n\"chosen\" : {", stdout);
	for (u = 0; u < N_USES; u++) {
		const char *name = chosen(uses[u].use, &diag);

		json_pair(u ? ", " : "", uses[u].name, name ? name : "");
	}
	puts("}}");
}

int info_main(const struct subcommand *self, char **argv)
{
	struct pmc_backend_status status[PMC_BACKENDS];
	struct pmc_machine machine;
	const char *model = NULL, *hardware = NULL, *file = getenv("PMC_EVENTS");
	bool json = false, wiring = false, help = false;
	struct option table[] = {
		{ 0, "model", OPTION_TEXT, &model, "MODEL",
		  "describe this PMU; 'pmc list --models' lists them" },
		{ 0, "machine", OPTION_TEXT, &hardware, "MACHINE",
		  "describe the caches, TLBs and predictors of this machine, or of 'host'" },
		{ 0, "events-file", OPTION_TEXT, &file, "FILE",
		  "with --model: add the events of this perfmon JSON file (default: $PMC_EVENTS)" },
		{ 0, "wiring", OPTION_FLAG, &wiring, NULL,
		  "with --model: the counters of a Pentium 4 with their CCCRs and ESCRs" },
		{ 'j', "json", OPTION_FLAG, &json, NULL, "print one JSON object" },
		{ 'h', "help", OPTION_FLAG, &help, NULL, "print this text" },
		{ 0 },
	};
	char **rest;
	int n;

	if (options_parse(table, argv, &rest))
		return STATUS_FAILED;
	if (help)
		return subcommand_help(self, table);
	if (*rest) {
		complain("%s: 'pmc info' takes no arguments", *rest);
		return STATUS_FAILED;
	}
	if (model && hardware) {
		complain("--model describes a PMU and --machine describes caches: say one of them");
		return STATUS_FAILED;
	}
	if (wiring && !model) {
		complain("--wiring: shows the ESCRs of a Pentium 4, so it needs --model pentium4");
		return STATUS_FAILED;
	}
	if (wiring)
		return info_wiring(model, json);
	if (hardware)
		return info_machine(hardware, json);
	if (model)
		return info_model(model, file && file[0] ? file : NULL, json);
	if (pmc_machine(&machine)) {
		complain("this processor cannot be identified");
		return STATUS_FAILED;
	}
	n = pmc_backends(PMC_USE_ANY, status, PMC_BACKENDS);
	if (json)
		print_json(&machine, status, n);
	else
		print_text(&machine, status, n);
	return STATUS_OK;
}
