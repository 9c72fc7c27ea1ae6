/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading result files. Only the version of the schema, the backend, and the name and counts of
 * each event have to be there. The counts are the truth: mean, spread, min and max stand beside
 * them for other programs, and a file in which they disagree was edited in one place only.
 */
#include "cli/result/read.h"

#include "cli/result/result.h"
#include "cli/result/sample.h"
#include "cli/ui/plain.h"
#include "json/file.h"
#include "json/tree.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_MAX  255	 /* of a command that ended */
#define ENTRIES_MAX 2000 /* of what is compared entry by entry: events, features, what was fixed */

/* What is being read. */
struct file {
	const char *path;
	char *sentence;
};

static __attribute__((format(printf, 3, 4))) int refuse(const struct file *f, unsigned line,
							const char *fmt, ...)
{
	int n = line ? snprintf(f->sentence, RESULT_SENTENCE, "%s:%u: ", f->path, line) :
		       snprintf(f->sentence, RESULT_SENTENCE, "%s: ", f->path);
	va_list ap;

	if (n < 0 || n >= RESULT_SENTENCE)
		return -EINVAL;
	va_start(ap, fmt);
	vsnprintf(f->sentence + n, (size_t)(RESULT_SENTENCE - n), fmt, ap);
	va_end(ap);
	/* The sentence may quote the file. */
	plain_make(f->sentence);
	return -EINVAL;
}

static int out_of_memory(const struct file *f)
{
	refuse(f, 0, "out of memory");
	return -ENOMEM;
}

/* ---- Members ---- */

/* The member, if it is of this kind. A missing one is *value NULL; null counts as missing. */
static int take(const struct file *f, const struct json_value *object, const char *key,
		enum json_kind kind, const struct json_value **value)
{
	const struct json_value *v = json_member(object, key);

	*value = NULL;
	if (!v || v->kind == JSON_NULL)
		return 0;
	if (v->kind != kind)
		return refuse(f, v->line, "\"%s\" has to be %s, not %s", key, json_kind_name(kind),
			      json_kind_name(v->kind));
	*value = v;
	return 0;
}

/* The same, with at most ENTRIES_MAX entries. */
static int take_few(const struct file *f, const struct json_value *object, const char *key,
		    enum json_kind kind, const struct json_value **value)
{
	int err = take(f, object, key, kind, value);

	if (!err && *value && (*value)->len > ENTRIES_MAX)
		return refuse(f, (*value)->line, "\"%s\" has more than %d entries", key,
			      ENTRIES_MAX);
	return err;
}

/* A string; a missing one leaves *text as it was. */
static int take_text(const struct file *f, const struct json_value *object, const char *key,
		     const char **text)
{
	const struct json_value *v;
	int err = take(f, object, key, JSON_STRING, &v);

	if (!err && v)
		*text = v->text;
	return err;
}

/* The sentence for a value that json_u64() did not take. */
static int refuse_number(const struct file *f, const struct json_value *v, const char *key, int err)
{
	if (v->kind != JSON_NUMBER)
		return refuse(f, v->line, "\"%s\" has to be an integer, not %s", key,
			      json_kind_name(v->kind));
	return refuse(f, v->line, "\"%s\" has %.*s, which is %s", key,
		      (int)(v->len < 40 ? v->len : 40), v->text,
		      err == -ERANGE	? "above 2^64 - 1" :
		      v->text[0] == '-' ? "negative" :
					  "not written as an integer");
}

/* An integer; a missing one leaves *number as it was. */
static int take_number(const struct file *f, const struct json_value *object, const char *key,
		       uint64_t max, uint64_t *number)
{
	const struct json_value *v = json_member(object, key);
	uint64_t n;
	int err;

	if (!v || v->kind == JSON_NULL)
		return 0;
	err = json_u64(v, &n);
	if (err)
		return refuse_number(f, v, key, err);
	if (n > max)
		return refuse(f, v->line, "\"%s\" is %llu, above %llu", key, (unsigned long long)n,
			      (unsigned long long)max);
	*number = n;
	return 0;
}

