/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison as annotations of GitHub's CI: workflow commands on the standard output of a step. A
 * condition of --fail-if that holds is an error and one that cannot be judged a warning, so that
 * the page of the job shows them; what else changed is a single notice, since GitHub shows only ten
 * annotations of each kind.
 */
#include "cli/comparison/github.h"

#include "cli/comparison/change.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/condition.h"
#include "cli/comparison/gate.h"
#include "cli/comparison/number.h"
#include "cli/result/result.h"

#include <string.h>

/* Prints text as workflow commands want it; in a property, also without : and , */
static void print_escaped(FILE *out, const char *text, bool property)
{
	for (; *text; text++)
		if (*text == '%' || (unsigned char)*text < ' ' ||
		    (property && (*text == ':' || *text == ',')))
			fprintf(out, "%%%02X", (unsigned char)*text);
		else
			fputc(*text, out);
}

static void print_command(FILE *out, const char *kind, const char *title, const char *text)
{
	fprintf(out, "::%s title=", kind);
	print_escaped(out, title, true);
	fputs("::", out);
	print_escaped(out, text, false);
	fputc('\n', out);
}

static void say_note(FILE *out, const char *sentence)
{
	print_command(out, "notice", "pmc compare", sentence);
}

static void print_changes(FILE *out, const struct comparison *c)
{
	char number[NUMBER_TEXT], quality[100];
	bool any = false;
	size_t i;

	fputs("::notice title=pmc compare::", out);
	for (i = 0; i < c->n_changes; i++) {
		const struct change *change = &c->change[i];

		if (change->why_not || change->kind == CHANGE_NONE || change->kind == CHANGE_WITHIN)
			continue;
		fputs(any ? "%0A" : "", out);
		any = true;
		print_escaped(out, change->after->label, false);
		number_percent(number, change);
		fputs(": ", out);
		print_escaped(out, number, false);
		number_difference(number, change, change->after->scale);
		fprintf(out, " (%s)", number);
		if (change->kind == CHANGE_UNKNOWN)
			fputs(", of a single run", out);
		change_quality(change, quality, sizeof(quality));
		if (quality[0])
			fputs(", ", out);
		print_escaped(out, quality, false);
	}
	fputs(any ? "\n" : "no event changed beyond the spread of its runs\n", out);
}

void comparison_github(FILE *out, const struct comparison *c)
{
	char sentence[GATE_SENTENCE];
	size_t i;

	for (i = 0; c->gate && i < c->gate->n; i++) {
		enum gate_outcome outcome = gate_judge(c->gate, i, c, sentence);

		if (outcome != GATE_PASSED)
			print_command(out, outcome == GATE_FAILED ? "error" : "warning",
				      c->gate->condition[i].text, sentence);
	}
	print_changes(out, c);
	comparison_notes(c, say_note, out);
}
