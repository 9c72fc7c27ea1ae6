/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc report`: options, a profile, a view of it, and a way to show it. */
#define _GNU_SOURCE /* asprintf, open_memstream */
#include "cli/report/report.h"

#include "cli/page/page.h"
#include "cli/profile/events.h"
#include "cli/profile/file.h"
#include "cli/profile/heading.h"
#include "cli/profile/names.h"
#include "cli/profile/subject.h"
#include "cli/report/advice.h"
#include "cli/report/browser.h"
#include "cli/report/fields.h"
#include "cli/report/options.h"
#include "cli/report/raw.h"
#include "cli/report/screen.h"
#include "cli/report/table.h"
#include "cli/report/view.h"
#include "cli/ui/complain.h"
#include "cli/ui/heap.h"
#include "cli/ui/status.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void print(const struct report_options *opt, const struct view *view)
{
	static char buffer[65536];

	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	if (opt->json)
		fields_print_json(stdout, view);
	else if (opt->separator)
		fields_print(stdout, view, options_separator(opt->separator));
	else
		table_print(stdout, view);
}

/* Puts the events that were not chosen behind those that were: in the browser all can be seen. */
static void choose_all(struct chosen_events *chosen, unsigned n_events)
{
	unsigned i, k;

	for (i = 0; i < n_events; i++) {
		for (k = 0; k < chosen->n && chosen->index[k] != i; k++)
			;
		if (k == chosen->n)
			chosen->index[chosen->n++] = i;
	}
}

/* Is the user to browse? Returns 0, or an exit status after a complaint. */
static int choose_browser(const struct report_options *opt, bool *browse)
{
	const char *wrong;

	*browse = false;
	if (opt->stdio || opt->json || opt->separator)
		return 0;
	wrong = screen_check();
	*browse = !wrong;
	if (!wrong || !opt->tui)
		return 0;
	complain("--tui: %s", wrong);
	return STATUS_FAILED;
}

/* What a page says above its rows: of the events that are chosen, not of all that it has. */
struct page_heading {
	const struct subject *subject;
	const char *name;
	struct chosen_events chosen;
};

static void print_page_heading(FILE *out, void *of)
{
	const struct page_heading *heading = of;

	heading_print(out, heading->subject, heading->name, &heading->chosen);
}

/* --html, --svg. The page has all events, unless -e chooses some. */
static int write_page(const struct report_options *opt, struct subject *subject,
		      struct chosen_events *chosen, const char *name)
{
	struct page_heading heading = { subject, name, *chosen };
	struct page page = { .heading = print_page_heading,
			     .of = &heading,
			     .n_sides = 1,
			     .chosen = { chosen },
			     .file = { name } };
	char *title;
	int status;

	if (!opt->events.n)
		choose_all(chosen, (unsigned)subject->info.events);
	page.side[0] = (struct flame_side){ subject, chosen->index };
	if (asprintf(&title, "pmc report: %s", name) < 0) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	page.title = title;
	status = page_write(&page, opt->html, opt->svg);
	free(title);
	return status;
}

/* *stale: the profile is a summary that does not suffice, and nothing was said. */
static int show(struct report_options *opt, struct subject *subject, struct chosen_events *chosen,
		bool *stale)
{
	const char *name = profile_file_name(opt->input);
	struct view view = { 0 };
	bool browse;
	int status;

	if (opt->raw)
		return raw_print(stdout, subject, chosen, name);
	if (opt->html || opt->svg)
		return write_page(opt, subject, chosen, name);
	if (opt->advice)
		return advice_print(stdout, subject, name);
	status = choose_browser(opt, &browse);
	if (status)
		return status;
	if (browse) {
		choose_all(chosen, (unsigned)subject->info.events);
		opt->calls |= report_options_suit_calls(opt);
	}
	status = view_init(&view, opt, name, subject, chosen);
	*stale = view.stale;
	if (!status && browse && screen_begin()) {
		status = browser_run(&view);
		screen_end();
	} else if (!status) {
		print(opt, &view);
	}
	view_deinit(&view);
	return status;
}

/* The call tree is of one event: of others callers and callees would be 0. */
static int check_tree(const struct report_options *opt, const struct pmc_profile *profile,
		      const struct chosen_events *chosen)
{
	int of = events_of_tree(profile);
	struct pmc_profile_event tree, event;

	if (of < 0 || !(opt->calls || opt->children || opt->svg) || (int)chosen->index[0] == of)
		return 0;
	pmc_profile_event_at(profile, (size_t)of, &tree);
	pmc_profile_event_at(profile, chosen->index[0], &event);
	complain("-e %s: the call tree of this profile is of %s; choose that, or leave out -g, "
		 "--children and --svg",
		 event.name, tree.name);
	return STATUS_FAILED;
}

/* Takes the profile, which it closes. summary: to be made meanwhile, or NULL; stale as above. */
static int report(struct report_options *opt, struct pmc_profile *profile,
		  struct pmc_profile_summary *summary, bool *stale)
{
	struct chosen_events chosen = { 0 };
	struct subject subject = { 0 };
	struct names names = { 0 };
	int status;

	*stale = false;
	status = subject_init(&subject, profile, &names, &opt->subject, &opt->filter, NULL);
	subject.summary = summary;
	if (!status)
		status = chosen_events_init(&chosen, profile, &opt->events);
	if (!status)
		status = check_tree(opt, profile, &chosen);
	if (!status && keys_have(&opt->keys, KEY_ADDRESS))
		status = subject_check_addresses(&subject, "--sort address");
	if (!status)
		status = show(opt, &subject, &chosen, stale);
	if (!status && summary)
		pmc_profile_summary_keep(summary, profile);
	chosen_events_deinit(&chosen);
	subject_deinit(&subject);
	names_deinit(&names);
	return status;
}

/* Are its rows functions' sums, for which a summary of the profile does? */
static bool is_of_functions(const struct report_options *opt)
{
	const struct keys *keys = &opt->keys;
	bool printed = opt->stdio || opt->json || opt->separator || screen_check();

	return printed && !opt->tui && !opt->raw && !opt->html && !opt->svg && !opt->advice &&
	       !opt->children && !opt->calls && !keys_have(keys, KEY_FILE) &&
	       !keys_have(keys, KEY_LINE) && !keys_have(keys, KEY_ADDRESS);
}

/* Opens the profile for a report; with a cache its summary does, or is made meanwhile. */
static int open_and_report(struct report_options *opt)
{
	const char *name = profile_file_name(opt->input);
	bool cached = !opt->subject.symbols.no_cache && is_of_functions(opt), stale = false;
	struct pmc_profile_summary *summary = NULL;
	struct pmc_profile *profile;
	int status;

	if (cached && !pmc_profile_summary_open(name, opt->subject.inlines, &profile)) {
		status = report(opt, profile, NULL, &stale);
		if (!stale)
			return status;
	}
	/* What a filter leaves out is not told apart by what is inlined there. */
	if (cached && !filter_is_set(&opt->filter))
		pmc_profile_summary_create(name, opt->subject.inlines, &summary);
	status = profile_file_open(opt->input, &profile);
	if (!status)
		status = report(opt, profile, summary, &stale);
	pmc_profile_summary_destroy(summary);
	return status;
}

int report_main(const struct subcommand *self, char **argv)
{
	struct report_options opt;
	int status;

	if (report_options_init(&opt, self, argv, &status)) {
		heap_use_huge_pages((size_t)128 << 20, (size_t)32 << 20);
		status = open_and_report(&opt);
	}
	report_options_deinit(&opt);
	return status;
}
