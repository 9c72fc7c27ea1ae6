/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of a comparison, by their names. */
#include "cli/comparison/formats.h"

#include "cli/comparison/github.h"
#include "cli/comparison/json.h"
#include "cli/comparison/markdown.h"
#include "cli/comparison/table.h"
#include "cli/ui/complain.h"

#include <stddef.h>
#include <string.h>

const struct comparison_format *comparison_format_find(const char *name)
{
	static const struct comparison_format formats[] = {
		{ "table", comparison_table },
		{ "markdown", comparison_markdown },
		{ "json", comparison_json },
		{ "github", comparison_github },
	};
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	complain("--format %s: expects table, markdown, json or github", name);
	return NULL;
}