static int take_unsigned(const struct file *f, const struct json_value *object, const char *key,
			 unsigned *number)
{
	uint64_t n = *number;
	int err = take_number(f, object, key, UINT32_MAX, &n);

	if (!err)
		*number = (unsigned)n;
	return err;
}

/* A number of any form. *there: is there one? */
static int take_double(const struct file *f, const struct json_value *object, const char *key,
		       double *number, bool *there)
{
	const struct json_value *v;
	int err = take(f, object, key, JSON_NUMBER, &v);

	*there = !err && v;
	if (*there)
		*number = strtod(v->text, NULL);
	return err;
}

/* An array of strings. */
static int take_texts(const struct file *f, const struct json_value *object, const char *key,
		      const char ***texts, size_t *n)
{
	const struct json_value *array, *v;
	int err = take(f, object, key, JSON_ARRAY, &array);

	if (err || !array)
		return err;
	*texts = calloc(array->len + 1, sizeof(**texts));
	if (!*texts)
		return out_of_memory(f);
	for (v = array->first; v; v = v->next) {
		if (v->kind != JSON_STRING)
			return refuse(f, v->line, "\"%s\" has to hold strings, but holds %s", key,
				      json_kind_name(v->kind));
		(*texts)[(*n)++] = v->text;
	}
	return 0;
}

/* ---- Parts ---- */

static int take_machine(const struct file *f, struct result *r)
{
	const struct json_value *machine, *features;
	int err = take(f, r->tree.root, "machine", JSON_OBJECT, &machine);

	if (err || !machine)
		return err;
	err = take_text(f, machine, "vendor", &r->vendor);
	if (!err)
		err = take_text(f, machine, "brand", &r->brand);
	if (!err)
		err = take_unsigned(f, machine, "family", &r->family);
	if (!err)
		err = take_unsigned(f, machine, "model", &r->model);
	if (!err)
		err = take_unsigned(f, machine, "stepping", &r->stepping);
	if (!err)
		err = take_few(f, machine, "features", JSON_ARRAY, &features);
	if (!err && features)
		err = take_texts(f, machine, "features", &r->feature, &r->n_features);
	return err;
}

static int take_fixed(const struct file *f, struct result *r)
{
	const struct json_value *fixed, *v;
	int err = take_few(f, r->tree.root, "fixed", JSON_OBJECT, &fixed);

	if (err || !fixed)
		return err;
	r->fixed = calloc(fixed->len + 1, sizeof(*r->fixed));
	if (!r->fixed)
		return out_of_memory(f);
	for (v = fixed->first; v; v = v->next) {
		if (v->kind != JSON_STRING)
			return refuse(f, v->line, "\"%s\" in \"fixed\" has to be a string, not %s",
				      v->key, json_kind_name(v->kind));
		r->fixed[r->n_fixed++] = (struct result_fixed){ v->key, v->text };
	}
	return 0;
}

static int take_run(const struct file *f, const struct json_value *v, struct result_run *run)
{
	uint64_t status = 0;
	int err;

	if (v->kind != JSON_OBJECT)
		return refuse(f, v->line, "\"runs\" has to hold objects, but holds %s",
			      json_kind_name(v->kind));
	err = take_number(f, v, "status", STATUS_MAX, &status);
	run->status = (int)status;
	if (!err)
		err = take_number(f, v, "wall_ns", UINT64_MAX, &run->wall_ns);
	if (!err)
		err = take_number(f, v, "user_ns", UINT64_MAX, &run->user_ns);
	if (!err)
		err = take_number(f, v, "system_ns", UINT64_MAX, &run->system_ns);
	if (!err)
		err = take_text(f, v, "left_out", &run->left_out);
	return err;
}

