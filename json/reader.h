/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a JSON text (RFC 8259) from its beginning to its end, a piece at a time. Whoever wants the
 * whole text at once takes json/tree.h.
 *
 * The text is not trusted. It may be cut off anywhere and have any bytes: what is no JSON, and no
 * UTF-8, is refused with a sentence and its line. A byte order mark at the beginning is skipped.
 */
#ifndef PMC_JSON_READER_H
#define PMC_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>

#define JSON_DEPTH_MAX 32 /* objects and arrays inside of each other */

struct json_reader {
	char *text; /* the caller's; strings are unescaped in place */
	size_t len, pos;
	unsigned line; /* of text[pos], from 1 */
	/* After a failure: what is wrong, without a full stop, and in which line. */
	char error[400];
	unsigned error_line;
};

/* `text` has a zero byte after its `len` bytes. It is changed, and strings point into it. */
void json_reader_init(struct json_reader *r, char *text, size_t len);

/* Notes what is wrong in a line. Returns -EINVAL. */
int json_fail(struct json_reader *r, unsigned line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The next character that is no blank, without taking it; 0 at the end. */
char json_peek(struct json_reader *r);

/* The following functions take a piece. They return 0 or, with the sentence, -EINVAL. */

/* This character: one of {}[]:, */
int json_expect(struct json_reader *r, char c);
/* A string, which ends with a zero byte now. A string with \u0000 is refused. */
int json_take_string(struct json_reader *r, const char **string);
/* A number, true, false or null. *word is not closed by a zero byte, and *len is its length. */
int json_take_word(struct json_reader *r, const char **word, size_t *len);
/* A value of any kind. */
int json_skip(struct json_reader *r);
/* The end of the text. */
int json_end(struct json_reader *r);

#endif
