/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The runs: every run once, then all of them again, so that an early end leaves as many metrics as possible. The
 * exit status is the command's: that of the first run that failed.
 */
#include "cli/summary/summary.h"

#include "cli/ui/status.h"
#include "cli/ui/complain.h"
#include "cli/ui/interrupt.h"
#include "cli/ui/output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MSEC	1000
#define REFUSED (-1) /* in the place of an exit status: the run was not made */

/* One run in the making. */
struct attempt {
	struct summary *s;
	struct summary_run *run;
	struct pmc_set *set;
	struct pmc_command *command;
	struct pmc_count *count;
	int status; /* as of waitpid(2) */
};

/* ---- Counts become values ---- */

static void keep_notes(struct summary *s, const struct pmc_set *set)
{
	struct pmc_note note, *grown;
	size_t i, j;

	for (i = 0; !pmc_set_note((struct pmc_set *)set, i, &note); i++) {
		for (j = 0; j < s->n_notes && strcmp(s->note[j].text, note.text); j++)
			;
		if (j < s->n_notes)
			continue;
		grown = realloc(s->note, (s->n_notes + 1) * sizeof(*grown));
		if (!grown)
			return;
		s->note = grown;
		s->note[s->n_notes++] = note;
	}
}

static double sum(const struct attempt *a, const int *at, bool *counted, bool *scaled)
{
	double total = 0;
	unsigned i;

	for (i = 0; i < PMC_METRIC_TERMS; i++) {
		if (at[i] < 0)
			continue;
		if (a->count[at[i]].state != PMC_COUNTED)
			*counted = false;
		if (a->count[at[i]].quality == PMC_SCALED)
			*scaled = true;
		total += (double)a->count[at[i]].value;
	}
	return total;
}

static void take_values(struct attempt *a, bool whole)
{
	struct summary *s = a->s;
	size_t i;

	for (i = 0; i < s->n; i++) {
		struct measure *m = &s->measure[i];
		bool counted = true, scaled = false;
		double above, below;

		if (m->run != a->run - s->run || (!whole && m->value.n))
			continue;
		above = sum(a, m->at, &counted, &scaled);
		below = sum(a, m->at + PMC_METRIC_TERMS, &counted, &scaled);
		m->scaled |= scaled;
		if (counted && below)
			average_add(&m->value, m->metric.scale * above / below);
		m->empty |= counted && !below;
	}
	for (i = 0; whole && s->instructions && i < a->run->n_events; i++) {
		double n = (double)a->count[i].value;

		if (strcmp(a->run->event[i], s->instructions) || a->count[i].state != PMC_COUNTED)
			continue;
		s->least = !s->n_instructions.n || n < s->least ? n : s->least;
		s->most = n > s->most ? n : s->most;
		average_add(&s->n_instructions, n);
	}
}

static void say_counts(const struct attempt *a)
{
	size_t i;

	for (i = 0; i < a->run->n_events; i++)
		fprintf(stderr, "run %zu: %s: %llu%s\n", (size_t)(a->run - a->s->run) + 1,
			a->run->event[i], (unsigned long long)a->count[i].value,
			a->count[i].state != PMC_COUNTED  ? " (not counted)" :
			a->count[i].quality == PMC_SCALED ? " (scaled)" :
							    "");
	fflush(stderr);
}

/* ---- One run ---- */

static int attach(struct attempt *a, struct pmc_diag *diag)
{
	long n = sysconf(_SC_NPROCESSORS_CONF), cpu;
	bool any = false;
	int err;

	if (!a->s->opt->all_cpus)
		return pmc_set_attach_command(a->set, a->command, diag);
	for (cpu = 0; cpu < n; cpu++) {
		err = pmc_set_attach_cpu(a->set, (unsigned)cpu, diag);
		if (err && err != -ENOENT) /* it is offline */
			return err;
		any |= !err;
	}
	return any ? 0 : -ENOENT;
}

static int prepare(struct attempt *a)
{
	struct summary *s = a->s;
	struct pmc_set_event event;
	struct pmc_diag diag = { 0 };
	size_t i;
	int err;

	err = pmc_command_create(s->pmc, s->opt->command, NULL, &a->command, &diag);
	if (err) {
		complain("%s", diag.sentence);
		return pmc_command_status(err);
	}
	err = pmc_set_create(s->pmc, a->run->text, summary_flags(s), &a->set, &diag);
	if (!err)
		err = attach(a, &diag);
	a->count = calloc(a->run->n_events, sizeof(*a->count));
	if (!err && !a->count)
		err = -ENOMEM;
	if (err == -ENOMEM) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	/* The other runs may have what they need. */
	if (err) {
		free(a->run->refused);
		a->run->refused = strdup(diag.sentence);
		return REFUSED;
	}
	for (i = 0; !pmc_set_event(a->set, i, &event); i++)
		if (event.flags & PMC_EVENT_USER_ONLY)
			s->user_only = true;
	return 0;
}

