/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison in Markdown. A reviewer sees first what failed, then the numbers, and last, folded,
 * the conditions under which they were counted.
 */
#include "cli/comparison/markdown.h"

#include "cli/comparison/change.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/gate.h"
#include "cli/comparison/number.h"
#include "cli/result/result.h"
#include "cli/ui/plain.h"

#include <stdlib.h>
#include <string.h>

static void print_count(FILE *out, const struct result_event *e, const struct sample *s)
{
	char text[NUMBER_TEXT];

	fputs(" | ", out);
	if (!e || e->missing) {
		fputs(e ? "not supported" : "–", out);
		return;
	}
	number_mean(text, s, e->scale);
	fputs(text, out);
	if (s->min == s->max)
		return;
	number_spread(text, s);
	fprintf(out, " ±%s %%", text);
}

/* A difference that means something stands in bold. */
static void print_change(FILE *out, const struct change *c)
{
	const struct result_event *e = c->after ? c->after : c->before;
	bool bold = !c->why_not && (c->kind == CHANGE_REAL || c->kind == CHANGE_OUTSIDE);
	char text[NUMBER_TEXT], quality[100];

	change_quality(c, quality, sizeof(quality));
	fputs("| ", out);
	plain_markdown(out, e->label);
	if (e->unit[0]) {
		fputs(" (", out);
		plain_markdown(out, e->unit);
		fputc(')', out);
	}
	print_count(out, c->before, &c->a);
	print_count(out, c->after, &c->b);
	if (c->why_not) {
		fprintf(out, " | | | %s |\n", c->why_not);
		return;
	}
	number_difference(text, c, e->scale);
	fprintf(out, " | %s%s%s", bold ? "**" : "", text, bold ? "**" : "");
	number_percent(text, c);
	fprintf(out, " | %s%s%s | %s%s", bold ? "**" : "", text, bold ? "**" : "",
		c->kind == CHANGE_NONE ? "" : change_about(c->kind),
		c->kind != CHANGE_NONE && quality[0] ? "; " : "");
	plain_markdown(out, quality);
	fputs(" |\n", out);
}

static void print_gate(FILE *out, const struct comparison *c)
{
	static const char *const words[] = {
		[GATE_PASSED] = "passed",
		[GATE_FAILED] = "**failed**",
		[GATE_UNKNOWN] = "**unknown**",
	};
	char sentence[GATE_SENTENCE];
	size_t i;

	for (i = 0; c->gate && i < c->gate->n; i++) {
		enum gate_outcome outcome = gate_judge(c->gate, i, c, sentence);

		fprintf(out, "- %s: ", words[outcome]);
		plain_markdown(out, sentence);
		fputc('\n', out);
	}
	if (c->gate && c->gate->n)
		fputc('\n', out);
}

static void say_note(FILE *out, const char *sentence)
{
	fputs("- ", out);
	plain_markdown(out, sentence);
	fputc('\n', out);
}

/* Prints what the function prints, but plain. */
static void print_quoted(FILE *out, const char *before,
			 void (*print)(FILE *out, const struct result *result),
			 const struct result *result)
{
	char *text = NULL;
	size_t size;
	FILE *memory = open_memstream(&text, &size);

	if (!memory)
		return;
	print(memory, result);
	if (!fclose(memory)) {
		fprintf(out, "- %s: ", before);
		plain_markdown(out, text);
		fputc('\n', out);
	}
	free(text);
}

void comparison_markdown(FILE *out, const struct comparison *c)
{
	size_t i;

	fputs("### Counts before and after\n\n", out);
	print_gate(out, c);
	fputs("| event | before | after | difference | percent | |\n"
	      "| :-- | --: | --: | --: | --: | :-- |\n",
	      out);
	for (i = 0; i < c->n_changes; i++)
		print_change(out, &c->change[i]);
	fputs("\n<details><summary>How it was counted</summary>\n\n", out);
	print_quoted(out, "before", comparison_print_result, c->before);
	print_quoted(out, "after", comparison_print_result, c->after);
	print_quoted(out, "both", comparison_print_conditions, c->after);
	comparison_notes(c, say_note, out);
	fputs("\n</details>\n", out);
}