static int take_runs(const struct file *f, struct result *r)
{
	const struct json_value *runs, *v;
	int err = take(f, r->tree.root, "runs", JSON_ARRAY, &runs);

	if (err || !runs)
		return err;
	r->run = calloc(runs->len + 1, sizeof(*r->run));
	if (!r->run)
		return out_of_memory(f);
	for (v = runs->first; v; v = v->next) {
		err = take_run(f, v, &r->run[r->n_runs]);
		if (err)
			return err;
		r->n_runs++;
	}
	return 0;
}

/* ---- Events ---- */

/* A number beside the counts, which has to be what the counts say. */
static int check_beside(const struct file *f, const struct json_value *v, const char *key,
			const char *label, double want)
{
	double got, off, size;
	bool there;
	int err = take_double(f, v, key, &got, &there);

	if (err || !there)
		return err;
	off = got > want ? got - want : want - got;
	size = want > 1 ? want : 1;
	/* Whoever wrote the file may have rounded in the last digits. */
	if (off <= size * 1e-9)
		return 0;
	return refuse(f, v->line,
		      "event '%.80s': \"%s\" is %.17g, but its counts say %.17g; edit "
		      "\"counts\" and remove \"%s\"",
		      label, key, got, want, key);
}

static int take_counts(const struct file *f, const struct json_value *v, struct result_event *e)
{
	const struct json_value *counts, *c;
	struct sample sample;
	int err = take(f, v, "counts", JSON_ARRAY, &counts);

	if (err)
		return err;
	if (!counts || !counts->len) {
		if (e->missing)
			return 0;
		return refuse(f, v->line,
			      "event '%.80s' has neither \"counts\" nor a reason in \"missing\"",
			      e->label);
	}
	if (e->missing)
		return refuse(f, v->line, "event '%.80s' has \"counts\" and \"missing\"", e->label);
	e->count = calloc(counts->len, sizeof(*e->count));
	if (!e->count)
		return out_of_memory(f);
	for (c = counts->first; c; c = c->next) {
		err = json_u64(c, &e->count[e->n_counts]);
		if (err)
			return refuse_number(f, c, "counts", err);
		e->n_counts++;
	}
	sample = sample_of(e);
	err = check_beside(f, v, "mean", e->label, sample.mean);
	if (!err)
		err = check_beside(f, v, "spread", e->label, sample.spread);
	if (!err)
		err = check_beside(f, v, "min", e->label, (double)sample.min);
	if (!err)
		err = check_beside(f, v, "max", e->label, (double)sample.max);
	return err;
}

static int take_event(const struct file *f, const struct json_value *v, struct result_event *e)
{
	bool there;
	int err;

	if (v->kind != JSON_OBJECT)
		return refuse(f, v->line, "\"events\" has to hold objects, but holds %s",
			      json_kind_name(v->kind));
	e->typed = NULL;
	e->modifiers = e->unit = "";
	e->quality = "exact";
	e->scale = 1;
	err = take_text(f, v, "event", &e->typed);
	if (!err && (!e->typed || !e->typed[0]))
		err = refuse(f, v->line, "an event has no name in \"event\"");
	if (err)
		return err;
	e->label = e->name = e->typed;
	err = take_text(f, v, "label", &e->label);
	if (!err)
		err = take_text(f, v, "name", &e->name);
	if (!err)
		err = take_text(f, v, "modifiers", &e->modifiers);
	if (!err)
		err = take_text(f, v, "unit", &e->unit);
	if (!err)
		err = take_text(f, v, "quality", &e->quality);
	if (!err)
		err = take_text(f, v, "missing", &e->missing);
	if (!err)
		err = take_double(f, v, "scale", &e->scale, &there);
	/* The comparison is false for what is no number, too. */
	/* So a unit is a number of counts, as conditions of --fail-if take it. */
	if (!err && !(e->scale >= 1e-9 && e->scale <= 1))
		err = refuse(f, v->line, "event '%.80s': \"scale\" has to be from 1e-9 to 1",
			     e->label);
	return err ? err : take_counts(f, v, e);
}

