/* SPDX-License-Identifier: BSD-2-Clause */
/* Brendan Gregg's flame graphs and many other tools read this format. */
#include "cli/script/collapsed.h"

#include "cli/script/job.h"
#include "cli/script/stacks.h"

#include <inttypes.h>

/* A name without what separates names and lines. */
static void put(FILE *out, const char *name)
{
	for (; *name; name++)
		fputc(*name == ';' || (unsigned char)*name < ' ' ? ':' : *name, out);
}

static int take(void *to, const struct stack_frame *frames, size_t n, size_t common, uint64_t count)
{
	FILE *out = to;
	size_t i;

	(void)common;
	for (i = 0; i < n; i++) {
		if (i)
			fputc(';', out);
		put(out, frames[i].name);
	}
	fprintf(out, " %" PRIu64 "\n", count);
	return 0;
}

int collapsed_write(const struct script_job *job)
{
	return stacks_give(job, take, job->out);
}
