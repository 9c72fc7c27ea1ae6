/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison for programs: a JSON object per line, one for each event, each condition and each
 * note. Counts are means times the event's scale, in its unit; a count that no mean changed keeps
 * all its digits.
 */
#include "cli/comparison/json.h"

#include "cli/comparison/change.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/condition.h"
#include "cli/comparison/gate.h"
#include "cli/result/result.h"
#include "cli/ui/json.h"

#include <locale.h>

static void print_text(FILE *out, const char *key, const char *text)
{
	fprintf(out, ", \"%s\": ", key);
	json_string(out, text);
}

static void print_sample(FILE *out, const char *when, const struct result_event *e,
			 const struct sample *s)
{
	if (!e || e->missing) {
		fprintf(out, ", \"%s\": null", when);
		return;
	}
	fprintf(out, ", \"%s\": ", when);
	if (e->scale == 1 && s->min == s->max)
		fprintf(out, "%llu", (unsigned long long)s->min);
	else
		fprintf(out, "%.17g", s->mean * e->scale);
	fprintf(out, ", \"%s_spread\": %.17g, \"%s_runs\": %zu", when, s->spread * e->scale, when,
		s->n);
	fprintf(out, ", \"%s_quality\": ", when);
	json_string(out, e->quality);
}

static void print_change(FILE *out, const struct change *c)
{
	const struct result_event *e = c->after ? c->after : c->before;

	fputs("{\"event\": ", out);
	json_string(out, e->label);
	print_text(out, "unit", e->unit);
	print_sample(out, "before", c->before, &c->a);
	print_sample(out, "after", c->after, &c->b);
	if (c->why_not) {
		print_text(out, "not_compared", c->why_not);
	} else {
		fprintf(out, ", \"difference\": %.17g, \"percent\": ", c->difference * e->scale);
		if (c->endless)
			fputs("null", out);
		else
			fprintf(out, "%.17g", c->percent);
		print_text(out, "change", change_name(c->kind));
	}
	fputs("}\n", out);
}

static void print_gate(FILE *out, const struct comparison *c, size_t i)
{
	static const char *const words[] = {
		[GATE_PASSED] = "passed",
		[GATE_FAILED] = "failed",
		[GATE_UNKNOWN] = "unknown",
	};
	char sentence[GATE_SENTENCE];
	enum gate_outcome outcome = gate_judge(c->gate, i, c, sentence);

	fputs("{\"fail_if\": ", out);
	json_string(out, c->gate->condition[i].text);
	print_text(out, "outcome", words[outcome]);
	print_text(out, "sentence", sentence);
	fputs("}\n", out);
}

static void say_note(FILE *out, const char *sentence)
{
	fputs("{\"note\": ", out);
	json_string(out, sentence);
	fputs("}\n", out);
}

void comparison_json(FILE *out, const struct comparison *c)
{
	/* JSON has points in its numbers, whatever the user's locale has. */
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = uselocale(plain);
	size_t i;

	for (i = 0; i < c->n_changes; i++)
		print_change(out, &c->change[i]);
	for (i = 0; c->gate && i < c->gate->n; i++)
		print_gate(out, c, i);
	comparison_notes(c, say_note, out);
	uselocale(before);
	if (plain)
		freelocale(plain);
}
