/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parser of event strings under libFuzzer. An input is an event string.
 *
 * What must hold whatever the bytes are: nothing outside the text is read (the copy is exactly as
 * long as it is said to be); a refusal has a column in the text and a sentence; what is accepted
 * lies inside the text, and its canonical spelling is accepted and stays the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/event/event.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"
#include "tests/unit/toy_catalogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "event_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

#define MOST 32

static void must_lie_inside(struct span s, size_t size)
{
	MUST(s.at <= size && s.len <= size - s.at);
}

/* "name:mods", allocated. */
static char *spell(const char *text, const struct event *ev)
{
	size_t n = pmc_event_name(text, ev, NULL, 0), m = pmc_event_modifiers(ev, NULL, 0);
	char *s = malloc(n + m + 2);

	MUST(s);
	MUST(pmc_event_name(text, ev, s, n + 1) == n && strlen(s) <= n);
	if (m) {
		s[n] = ':';
		MUST(pmc_event_modifiers(ev, s + n + 1, m + 1) == m);
	}
	return s;
}

static void must_stay(const char *text, size_t size, const struct event *ev)
{
	struct event again;
	u32 n = 1, i;
	char *first, *second;

	must_lie_inside(ev->typed, size);
	must_lie_inside(ev->word, size);
	must_lie_inside(ev->pmu, size);
	must_lie_inside(ev->label, size);
	MUST(ev->n_terms <= EVENT_TERMS && ev->kind < EVENT_KINDS);
	for (i = 0; i < ev->n_terms; i++) {
		must_lie_inside(ev->term[i].name, size);
		must_lie_inside(ev->term[i].value, size);
	}
	/* A zero byte inside a term cannot be spelled in a C string. */
	if (memchr(text + ev->word.at, 0, ev->word.len))
		return;
	first = spell(text, ev);
	MUST(!pmc_event_parse(first, strlen(first), &toys, &again, &n, NULL));
	MUST(n == 1 && again.kind == ev->kind && again.id == ev->id && again.raw == ev->raw);
	MUST(again.mods == ev->mods && again.cmask == ev->cmask && again.umasks == ev->umasks);
	MUST(again.counters == ev->counters);
	MUST(again.n_terms == ev->n_terms);
	second = spell(first, &again);
	MUST(!strcmp(first, second));
	free(second);
	free(first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct event events[MOST];
	struct diag diag = { 0 };
	u32 n = MOST, i;
	char *text = malloc(size ? size : 1);
	int err;

	MUST(text);
	memcpy(text, data, size);
	err = pmc_event_parse(text, size, &toys, events, &n, &diag);
	if (err) {
		MUST(err == -PMC_CORE_EINVAL || err == -PMC_CORE_ENOSPC);
		MUST(diag.column >= 1 && diag.column <= size + 1);
		MUST(strlen(diag.sentence) > 10 && strlen(diag.sentence) < sizeof(diag.sentence));
		MUST(strlen(diag.token) < sizeof(diag.token));
	} else {
		MUST(n >= 1 && n <= MOST);
		for (i = 0; i < n; i++)
			must_stay(text, size, &events[i]);
	}
	free(text);
	return 0;
}
