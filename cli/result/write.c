/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing result files. */
#define _GNU_SOURCE /* asprintf, mkostemp */
#include "cli/result/write.h"

#include "cli/result/result.h"
#include "cli/result/sample.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/rights.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as many as the kernel follows */

/* ---- The document ---- */

/* Prints `"key": "text"` after `before`. */
static void print_text(FILE *out, const char *before, const char *key, const char *text)
{
	fprintf(out, "%s\"%s\": ", before, key);
	json_string(out, text);
}

static void print_texts(FILE *out, const char *const *text, size_t n)
{
	size_t i;

	fputc('[', out);
	for (i = 0; i < n; i++) {
		if (i)
			fputs(", ", out);
		json_string(out, text[i]);
	}
	fputc(']', out);
}

static void print_machine(FILE *out, const struct result *r)
{
	if (!r->vendor)
		return;
	fputs("  \"machine\": {", out);
	print_text(out, "", "vendor", r->vendor);
	if (r->brand)
		print_text(out, ", ", "brand", r->brand);
	fprintf(out, ", \"family\": %u, \"model\": %u, \"stepping\": %u, \"features\": ", r->family,
		r->model, r->stepping);
	print_texts(out, r->feature, r->n_features);
	fputs("},\n", out);
}

static void print_runs(FILE *out, const struct result *r)
{
	size_t i;

	fputs("  \"runs\": [", out);
	for (i = 0; i < r->n_runs; i++) {
		const struct result_run *run = &r->run[i];

		fprintf(out,
			"%s\n    {\"status\": %d, \"wall_ns\": %llu, \"user_ns\": %llu, "
			"\"system_ns\": %llu",
			i ? "," : "", run->status, (unsigned long long)run->wall_ns,
			(unsigned long long)run->user_ns, (unsigned long long)run->system_ns);
		if (run->left_out)
			print_text(out, ", ", "left_out", run->left_out);
		fputc('}', out);
	}
	fputs("\n  ],\n", out);
}

static void print_event(FILE *out, const struct result_event *e)
{
	struct sample s = sample_of(e);
	size_t i;

	print_text(out, "    {", "event", e->typed);
	print_text(out, ", ", "label", e->label);
	print_text(out, ", ", "name", e->name);
	print_text(out, ", ", "modifiers", e->modifiers);
	print_text(out, ", ", "unit", e->unit);
	fprintf(out, ", \"scale\": %.17g", e->scale);
	print_text(out, ", ", "quality", e->quality);
	if (e->missing) {
		print_text(out, ", ", "missing", e->missing);
		fputc('}', out);
		return;
	}
	fprintf(out, ",\n     \"mean\": %.17g, \"spread\": %.17g, \"min\": %llu, \"max\": %llu",
		s.mean, s.spread, (unsigned long long)s.min, (unsigned long long)s.max);
	fputs(",\n     \"counts\": [", out);
	for (i = 0; i < e->n_counts; i++)
		fprintf(out, "%s%llu", i ? ", " : "", (unsigned long long)e->count[i]);
	fputs("]}", out);
}

static void print_document(FILE *out, const struct result *r)
{
	size_t i;

	fprintf(out, "{\n  \"pmc_result\": %d,\n", RESULT_SCHEMA);
	print_text(out, "  ", "pmc", r->version);
	print_text(out, ",\n  ", "target", r->target);
	fputs(",\n  \"command\": ", out);
	if (r->n_words)
		print_texts(out, r->word, r->n_words);
	else
		fputs("null", out);
	print_text(out, ",\n  ", "backend", r->backend);
	fprintf(out, ",\n  \"deterministic\": %s,\n", r->deterministic ? "true" : "false");
	if (r->times_quality) {
		print_text(out, "  ", "times_quality", r->times_quality);
		fputs(",\n", out);
	}
	print_machine(out, r);
	fputs("  \"fixed\": {", out);
	for (i = 0; i < r->n_fixed; i++) {
		fputs(i ? ", " : "", out);
		json_string(out, r->fixed[i].name);
		fputs(": ", out);
		json_string(out, r->fixed[i].value);
	}
	fputs("},\n", out);
	print_runs(out, r);
	fputs("  \"events\": [\n", out);
	for (i = 0; i < r->n_events; i++) {
		fputs(i ? ",\n" : "", out);
		print_event(out, &r->event[i]);
	}
	fputs("\n  ],\n  \"notes\": ", out);
	print_texts(out, r->note, r->n_notes);
	fputs("\n}\n", out);
}

