/* SPDX-License-Identifier: BSD-2-Clause */
/* A JSON text as a tree of values. */
#include "json/tree.h"

#include "json/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 256u

/* Values are allocated by the chunk; values point to each other, so a chunk never moves. */
struct json_chunk {
	struct json_chunk *next;
	unsigned n;
	struct json_value value[CHUNK];
};

static struct json_value *new_value(struct json_tree *tree)
{
	struct json_chunk *chunk = tree->chunk;

	if (!chunk || chunk->n == CHUNK) {
		chunk = calloc(1, sizeof(*chunk));
		if (!chunk)
			return NULL;
		chunk->next = tree->chunk;
		tree->chunk = chunk;
	}
	tree->n_values++;
	return &chunk->value[chunk->n++];
}

static int take_value(struct json_tree *tree, struct json_reader *r, int depth, const char *key,
		      struct json_value **value);

/* Takes the values of an array or object, whose opening bracket has been taken. */
static int take_members(struct json_tree *tree, struct json_reader *r, int depth,
			struct json_value *parent)
{
	char close = parent->kind == JSON_OBJECT ? '}' : ']';
	struct json_value **to = &parent->first;
	const char *key = NULL;
	int err = 0;

	if (json_peek(r) == close)
		return json_expect(r, close);
	for (;;) {
		if (close == '}') {
			err = json_take_string(r, &key);
			if (!err)
				err = json_expect(r, ':');
		}
		if (!err)
			err = take_value(tree, r, depth + 1, key, to);
		if (err)
			return err;
		parent->len++;
		to = &(*to)->next;
		if (json_peek(r) != ',')
			return json_expect(r, close);
		err = json_expect(r, ',');
	}
}

static int take_word(struct json_reader *r, struct json_value *v)
{
	int err = json_take_word(r, &v->text, &v->len);

	if (err)
		return err;
	switch (v->text[0]) {
	case 't':
		v->kind = JSON_TRUE;
		break;
	case 'f':
		v->kind = JSON_FALSE;
		break;
	case 'n':
		v->kind = JSON_NULL;
		break;
	default:
		v->kind = JSON_NUMBER;
	}
	return 0;
}

static int take_value(struct json_tree *tree, struct json_reader *r, int depth, const char *key,
		      struct json_value **value)
{
	char c = json_peek(r);
	struct json_value *v;

	if (depth > JSON_DEPTH_MAX)
		return json_fail(r, r->line, "objects and arrays are nested more than %d deep",
				 JSON_DEPTH_MAX);
	if (tree->n_values >= JSON_VALUES_MAX)
		return json_fail(r, r->line, "the file has more than %u values", JSON_VALUES_MAX);
	v = new_value(tree);
	if (!v)
		return -ENOMEM;
	*value = v;
	v->line = r->line;
	v->key = key;
	if (c == '"') {
		v->kind = JSON_STRING;
		return json_take_string(r, &v->text);
	}
	if (c != '{' && c != '[')
		return take_word(r, v);
	v->kind = c == '{' ? JSON_OBJECT : JSON_ARRAY;
	r->pos++;
	return take_members(tree, r, depth, v);
}

int json_tree_init(struct json_tree *tree, char *text, size_t len)
{
	struct json_reader r;
	int err;

	memset(tree, 0, sizeof(*tree));
	json_reader_init(&r, text, len);
	err = take_value(tree, &r, 0, NULL, &tree->root);
	if (!err)
		err = json_end(&r);
	if (err == -EINVAL) {
		memcpy(tree->error, r.error, sizeof(tree->error));
		tree->error_line = r.error_line;
	}
	return err;
}

void json_tree_deinit(struct json_tree *tree)
{
	struct json_chunk *chunk, *next;

	for (chunk = tree->chunk; chunk; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
	tree->chunk = NULL;
	tree->root = NULL;
}

const struct json_value *json_member(const struct json_value *object, const char *key)
{
	const struct json_value *v, *found = NULL;

	if (object->kind != JSON_OBJECT)
		return NULL;
	for (v = object->first; v; v = v->next)
		if (!strcmp(v->key, key))
			found = v;
	return found;
}

int json_u64(const struct json_value *value, uint64_t *number)
{
	uint64_t n = 0;
	size_t i;

	if (value->kind != JSON_NUMBER)
		return -EINVAL;
	for (i = 0; i < value->len; i++)
		if (value->text[i] < '0' || value->text[i] > '9')
			return -EINVAL;
	for (i = 0; i < value->len; i++) {
		unsigned digit = (unsigned)(value->text[i] - '0');

		if (n > (UINT64_MAX - digit) / 10)
			return -ERANGE;
		n = n * 10 + digit;
	}
	*number = n;
	return 0;
}

const char *json_kind_name(enum json_kind kind)
{
	static const char *const names[] = {
		[JSON_NULL] = "null",	     [JSON_FALSE] = "false",	 [JSON_TRUE] = "true",
		[JSON_NUMBER] = "a number",  [JSON_STRING] = "a string", [JSON_ARRAY] = "an array",
		[JSON_OBJECT] = "an object",
	};

	return names[kind];
}
