/* SPDX-License-Identifier: BSD-2-Clause */
/* A JSON text as a tree of values. */
#ifndef PMC_JSON_TREE_H
#define PMC_JSON_TREE_H

#include <stddef.h>
#include <stdint.h>

#define JSON_VALUES_MAX 4000000u

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json_value {
	enum json_kind kind;
	unsigned line;	  /* in which it begins, from 1 */
	const char *key;  /* of a member of an object; else NULL */
	const char *text; /* a string; or the digits of a number, which len counts */
	size_t len;	  /* numbers: of text; arrays and objects: how many values they have */
	struct json_value *first; /* of an array or object; NULL: it is empty */
	struct json_value *next;  /* the one after this in its array or object */
};

struct json_chunk;

struct json_tree {
	struct json_value *root;
	struct json_chunk *chunk;
	unsigned n_values;
	/* After -EINVAL: what is wrong, without a full stop, and in which line. */
	char error[400];
	unsigned error_line;
};

/*
 * Reads the whole text, which has a zero byte after its `len` bytes. The text is changed, and has
 * to live as long as the tree, which points into it. Returns 0, -ENOMEM, or -EINVAL when it is no
 * JSON (json/reader.h) or has more than JSON_VALUES_MAX values. Call json_tree_deinit() in every
 * case.
 */
int json_tree_init(struct json_tree *tree, char *text, size_t len);
void json_tree_deinit(struct json_tree *tree);

/* The member of an object with this key, the last if there are several; NULL: none. */
const struct json_value *json_member(const struct json_value *object, const char *key);

/*
 * The number as an integer. -EINVAL: it is no number, negative, or not written as an integer;
 * -ERANGE: it is above 2^64 - 1.
 */
int json_u64(const struct json_value *value, uint64_t *number);

/* "a string", "an array" … for messages. */
const char *json_kind_name(enum json_kind kind);

#endif
