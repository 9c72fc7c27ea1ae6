/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads a JSON text a piece at a time. */
#include "json/reader.h"

#include "json/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void json_reader_init(struct json_reader *r, char *text, size_t len)
{
	memset(r, 0, sizeof(*r));
	r->text = text;
	r->len = len;
	r->line = 1;
	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		r->pos = 3;
}

int json_fail(struct json_reader *r, unsigned line, const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	vsnprintf(r->error, sizeof(r->error), fmt, ap);
	va_end(ap);
	/* The sentence may quote the text, whose strings may hold anything. */
	for (p = r->error; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
	r->error_line = line;
	return -EINVAL;
}

char json_peek(struct json_reader *r)
{
	for (; r->pos < r->len; r->pos++) {
		char c = r->text[r->pos];

		if (c == '\n')
			r->line++;
		else if (c != ' ' && c != '\t' && c != '\r')
			return c;
	}
	return 0;
}

int json_expect(struct json_reader *r, char c)
{
	char got = json_peek(r);

	if (r->pos >= r->len)
		return json_fail(r, r->line, "the file ends where '%c' is expected", c);
	if (got != c)
		return json_fail(r, r->line, "'%c' is expected, not '%c'", c,
				 got > ' ' && got < 0x7f ? got : '?');
	r->pos++;
	return 0;
}

int json_end(struct json_reader *r)
{
	json_peek(r);
	if (r->pos < r->len)
		return json_fail(r, r->line, "something follows the end of the JSON text");
	return 0;
}

/* ---- Strings ---- */

/* The number that four hexadecimal digits at the position make, without taking them; or -1. */
static long peek_hex4(const struct json_reader *r)
{
	long v = 0;
	size_t i;

	if (r->len - r->pos < 4)
		return -1;
	for (i = 0; i < 4; i++) {
		char c = r->text[r->pos + i];

		v <<= 4;
		if (c >= '0' && c <= '9')
			v |= c - '0';
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			v |= (c | 32) - 'a' + 10;
		else
			return -1;
	}
	return v;
}

/*
 * Takes the rest of an escape after \u. Two of them make a character outside of the basic plane;
 * half of such a pair becomes U+FFFD, as in other readers.
 */
static int take_unicode(struct json_reader *r, char **to)
{
	long c = peek_hex4(r), low;

	if (c < 0)
		return json_fail(r, r->line, "a string has an escape that JSON does not know");
	if (!c)
		return json_fail(r, r->line, "a string has the character \\u0000");
	r->pos += 4;
	if (c >= 0xd800 && c < 0xdc00 && r->len - r->pos > 6 && r->text[r->pos] == '\\' &&
	    r->text[r->pos + 1] == 'u') {
		r->pos += 2;
		low = peek_hex4(r);
		if (low >= 0xdc00 && low < 0xe000) {
			r->pos += 4;
			c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
		} else {
			r->pos -= 2;
		}
	}
	if (c >= 0xd800 && c < 0xe000)
		c = 0xfffd;
	/* The escape was longer than the character. */
	*to += utf8_write(*to, (unsigned long)c);
	return 0;
}

static int take_escape(struct json_reader *r, char **to)
{
	static const char from[] = "\"\\/bfnrt", what[] = "\"\\/\b\f\n\r\t";
	char c = r->pos < r->len ? r->text[r->pos++] : 0;
	const char *at = c ? strchr(from, c) : NULL;

	if (c == 'u')
		return take_unicode(r, to);
	if (!at)
		return json_fail(r, r->line, "a string has an escape that JSON does not know");
	*(*to)++ = what[at - from];
	return 0;
}

int json_take_string(struct json_reader *r, const char **string)
{
	int err = json_expect(r, '"');
	char *to = r->text + r->pos;
	size_t length;

	if (err)
		return err;
	*string = to;
	while (r->pos < r->len) {
		char c = r->text[r->pos];

		if (c == '"') {
			r->pos++;
			*to = 0;
			return 0;
		}
		if ((unsigned char)c < 0x20)
			return json_fail(r, r->line, "a string is not closed on its line");
		if (c == '\\') {
			r->pos++;
			err = take_escape(r, &to);
			if (err)
				return err;
			continue;
		}
		length = utf8_length(r->text + r->pos, r->len - r->pos);
		if (!length)
			return json_fail(r, r->line, "a string is not UTF-8");
		memmove(to, r->text + r->pos, length);
		to += length;
		r->pos += length;
	}
	return json_fail(r, r->line, "the file ends inside a string");
}

/* ---- Other values ---- */

static size_t digits(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && s[n] >= '0' && s[n] <= '9')
		n++;
	return n;
}

/* Is the whole word a number, as section 6 of the RFC writes one? */
static bool is_number(const char *s, size_t len)
{
	size_t at = len && s[0] == '-', n = digits(s + at, len - at);

	if (!n || (n > 1 && s[at] == '0'))
		return false;
	at += n;
	if (at < len && s[at] == '.') {
		n = digits(s + at + 1, len - at - 1);
		if (!n)
			return false;
		at += 1 + n;
	}
	if (at < len && (s[at] | 32) == 'e') {
		at++;
		at += at < len && (s[at] == '+' || s[at] == '-');
		n = digits(s + at, len - at);
		if (!n)
			return false;
		at += n;
	}
	return at == len;
}

static bool is_literal(const char *s, size_t len)
{
	return (len == 4 && (!memcmp(s, "true", 4) || !memcmp(s, "null", 4))) ||
	       (len == 5 && !memcmp(s, "false", 5));
}

int json_take_word(struct json_reader *r, const char **word, size_t *len)
{
	size_t at;
	const char *s;

	json_peek(r);
	at = r->pos;
	s = r->text + at;
	while (r->pos < r->len && r->text[r->pos] > ' ' && !strchr(",[]{}:\"", r->text[r->pos]))
		r->pos++;
	if (r->pos == at)
		return json_fail(r, r->line,
				 r->len == at ? "the file ends where a value is expected" :
						"a value is expected");
	if (!is_number(s, r->pos - at) && !is_literal(s, r->pos - at))
		return json_fail(r, r->line, "'%.*s' is no JSON value",
				 (int)(r->pos - at < 40 ? r->pos - at : 40), s);
	*word = s;
	*len = r->pos - at;
	return 0;
}

static int skip_value(struct json_reader *r, int depth);

/* Skips the members of an object or array, whose opening bracket has been taken. */
static int skip_members(struct json_reader *r, char close, int depth)
{
	const char *key;
	int err = 0;

	if (json_peek(r) == close) {
		r->pos++;
		return 0;
	}
	for (;;) {
		if (close == '}') {
			err = json_take_string(r, &key);
			if (!err)
				err = json_expect(r, ':');
		}
		if (!err)
			err = skip_value(r, depth + 1);
		if (err)
			return err;
		if (json_peek(r) != ',')
			return json_expect(r, close);
		r->pos++;
	}
}

static int skip_value(struct json_reader *r, int depth)
{
	const char *string;
	char c = json_peek(r);
	size_t len;

	if (depth > JSON_DEPTH_MAX)
		return json_fail(r, r->line, "objects and arrays are nested more than %d deep",
				 JSON_DEPTH_MAX);
	if (c == '"')
		return json_take_string(r, &string);
	if (c != '{' && c != '[')
		return json_take_word(r, &string, &len);
	r->pos++;
	return skip_members(r, c == '{' ? '}' : ']', depth);
}

int json_skip(struct json_reader *r)
{
	return skip_value(r, 0);
}
