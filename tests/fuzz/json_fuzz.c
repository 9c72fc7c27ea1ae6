/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * JSON under libFuzzer: an input is a text. What must hold: json_skip() and the tree agree on what
 * is JSON; what is refused has a sentence and a line; and what is accepted is printed again as a
 * text that is read as the same tree.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/reader.h"
#include "json/tree.h"
#include "json/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "json_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

static char *copy(const void *data, size_t size)
{
	char *text = malloc(size + 1);

	MUST(text);
	if (size)
		memcpy(text, data, size);
	text[size] = 0;
	return text;
}

static void print_string(FILE *out, const char *s)
{
	size_t left = strlen(s), length;

	fputc('"', out);
	for (; left; s += length, left -= length) {
		length = utf8_length(s, left);
		MUST(length);
		if (*s == '"' || *s == '\\' || (unsigned char)*s < ' ')
			fprintf(out, "\\u%04x", *s);
		else
			fwrite(s, 1, length, out);
	}
	fputc('"', out);
}

static void print(FILE *out, const struct json_value *v)
{
	const struct json_value *child;
	size_t n = 0;

	switch (v->kind) {
	case JSON_STRING:
		print_string(out, v->text);
		return;
	case JSON_NUMBER:
		fprintf(out, "%.*s", (int)v->len, v->text);
		return;
	case JSON_ARRAY:
	case JSON_OBJECT:
		break;
	default:
		fputs(v->kind == JSON_TRUE  ? "true" :
		      v->kind == JSON_FALSE ? "false" :
					      "null",
		      out);
		return;
	}
	fputc(v->kind == JSON_OBJECT ? '{' : '[', out);
	for (child = v->first; child; child = child->next, n++) {
		if (n)
			fputc(',', out);
		MUST(!child->key == (v->kind == JSON_ARRAY));
		if (child->key) {
			print_string(out, child->key);
			fputc(':', out);
			MUST(json_member(v, child->key));
		}
		print(out, child);
	}
	MUST(n == v->len);
	fputc(v->kind == JSON_OBJECT ? '}' : ']', out);
}

static bool same(const struct json_value *a, const struct json_value *b)
{
	uint64_t x = 1, y = 1;

	if (!a || !b)
		return a == b;
	for (; a && b; a = a->next, b = b->next) {
		if (a->kind != b->kind || !a->key != !b->key || (a->key && strcmp(a->key, b->key)))
			return false;
		if (a->kind == JSON_STRING && strcmp(a->text, b->text))
			return false;
		if (a->kind == JSON_NUMBER &&
		    (a->len != b->len || strncmp(a->text, b->text, a->len)))
			return false;
		if (json_u64(a, &x) != json_u64(b, &y) || x != y)
			return false;
		if (!same(a->first, b->first))
			return false;
	}
	return !a && !b;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *one = copy(data, size), *two = copy(data, size), *printed = NULL;
	struct json_tree tree, again;
	struct json_reader r;
	size_t printed_size;
	int err, skipped;
	FILE *out;

	json_reader_init(&r, one, size);
	skipped = json_skip(&r);
	if (!skipped)
		skipped = json_end(&r);
	err = json_tree_init(&tree, two, size);
	MUST(err == skipped);
	if (err) {
		MUST(err == -EINVAL && tree.error[0] && tree.error_line);
		MUST(!strcmp(tree.error, r.error) && tree.error_line == r.error_line);
	} else {
		out = open_memstream(&printed, &printed_size);
		MUST(out);
		print(out, tree.root);
		MUST(!fclose(out));
		MUST(!json_tree_init(&again, printed, printed_size));
		MUST(same(tree.root, again.root));
		json_tree_deinit(&again);
	}
	json_tree_deinit(&tree);
	free(printed);
	free(two);
	free(one);
	return 0;
}