/* To the command's end. On the way a counter that nobody else reads may go around. */
static void follow(struct attempt *a)
{
	bool watch = pmc_backend(a->s->pmc) == PMC_BACKEND_MSR;

	while (pmc_command_wait(a->command, watch ? MSEC : -1, &a->status))
		if (watch)
			pmc_set_read(a->set, a->count, a->run->n_events, NULL);
}

/* 0 or an exit status of pmc's own. */
static int carry_out(struct attempt *a)
{
	struct summary *s = a->s;
	struct pmc_times times;
	struct pmc_diag diag;
	bool whole;
	int err = pmc_set_start(a->set);

	if (!err) {
		err = pmc_command_start(a->command, &diag);
		if (err) {
			complain("%s", diag.sentence);
			return pmc_command_status(err);
		}
		interrupt_forward(pmc_command_pid(a->command));
		if (interrupt_signal())
			pmc_command_kill(a->command, interrupt_signal());
		interrupt_watch_all();
		follow(a);
		interrupt_forward(0);
		pmc_set_stop(a->set);
		err = pmc_set_read(a->set, a->count, a->run->n_events, NULL);
	}
	if (err) {
		complain("counting failed: %s", strerror(-err));
		return STATUS_FAILED;
	}
	whole = !interrupt_signal();
	take_values(a, whole);
	keep_notes(s, a->set);
	if (s->opt->verbose)
		say_counts(a);
	if (!whole)
		return 0;
	if (!pmc_command_times(a->command, &times))
		average_add(&s->wall, (double)times.elapsed_ns);
	a->run->done++;
	s->made++;
	return 0;
}

static int make_run(struct summary *s, struct summary_run *run, int *status)
{
	struct attempt a = { .s = s, .run = run };
	int failed = prepare(&a);

	if (!failed)
		failed = carry_out(&a);
	*status = a.status;
	pmc_set_destroy(a.set);
	pmc_command_destroy(a.command);
	free(a.count);
	return failed;
}

/* ---- All runs ---- */

static void progress(const struct summary *s, unsigned run)
{
	if ((s->n_runs == 1 && s->opt->repeat == 1) || !isatty(STDERR_FILENO))
		return;
	if (run)
		fprintf(stderr, "\r\033[Kpmc: run %u of %lu ... ", run,
			(unsigned long)s->n_runs * (unsigned long)s->opt->repeat);
	else
		fputs("\r\033[K", stderr);
	fflush(stderr);
}

/* A reader that has gone away must not take pmc's exit status with it. */
static void print(const struct summary *s, void (*what)(const struct summary *s))
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, saved;

	sigaction(SIGPIPE, &ignore, &saved);
	what(s);
	if ((fflush(s->out) || ferror(s->out)) && s->opt->output)
		complain("-o %s: the report could not be written: %s", s->opt->output,
			 strerror(errno));
	sigaction(SIGPIPE, &saved, NULL);
}

int summary_runs(struct summary *s)
{
	off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	int status = 0, result = 0, failed = 0;
	size_t n = s->n_runs * (size_t)s->opt->repeat, i;

	print(s, summary_announce);
	for (i = 0; i < n && !failed && !interrupt_signal(); i++) {
		/* The next command gets the dispositions that pmc was given. */
		interrupt_unwatch();
		interrupt_watch();
		/* Every run reads the same input, where that can be read again. */
		if (i && input >= 0)
			lseek(STDIN_FILENO, input, SEEK_SET);
		progress(s, (unsigned)i + 1);
		failed = make_run(s, &s->run[i % s->n_runs], &status);
		if (failed == REFUSED) {
			failed = 0;
			s->refused++;
			continue;
		}
		if (failed)
			break;
		output_signal(s->opt->command, status);
		if (!result)
			result = WIFSIGNALED(status) ? STATUS_SIGNAL + WTERMSIG(status) :
						       WEXITSTATUS(status);
	}
	progress(s, 0);
	if (!s->made && s->refused) {
		complain("%s", s->run[0].refused ? s->run[0].refused :
						   "the events cannot be counted now");
		failed = STATUS_FAILED;
	}
	if (s->made || (interrupt_signal() && !failed))
		print(s, summary_report);
	if (interrupt_signal() && !failed && WIFSIGNALED(status) &&
	    WTERMSIG(status) == interrupt_signal())
		interrupt_die(interrupt_signal());
	interrupt_unwatch();
	return failed ? failed : result;
}