void result_print(FILE *out, const struct result *result)
{
	/* JSON has points in its numbers, whatever the user's locale has. */
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), before;

	before = uselocale(c);
	print_document(out, result);
	uselocale(before);
	if (c)
		freelocale(c);
}

/* ---- The file ---- */

static int fail(const struct result_file *file, const char *what)
{
	complain("%s %s: %s: %s", file->option, file->path, what, strerror(errno));
	return STATUS_FAILED;
}

/* The path that links lead to at which there is no file yet. NULL with errno. */
static char *follow(const char *path)
{
	char *at = strdup(path), *next, link[PATH_MAX];
	const char *slash;
	ssize_t n;
	int i;

	for (i = 0; at && i < LINKS_MAX; i++) {
		n = readlink(at, link, sizeof(link) - 1);
		if (n < 0)
			return at;
		link[n] = 0;
		slash = link[0] == '/' ? NULL : strrchr(at, '/');
		if (asprintf(&next, "%.*s%s", slash ? (int)(slash + 1 - at) : 0, at, link) < 0)
			next = NULL;
		free(at);
		at = next;
	}
	return at;
}

/*
 * The file that gets the result: where links lead to, since a link has to stay one. NULL with
 * errno.
 */
static char *target_of(const char *path)
{
	struct stat st;
	char *real;

	if (lstat(path, &st) || !S_ISLNK(st.st_mode))
		return strdup(path);
	real = realpath(path, NULL);
	if (real || errno != ENOENT)
		return real;
	/* /proc has links to files without a name. */
	return stat(path, &st) ? follow(path) : strdup(path);
}

static int open_temporary(struct result_file *file)
{
	size_t size;
	int fd;

	file->target = target_of(file->path);
	if (!file->target)
		return fail(file, "cannot open the file");
	size = strlen(file->target) + sizeof(".XXXXXX");
	file->temporary = malloc(size);
	if (!file->temporary)
		return fail(file, "cannot open the file");
	snprintf(file->temporary, size, "%s.XXXXXX", file->target);
	fd = mkostemp(file->temporary, O_CLOEXEC);
	if (fd < 0) {
		free(file->temporary);
		file->temporary = NULL;
		return fail(file, "cannot open a file beside it");
	}
	file->file = fdopen(fd, "w");
	return file->file ? 0 : fail(file, "cannot open the file");
}

int result_file_open(struct result_file *file, const char *option, const char *path)
{
	struct stat st;

	memset(file, 0, sizeof(*file));
	file->option = option;
	file->path = path;
	if (!stat(path, &st)) {
		if (S_ISDIR(st.st_mode)) {
			errno = EISDIR;
			return fail(file, "cannot open the file");
		}
		if (!S_ISREG(st.st_mode)) {
			file->file = fopen(path, "we");
			return file->file ? 0 : fail(file, "cannot open the file");
		}
		/* Whoever made the file read-only wants to keep it. */
		if (access(path, W_OK))
			return fail(file, "cannot write the file");
	}
	return open_temporary(file);
}

int result_file_write(struct result_file *file, const struct result *result)
{
	int failed;

	result_print(file->file, result);
	if (file->temporary)
		rights_like(fileno(file->file), file->target);
	failed = fflush(file->file) || ferror(file->file);
	if (!failed && file->temporary)
		failed = fsync(fileno(file->file));
	if (fclose(file->file))
		failed = 1;
	file->file = NULL;
	if (!failed && file->temporary)
		failed = rename(file->temporary, file->target);
	if (failed)
		return fail(file, "the result could not be written");
	free(file->temporary);
	file->temporary = NULL;
	return 0;
}

void result_file_close(struct result_file *file)
{
	if (file->file)
		fclose(file->file);
	if (file->temporary)
		unlink(file->temporary);
	free(file->temporary);
	free(file->target);
	memset(file, 0, sizeof(*file));
}
