/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which metrics can be measured here, and in how many runs. A metric joins the first run that has room for the
 * events that it needs and the run does not have yet; whether there is room, the model's counters tell, and then
 * the backend. So all events of a metric are counted in one run, all the time.
 */
#include "cli/summary/summary.h"

#include "cli/ui/status.h"
#include "cli/ui/complain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(void)
{
	complain("out of memory");
	return STATUS_FAILED;
}

unsigned summary_flags(const struct summary *s)
{
	return PMC_SET_INHERIT | (s->opt->deterministic ? PMC_SET_DETERMINISTIC : 0);
}

char *summary_text(const struct summary *s, const char *const *event, size_t n)
{
	bool group = s->model;
	size_t len = 3, i;
	char *text, *p;

	for (i = 0; i < n; i++)
		len += strlen(event[i]) + 1;
	p = text = malloc(len);
	if (!text)
		return NULL;
	if (group)
		*p++ = '{';
	for (i = 0; i < n; i++)
		p += sprintf(p, "%s%s", i ? "," : "", event[i]);
	if (group)
		*p++ = '}';
	*p = 0;
	return text;
}

static bool has(const struct summary_run *run, const char *event, int *at)
{
	size_t i;

	for (i = 0; i < run->n_events; i++)
		if (!strcmp(run->event[i], event)) {
			*at = (int)i;
			return true;
		}
	return false;
}

static const char *event_of(const struct pmc_metric *m, unsigned i)
{
	return i < PMC_METRIC_TERMS ? m->above[i] : m->below[i - PMC_METRIC_TERMS];
}

/*
 * Linux gives counters by rules of its own, and to the NMI watchdog first: it is asked by counting. Of a group that
 * gets no counters it says nothing but that it did not run. And of what the processor has, the driver knows more.
 */
static int try_out(const struct summary *s, const char *text, size_t n, struct pmc_diag *diag)
{
	struct pmc_count *count = calloc(n, sizeof(*count));
	struct pmc_set *set = NULL;
	int err = count ? pmc_set_create(s->probe, text, 0, &set, diag) : -ENOMEM;
	size_t i;

	if (!err) {
		err = pmc_set_attach_self(set, diag);
		if (err == -EOPNOTSUPP && pmc_backend(s->probe) == PMC_BACKEND_PERF)
			snprintf(diag->sentence, sizeof(diag->sentence),
				 "the kernel's perf has no counters for all of its events at once");
	}
	if (!err)
		err = pmc_set_start(set);
	if (!err)
		err = pmc_set_read(set, count, n, NULL);
	for (i = 0; !err && i < n; i++)
		if (count[i].state != PMC_COUNTED) {
			err = -EBUSY;
			snprintf(
				diag->sentence, sizeof(diag->sentence),
				"the counters that it needs are in use; the NMI watchdog may have one: "
				"as root 'sysctl kernel.nmi_watchdog=0' frees it");
		}
	pmc_set_destroy(set);
	free(count);
	return err;
}

/* Can all of this be counted at once? 0 or -errno. */
static int fits(const struct summary *s, const char *text, size_t n, struct pmc_diag *diag)
{
	struct pmc_plan *plan;
	struct pmc_set *set;
	int err;

	if (s->model) {
		err = pmc_plan_create(s->model, text, &plan, diag);
		if (err)
			return err;
		pmc_plan_destroy(plan);
	}
	if (!s->pmc)
		return 0;
	err = pmc_set_create(s->pmc, text, summary_flags(s), &set, diag);
	if (!err)
		pmc_set_destroy(set);
	return err || !s->probe ? err : try_out(s, text, n, diag);
}

/* Adds a metric's events to a run. 0; -ENOMEM; else it has no room, and stays as it was. */
static int join(struct summary *s, struct summary_run *run, struct measure *m,
		struct pmc_diag *diag)
{
	size_t before = run->n_events;
	const char **grown = realloc(run->event, (before + SUMMARY_EVENTS) * sizeof(*grown));
	char *text = NULL;
	unsigned i;
	int err;

	if (!grown)
		return -ENOMEM;
	run->event = grown;
	for (i = 0; i < SUMMARY_EVENTS; i++) {
		const char *event = event_of(&m->metric, i);

		m->at[i] = -1;
		if (event && !has(run, event, &m->at[i])) {
			m->at[i] = (int)run->n_events;
			run->event[run->n_events++] = event;
		}
	}
	if (run->n_events > before || !run->text) {
		text = summary_text(s, run->event, run->n_events);
		err = text ? fits(s, text, run->n_events, diag) : -ENOMEM;
		if (err) {
			free(text);
			run->n_events = before;
			return err;
		}
		free(run->text);
		run->text = text;
	}
	m->run = (int)(run - s->run);
	return 0;
}

