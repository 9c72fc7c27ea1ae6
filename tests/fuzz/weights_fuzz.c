/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Users' weights under libFuzzer. The first byte of an input chooses the machine; the rest is the
 * text of --weights.
 *
 * What must hold whatever the bytes are: a refusal has a sentence and a place inside the text; what
 * is accepted spells a text that makes the same weights, and their sum is within its bounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/machine/describe/table.h"
#include "lib/quantities/weights.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "weights_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

static void must_spell(const struct weights *w, const struct machine *m)
{
	char text[sizeof(w->text) + 8];
	struct weights again;
	u64 count[WEIGHTS], least = 0;
	u32 i;

	pmc_weights_of(m, &again);
	snprintf(text, sizeof(text), "none%s%s", w->n ? "," : "", w->text);
	MUST(!pmc_weights_change(&again, m, text, NULL));
	MUST(again.n == w->n && !strcmp(again.text, w->text));
	MUST(pmc_weights_parts(&again, m) == pmc_weights_parts(w, m));
	for (i = 0; i < w->n; i++) {
		MUST(w->row[i].name && w->row[i].counts && w->row[i].thousandths);
		MUST(w->row[i].formula.term[0].kind != TERM_END);
		count[i] = 1000;
		least += w->row[i].thousandths;
	}
	MUST(pmc_weights_sum(w, count) == least);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct machine *m;
	struct diag diag = { 0 };
	struct weights w, before;
	char *text;
	u32 i;

	if (!size)
		return 0;
	for (i = 0; pmc_machine_row(i); i++)
		;
	m = pmc_machine_row(data[0] % i);
	text = malloc(size);
	MUST(text);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = 0;
	pmc_weights_of(m, &w);
	before = w;
	if (!pmc_weights_change(&w, m, text, &diag)) {
		must_spell(&w, m);
	} else {
		MUST(diag.column >= 1 && diag.column <= strlen(text) + 1);
		MUST(strlen(diag.sentence) > 10 && strlen(diag.sentence) < sizeof(diag.sentence));
		MUST(before.n == w.n && !strcmp(before.text, w.text));
	}
	free(text);
	return 0;
}