static int take_events(const struct file *f, struct result *r)
{
	const struct json_value *events, *v;
	const char *twice;
	int err = take_few(f, r->tree.root, "events", JSON_ARRAY, &events);

	if (err)
		return err;
	if (!events)
		return refuse(f, r->tree.root->line, "the file has no \"events\"");
	r->event = calloc(events->len + 1, sizeof(*r->event));
	if (!r->event)
		return out_of_memory(f);
	for (v = events->first; v; v = v->next) {
		/* Count it first, so that what it has already got is freed. */
		err = take_event(f, v, &r->event[r->n_events++]);
		if (err)
			return err;
	}
	twice = result_twice(r);
	if (!twice)
		return 0;
	return refuse(f, 0,
		      "two of its events are called '%.80s'; each needs a \"label\" of its own",
		      twice);
}

/* ---- The file ---- */

static int check_schema(const struct file *f, const struct json_value *root)
{
	const struct json_value *v = json_member(root, "pmc_result");
	uint64_t schema;
	int err;

	if (root->kind != JSON_OBJECT || !v)
		return refuse(f, 0,
			      "it is no result file: it has no \"pmc_result\"; 'pmc stat "
			      "--save FILE' writes one");
	err = json_u64(v, &schema);
	if (err)
		return refuse_number(f, v, "pmc_result", err);
	if (schema > RESULT_SCHEMA)
		return refuse(
			f, v->line,
			"the file has version %llu of the schema, and this pmc reads up to %d; "
			"use a newer pmc",
			(unsigned long long)schema, RESULT_SCHEMA);
	if (!schema)
		return refuse(f, v->line, "there is no version 0 of the schema");
	return 0;
}

static int take_all(const struct file *f, struct result *r)
{
	const struct json_value *root = r->tree.root, *v;
	int err = check_schema(f, root);

	if (!err)
		err = take_text(f, root, "pmc", &r->version);
	if (!err)
		err = take_text(f, root, "backend", &r->backend);
	if (!err && !r->backend)
		err = refuse(f, root->line, "the file has no \"backend\"");
	if (!err)
		err = take_text(f, root, "target", &r->target);
	if (!err)
		err = take_text(f, root, "times_quality", &r->times_quality);
	if (!err)
		err = take_texts(f, root, "command", &r->word, &r->n_words);
	v = json_member(root, "deterministic");
	if (!err && v && v->kind != JSON_TRUE && v->kind != JSON_FALSE && v->kind != JSON_NULL)
		err = refuse(f, v->line, "\"deterministic\" has to be true or false");
	r->deterministic = v && v->kind == JSON_TRUE;
	if (!err)
		err = take_machine(f, r);
	if (!err)
		err = take_fixed(f, r);
	if (!err)
		err = take_runs(f, r);
	if (!err)
		err = take_events(f, r);
	if (!err)
		err = take_texts(f, root, "notes", &r->note, &r->n_notes);
	return err;
}

static int read_file(struct result *r, const struct file *f)
{
	size_t len;
	int err = json_file_read(f->path, &r->text, &len);

	if (err == -EFBIG) {
		refuse(f, 0, "it is larger than %u MiB", JSON_FILE_MAX >> 20);
		return err;
	}
	if (err) {
		refuse(f, 0, "%s", strerror(-err));
		return err;
	}
	err = json_tree_init(&r->tree, r->text, len);
	if (err == -EINVAL)
		return refuse(f, r->tree.error_line, "%s", r->tree.error);
	if (err)
		return out_of_memory(f);
	return take_all(f, r);
}

int result_read(struct result *result, const char *path, char sentence[RESULT_SENTENCE])
{
	struct file f = { .path = path, .sentence = sentence };
	/* JSON has points in its numbers, whatever the user's locale has. */
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), before;
	int err;

	memset(result, 0, sizeof(*result));
	result->title = path;
	result->version = "";
	result->target = "command";
	if (!c)
		return out_of_memory(&f);
	before = uselocale(c);
	err = read_file(result, &f);
	uselocale(before);
	freelocale(c);
	if (err)
		result_deinit(result);
	return err;
}
