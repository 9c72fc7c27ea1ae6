/* SPDX-License-Identifier: BSD-2-Clause */
/* Puts the page together in memory, and writes it. */
#define _GNU_SOURCE /* open_memstream */
#include "cli/page/page.h"

#include "cli/flame/svg.h"
#include "cli/page/assets.h"
#include "cli/page/data.h"
#include "cli/page/document.h"
#include "cli/profile/events.h"
#include "cli/profile/heading.h"
#include "cli/ui/complain.h"
#include "cli/ui/markup.h"
#include "cli/ui/status.h"
#include "cli/ui/whole.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES 400000 /* of the tree; the page opens in less than two seconds with them */

static int no_memory(void)
{
	complain("out of memory");
	return STATUS_FAILED;
}

/* ---- HTML ---- */

/* The text report's heading, without the marks of its comments. */
static void print_heading(FILE *out, const struct page *page)
{
	char *text = NULL, *line, *rest;
	size_t n;
	FILE *lines = open_memstream(&text, &n);

	if (!lines)
		return;
	page->heading(lines, page->of);
	fclose(lines);
	for (line = text ? strtok_r(text, "\n", &rest) : NULL; line;
	     line = strtok_r(NULL, "\n", &rest)) {
		fputs("<li>", out);
		markup_text(out, line + (strncmp(line, "# ", 2) ? 0 : 2));
		fputs("</li>\n", out);
	}
	free(text);
}

static void print_page(FILE *out, const struct page *page, const char *data, size_t n)
{
	const char *body = asset_body, *at;

	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "script-src 'unsafe-inline'; style-src 'unsafe-inline'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
	      out);
	markup_text(out, page->title);
	fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", asset_style);
	while ((at = strchr(body, '@'))) {
		fwrite(body, 1, (size_t)(at - body), out);
		if (!strncmp(at, "@title@", 7))
			markup_text(out, page->title);
		else
			print_heading(out, page);
		body = strchr(at + 1, '@') + 1;
	}
	fputs(body, out);
	fputs("<script type=\"application/json\" id=\"data\">", out);
	markup_json(out, data, n);
	fprintf(out, "</script>\n<script>\n%s</script>\n</body>\n</html>\n", asset_script);
}

static int write_html(const struct page *page, struct flame *flame, const char *path)
{
	struct document document = { .page = page, .flame = flame };
	char *data = NULL, *text = NULL;
	size_t n_data, n_text;
	FILE *out = open_memstream(&data, &n_data);
	bool failed = !out;
	int status;

	if (out) {
		data_print(out, &document);
		failed = document.failed || ferror(out);
		failed |= fclose(out) != 0;
	}
	out = failed ? NULL : open_memstream(&text, &n_text);
	failed |= !out;
	if (out) {
		print_page(out, page, data, n_data);
		failed = ferror(out);
		failed |= fclose(out) != 0;
	}
	status = failed ? no_memory() : whole_write(path, text, n_text);
	names_deinit(&document.texts);
	free(data);
	free(text);
	return status;
}

/* ---- SVG ---- */

static int write_svg(const struct page *page, const struct flame *flame, const char *path)
{
	struct pmc_profile_event event;
	char *text = NULL;
	size_t n;
	FILE *out;
	int status;

	if (!flame_has_chains(flame)) {
		complain("--svg: %s", flame_why_not(flame));
		return STATUS_FAILED;
	}
	out = open_memstream(&text, &n);
	if (!out)
		return no_memory();
	pmc_profile_event_at(page->side[0].subject->profile, page->chosen[0]->index[0], &event);
	svg_print(out, flame, page->title, event.name);
	status = ferror(out) | fclose(out) ? no_memory() : whole_write(path, text, n);
	free(text);
	return status;
}

int page_write(const struct page *page, const char *html, const char *svg)
{
	struct flame flame;
	int status = 0, side;

	if (flame_init(&flame, page->side, page->n_sides, page->chosen[0]->n, MOST_NODES))
		status = no_memory();
	for (side = 0; side < (int)page->n_sides && !status; side++) {
		const struct subject *subject = page->side[side].subject;

		/* Of two profiles only one may have the function that -S names. */
		if (page->n_sides == 1)
			status = filter_check_functions(&subject->filter, &subject->functions,
							"--symbols");
	}
	if (!status && svg)
		status = write_svg(page, &flame, svg);
	if (!status && html)
		status = write_html(page, &flame, html);
	flame_deinit(&flame);
	return status;
}
