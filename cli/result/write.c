/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing result files. */
#define _GNU_SOURCE /* locale_t */
#include "cli/result/write.h"

#include "cli/result/result.h"
#include "cli/result/sample.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

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

static void fail(const struct result_file *file, const char *what, int err)
{
	complain("%s %s: %s: %s", file->option, file->path, what, strerror(err));
}

int result_file_open(struct result_file *file, const char *option, const char *path)
{
	int err;

	*file = (struct result_file){ .option = option, .path = path };
	err = destination_open(&file->to, path);
	if (!err)
		return 0;
	fail(file, "cannot open the file", err);
	*file = (struct result_file){ 0 };
	return STATUS_FAILED;
}

/* Writes it out to the disk. Returns 0 or errno. */
static int write_out(const struct result_file *file, const struct result *result)
{
	int fd = fcntl(file->to.fd, F_DUPFD_CLOEXEC, 0), err = 0;
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

	if (!out) {
		err = errno;
		if (fd >= 0)
			close(fd);
		return err;
	}
	result_print(out, result);
	if (fflush(out) || ferror(out) || (file->to.beside && fsync(fd)))
		err = errno;
	if (fclose(out) && !err)
		err = errno;
	return err;
}

int result_file_write(struct result_file *file, const struct result *result)
{
	int err = write_out(file, result), closed = destination_close(&file->to, !err);

	if (!err)
		err = closed;
	if (err)
		fail(file, "the result could not be written", err);
	*file = (struct result_file){ 0 };
	return err ? STATUS_FAILED : 0;
}

void result_file_close(struct result_file *file)
{
	if (file->path)
		destination_close(&file->to, false);
	*file = (struct result_file){ 0 };
}