/* 0 or -ENOMEM. */
static int place(struct summary *s, struct measure *m)
{
	struct summary_run *grown, *run;
	struct pmc_diag diag = { 0 };
	size_t i;
	int err;

	for (i = 0; i < s->n_runs; i++) {
		err = join(s, &s->run[i], m, &diag);
		if (!err || err == -ENOMEM)
			return err;
	}
	grown = realloc(s->run, (s->n_runs + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	s->run = grown;
	run = &s->run[s->n_runs];
	memset(run, 0, sizeof(*run));
	err = join(s, run, m, &diag);
	if (!err) {
		s->n_runs++;
		return 0;
	}
	free(run->event);
	snprintf(m->reason, sizeof(m->reason), "%s", diag.sentence);
	return err == -ENOMEM ? err : 0;
}

static int take_metrics(struct summary *s)
{
	struct pmc_metric metric;
	struct measure *grown;
	size_t i;
	int err;

	for (i = 0;; i++) {
		err = s->pmc ? pmc_metric_at(s->pmc, i, &metric) :
			       pmc_model_metric_at(s->model, i, &metric);
		if (err == -ENOENT)
			return 0;
		if (err)
			break;
		grown = realloc(s->measure, (i + 1) * sizeof(*grown));
		if (!grown)
			return no_memory();
		s->measure = grown;
		memset(&grown[i], 0, sizeof(*grown));
		grown[i].metric = metric;
		grown[i].run = -1;
		s->n = i + 1;
		/* The two metrics that nearly every PMU has tell which event counts instructions. */
		if (!metric.missing && !s->instructions &&
		    (!strcmp(metric.name, "cpi") || !strcmp(metric.name, "branches")))
			s->instructions = metric.below[0];
		if (metric.missing)
			snprintf(grown[i].reason, sizeof(grown[i].reason), "%s", metric.missing);
		else if (place(s, &grown[i]))
			return no_memory();
	}
	complain("the metrics of this processor cannot be told: %s", strerror(-err));
	return STATUS_FAILED;
}

static int open_backend(struct summary *s)
{
	const char *name = s->opt->backend;
	enum pmc_use use = s->opt->all_cpus ? PMC_USE_CPU : PMC_USE_COMMAND;
	struct pmc_backend_status status[PMC_BACKENDS];
	struct pmc_diag diag;
	char prefix[64];
	size_t skip;
	int n, i, err;

	err = pmc_open(name, use, &s->pmc, &diag);
	if (err && name) {
		skip = (size_t)snprintf(prefix, sizeof(prefix), "backend %s: ", name);
		complain("--backend %s: %s", name,
			 diag.sentence + (strncmp(diag.sentence, prefix, skip) ? 0 : skip));
		return STATUS_FAILED;
	}
	if (err) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	/* perf opens for software events alone, too; those are no metrics. */
	n = pmc_backends(use, status, PMC_BACKENDS);
	for (i = 0; i < n && i < PMC_BACKENDS; i++)
		if (status[i].id == pmc_backend(s->pmc) && status[i].error) {
			complain("--backend %s: no hardware counters: %s%s%s", status[i].name,
				 status[i].reason, status[i].way_out[0] ? "; way out: " : "",
				 status[i].way_out);
			return STATUS_FAILED;
		}
	if (pmc_backend(s->pmc) == PMC_BACKEND_PERF || pmc_backend(s->pmc) == PMC_BACKEND_DRIVER)
		pmc_open(pmc_backend(s->pmc) == PMC_BACKEND_PERF ? "perf" : "driver", PMC_USE_SELF,
			 &s->probe, NULL);
	return 0;
}

/* Is the command there? Nothing else is asked of it yet. */
static int check_command(struct summary *s)
{
	struct pmc_command *command;
	struct pmc_diag diag;
	int err = pmc_command_create(s->pmc, s->opt->command, NULL, &command, &diag);

	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	pmc_command_destroy(command);
	return 0;
}

int summary_plan(struct summary *s, const struct summary_options *opt)
{
	struct pmc_diag diag;
	int status = 0;
	size_t i;

	memset(s, 0, sizeof(*s));
	s->opt = opt;
	s->out = stderr;
	if (!opt->model)
		status = open_backend(s);
	if (!status && !opt->model)
		status = check_command(s);
	if (status)
		return status;
	if (opt->model || pmc_backend(s->pmc) != PMC_BACKEND_EMULATED) {
		if (pmc_model_open(opt->model, NULL, &s->model, &diag)) {
			complain("%s%s", opt->model ? "--model: " : "", diag.sentence);
			return STATUS_FAILED;
		}
	}
	if (opt->deterministic && s->model && s->pmc) {
		complain("--deterministic: only backend emulated has it");
		return STATUS_FAILED;
	}
	status = take_metrics(s);
	if (status || s->n_runs || opt->model)
		return status;
	for (i = 0; i + 1 < s->n && s->measure[i].metric.missing; i++)
		;
	complain("nothing can be measured here: %s", s->measure[i].reason);
	return STATUS_FAILED;
}

void summary_free(struct summary *s)
{
	size_t i;

	for (i = 0; i < s->n_runs; i++) {
		free(s->run[i].event);
		free(s->run[i].text);
		free(s->run[i].refused);
	}
	free(s->run);
	free(s->measure);
	free(s->note);
	pmc_model_close(s->model);
	pmc_close(s->probe);
	pmc_close(s->pmc);
	if (s->out && s->out != stderr)
		fclose(s->out);
}
