/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc annotate`: opens the profile, and prints its functions by their counts. */
#include "cli/annotate/annotate.h"

#include "cli/annotate/hottest.h"
#include "cli/code/listing.h"
#include "cli/annotate/options.h"
#include "cli/annotate/print.h"
#include "cli/code/candidates.h"
#include "cli/code/source.h"
#include "cli/profile/events.h"
#include "cli/profile/file.h"
#include "cli/profile/heading.h"
#include "cli/profile/names.h"
#include "cli/profile/subject.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 10 /* functions, unless --limit says otherwise */

static int print_one(const struct annotate_options *opt, struct subject *subject,
		     struct sources *sources, const struct candidate *candidate, unsigned event)
{
	struct listing_of of = { .subject = subject,
				 .function = candidate->function,
				 .event = event,
				 .first = candidate->first,
				 .last = candidate->last,
				 .intel = opt->intel };
	struct listing listing;
	struct printed printed = { .options = opt,
				   .subject = subject,
				   .sources = sources,
				   .listing = &listing,
				   .function = candidate->function,
				   .event = event };
	struct pmc_profile_event info;
	int error = listing_init(&listing, &of);

	if (error)
		return error;
	printed.whole = listing.count;
	if (opt->whole && !pmc_profile_event_at(subject->profile, event, &info))
		printed.whole = info.total;
	error = print_function(stdout, &printed);
	listing_deinit(&listing);
	return error;
}

/* The functions that were chosen, and how many of them are printed. */
struct choice {
	struct candidates candidates;
	size_t n, printed;
	uint64_t unnamed; /* what code without a name counts that was not chosen */
};

/*
 * Which functions to print, the greatest counts first. Code without a name can be most of a
 * stripped file; it is shown when its object was chosen, or when there is nothing else.
 */
static void choose(const struct annotate_options *opt, const struct subject *subject,
		   struct choice *choice)
{
	size_t limit = opt->limit < 0 ? LIMIT : (size_t)opt->limit, i, n = 0;
	struct candidates *c = &choice->candidates;
	bool named = false;

	for (i = 0; i < c->n; i++)
		named |= c->list[i].count && subject->functions.function[i].name;
	for (i = 0; i < c->n; i++) {
		if (!c->list[i].last || (!c->list[i].count && !opt->filter.function.n))
			continue;
		if (named && !opt->filter.object.n && !subject->functions.function[i].name)
			choice->unnamed += c->list[i].count;
		else
			c->list[n++] = c->list[i];
	}
	candidates_sort(c, n);
	choice->n = n;
	choice->printed = limit && limit < n ? limit : n;
}

/* Prints the functions with the greatest counts. */
static int print_functions(const struct annotate_options *opt, struct subject *subject,
			   struct sources *sources, unsigned event, const struct choice *c)
{
	struct pmc_profile_event info;
	int error = 0;
	size_t i;

	for (i = 0; !error && i < c->printed; i++)
		error = print_one(opt, subject, sources, &c->candidates.list[i], event);
	if (!error && i < c->n)
		printf("\n# %zu more functions: name one, or show all with --limit 0\n", c->n - i);
	if (!error && c->unnamed && !pmc_profile_event_at(subject->profile, event, &info) &&
	    info.total)
		printf("\n# %.2f %% of the profile is in code without a name: choose its object "
		       "with -d to see it\n",
		       100.0 * (double)c->unnamed / (double)info.total);
	if (!error && !c->n)
		printf("\n# no function that was chosen has such counts\n");
	return error;
}

/* Finds which objects have lines, so that the heading says which have none: of those with a
 * function that is printed, or of all where the hottest lines are. */
static int look_for_lines(const struct annotate_options *opt, struct subject *subject,
			  const struct choice *c)
{
	bool *shown = calloc(subject->info.objects + 1, sizeof(*shown));
	struct pmc_place place;
	struct pmc_line line;
	size_t i;

	if (!shown)
		return -ENOMEM;
	for (i = 0; i < subject->info.objects && opt->lines; i++)
		shown[i] = subject->filter.object[i];
	for (i = 0; i < c->printed && !opt->lines; i++)
		shown[subject->functions.function[c->candidates.list[i].function].object] = true;
	for (i = 0; !pmc_profile_place_at(subject->profile, i, &place); i++) {
		if (!shown[place.object])
			continue;
		shown[place.object] = false;
		functions_lines(&subject->functions, place.object, place.address, &line, 1);
	}
	free(shown);
	return 0;
}

static int show(const struct annotate_options *opt, struct subject *subject, unsigned event)
{
	struct choice choice = { 0 };
	struct sources sources = { 0 };
	int error, status = 0;

	error = candidates_find(&choice.candidates, subject, event);
	if (!error)
		status = filter_check_functions(&subject->filter, &subject->functions, NULL);
	if (!error && !status) {
		const struct chosen_events chosen = { .index = &event, .n = 1 };

		choose(opt, subject, &choice);
		if (opt->source || opt->lines)
			error = look_for_lines(opt, subject, &choice);
		if (!error && !opt->quiet)
			heading_print(stdout, subject, profile_file_name(opt->input), &chosen);
		if (!error && opt->lines)
			error = hottest_print(stdout, opt, subject, &sources, event);
		else if (!error)
			error = print_functions(opt, subject, &sources, event, &choice);
	}
	sources_deinit(&sources);
	candidates_deinit(&choice.candidates);
	if (!error)
		return status;
	complain("out of memory");
	return STATUS_FAILED;
}

static int annotate(const struct annotate_options *opt, struct pmc_profile *profile)
{
	struct chosen_events chosen = { 0 };
	struct subject subject = { 0 };
	struct names names = { 0 };
	int status;

	status = subject_init(&subject, profile, &names, &opt->subject, &opt->filter, NULL);
	if (!status)
		status = subject_check_addresses(&subject, profile_file_name(opt->input));
	if (!status)
		status = chosen_events_init(&chosen, profile, &opt->events);
	if (!status && chosen.n > 1) {
		complain("-e: 'pmc annotate' shows one event at a time; name one");
		status = STATUS_FAILED;
	}
	if (!status)
		status = show(opt, &subject, chosen.index[0]);
	chosen_events_deinit(&chosen);
	subject_deinit(&subject);
	names_deinit(&names);
	return status;
}

int annotate_main(const struct subcommand *self, char **argv)
{
	struct annotate_options opt;
	struct pmc_profile *profile;
	int status;

	if (annotate_options_init(&opt, self, argv, &status)) {
		status = profile_file_open(opt.input, &profile);
		if (!status)
			status = annotate(&opt, profile);
	}
	annotate_options_deinit(&opt);
	return status;
}
