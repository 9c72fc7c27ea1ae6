/* SPDX-License-Identifier: BSD-2-Clause */
/* The samples of a profile, one by one. */
#include "cli/report/raw.h"

#include "cli/profile/events.h"
#include "cli/profile/subject.h"
#include "cli/ui/complain.h"
#include "cli/ui/plain.h"
#include "cli/ui/status.h"

#include <inttypes.h>
#include <pmc/profile.h>
#include <stdint.h>

static void print_text(FILE *out, const struct subject *subject, enum key key,
		       const struct spot *spot)
{
	char text[SUBJECT_TEXT];

	fputc('\t', out);
	plain_print(out, subject_text(subject, key, spot, text));
}

static void print_sample(FILE *out, const struct subject *subject, const struct spot *spot)
{
	struct pmc_profile_thread thread = { .tid = 0 };

	pmc_profile_thread_at(subject->profile, spot->thread, &thread);
	fprintf(out, "%" PRIx64 "\t%d", spot->address, (int)thread.tid);
	print_text(out, subject, KEY_COMM, spot);
	print_text(out, subject, KEY_FUNCTION, spot);
	print_text(out, subject, KEY_OBJECT, spot);
	fputc('\n', out);
}

/* 0 or -ENOMEM. */
static int print_all(FILE *out, struct subject *subject, unsigned event, uint64_t period)
{
	struct pmc_place place;
	struct spot spot;
	uint64_t left;
	size_t i;
	int found;

	for (i = 0; !pmc_profile_place_at(subject->profile, i, &place); i++) {
		found = subject_spot(subject, place.object, place.address, place.thread, &spot);
		if (found < 0)
			return found;
		if (!found)
			continue;
		for (left = place.counts[event]; left >= period; left -= period)
			print_sample(out, subject, &spot);
	}
	return 0;
}

int raw_print(FILE *out, struct subject *subject, const struct chosen_events *chosen,
	      const char *name)
{
	static const struct keys keys = { .key = { KEY_COMM, KEY_FUNCTION, KEY_OBJECT }, .n = 3 };
	struct pmc_profile_event event;

	if (chosen->n != 1) {
		complain("--raw shows the samples of one event; choose it by -e");
		return STATUS_FAILED;
	}
	pmc_profile_event_at(subject->profile, chosen->index[0], &event);
	if (event.quality != PMC_SAMPLED) {
		complain("--raw: %s has no samples of %s, but exact counts; record with -c", name,
			 event.name);
		return STATUS_FAILED;
	}
	if (!event.samples)
		return 0;
	if (!event.period) {
		complain("--raw: the samples of %s in %s stand for different numbers of events, so "
			 "a sum does not tell how many there were; record with -c instead of -F",
			 event.name, name);
		return STATUS_FAILED;
	}
	subject_prepare(subject, &keys);
	if (!print_all(out, subject, chosen->index[0], event.period))
		return filter_check_functions(&subject->filter, &subject->functions, "--symbols");
	complain("out of memory");
	return STATUS_FAILED;
}
