/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader of JSON: what it accepts, what it refuses and in which line, and the values. */
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "json/file.h"
#include "json/reader.h"
#include "json/tree.h"
#include "json/utf8.h"
#include "tests/tap.h"

/* A copy that tools such as ASan know the end of. */
static char *copy(const char *text, size_t len)
{
	char *p = malloc(len + 1);

	memcpy(p, text, len);
	p[len] = 0;
	return p;
}

static void accepts(void)
{
	static const char *const good[] = {
		"null",
		" true ",
		"\tfalse\r\n",
		"0",
		"-0",
		"12",
		"-1.5",
		"1e5",
		"1E+5",
		"0.1e-10",
		"\"\"",
		"\"a b\"",
		"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
		"\"\\u00e9\"",
		"\"\xc3\xa9\"",
		"\"\xf0\x9f\x98\x80\"",
		"\"\x7f\"",
		"[]",
		"[ ]",
		"{}",
		"[1,[2,[3]]]",
		"[{},[]]",
		"{\"a\":{\"b\":[]}}",
		"\xef\xbb\xbf[1]",
	};
	struct json_tree tree;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		char *text = copy(good[i], strlen(good[i]));

		if (!ok(!json_tree_init(&tree, text, strlen(good[i])), "accepted: %zu", i))
			note("%s: %s", good[i], tree.error);
		json_tree_deinit(&tree);
		free(text);
	}
}

static void refuses(void)
{
	static const struct {
		const char *text, *sentence;
		unsigned line;
	} bad[] = {
		{ "", "the file ends where a value is expected", 1 },
		{ "\n\n", "the file ends where a value is expected", 3 },
		{ "[1,]", "a value is expected", 1 },
		{ "[,1]", "a value is expected", 1 },
		{ "[1 2]", "']' is expected, not '2'", 1 },
		{ "[1", "the file ends where ']' is expected", 1 },
		{ "[1\n}", "']' is expected, not '}'", 2 },
		{ "{\"a\"}", "':' is expected, not '}'", 1 },
		{ "{\"a\":1,}", "'\"' is expected, not '}'", 1 },
		{ "{a:1}", "'\"' is expected, not 'a'", 1 },
		{ "{1:1}", "'\"' is expected, not '1'", 1 },
		{ "1 2", "something follows the end", 1 },
		{ "[]\n]", "something follows the end", 2 },
		{ "NaN", "'NaN' is no JSON value", 1 },
		{ "-Infinity", "'-Infinity' is no JSON value", 1 },
		{ "nul", "'nul' is no JSON value", 1 },
		{ "True", "'True' is no JSON value", 1 },
		{ "01", "'01' is no JSON value", 1 },
		{ "-", "'-' is no JSON value", 1 },
		{ "+1", "'+1' is no JSON value", 1 },
		{ ".5", "'.5' is no JSON value", 1 },
		{ "1.", "'1.' is no JSON value", 1 },
		{ "1e", "'1e' is no JSON value", 1 },
		{ "1e+", "'1e+' is no JSON value", 1 },
		{ "0x10", "'0x10' is no JSON value", 1 },
		{ "1,5", "something follows the end", 1 },
		{ "\"a", "the file ends inside a string", 1 },
		{ "\"a\nb\"", "a string is not closed on its line", 1 },
		{ "\"a\tb\"", "a string is not closed on its line", 1 },
		{ "\"\\x41\"", "an escape that JSON does not know", 1 },
		{ "\"\\u12g4\"", "an escape that JSON does not know", 1 },
		{ "\"\\u12", "an escape that JSON does not know", 1 },
		{ "\"\\", "an escape that JSON does not know", 1 },
		{ "\"a\\u0000b\"", "the character \\u0000", 1 },
		{ "\"\xff\"", "a string is not UTF-8", 1 },
		{ "\"\xc3\"", "a string is not UTF-8", 1 },
		{ "\"\xc0\x80\"", "a string is not UTF-8", 1 },
		{ "\"\xe0\x80\xaf\"", "a string is not UTF-8", 1 },
		{ "\"\xed\xa0\x80\"", "a string is not UTF-8", 1 },
		{ "\"\xf4\x90\x80\x80\"", "a string is not UTF-8", 1 },
		{ "\"\xf0\x9f\x98", "a string is not UTF-8", 1 },
		{ "\x1b", "a value is expected", 1 },
		{ "[\"a\",\n\x1b]", "a value is expected", 2 },
	};
	struct json_tree tree;
	size_t i;
	int err;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		char *text = copy(bad[i].text, strlen(bad[i].text));

		err = json_tree_init(&tree, text, strlen(bad[i].text));
		if (!ok(err == -EINVAL && strstr(tree.error, bad[i].sentence) &&
				tree.error_line == bad[i].line,
			"refused: %zu, %s", i, bad[i].sentence))
			note("  got %d, line %u: %s", err, tree.error_line, tree.error);
		json_tree_deinit(&tree);
		free(text);
	}
}

/* A zero byte is no end: what follows it counts. */
static void zero_bytes(void)
{
	struct json_tree tree;
	char *text = copy("[]\0]", 4);

	is_int(json_tree_init(&tree, text, 4), -EINVAL, "a zero byte after the text is refused");
	json_tree_deinit(&tree);
	free(text);
	text = copy("\"a\0b\"", 5);
	is_int(json_tree_init(&tree, text, 5), -EINVAL, "a zero byte in a string is refused");
	json_tree_deinit(&tree);
	free(text);
}

static void depth(void)
{
	char text[2 * JSON_DEPTH_MAX + 8];
	struct json_tree tree;
	int n, k;

	for (n = JSON_DEPTH_MAX; n <= JSON_DEPTH_MAX + 2; n++) {
		for (k = 0; k < n; k++) {
			text[k] = '[';
			text[n + k] = ']';
		}
		text[2 * n] = 0;
		/* The innermost array is at depth n - 1. */
		ok(!json_tree_init(&tree, text, (size_t)n * 2) == (n <= JSON_DEPTH_MAX + 1),
		   "%d arrays inside of each other", n);
		json_tree_deinit(&tree);
	}
}

static void values(void)
{
	static const char source[] =
		"{\"s\":\"\\u00e9\\ud83d\\ude00\\ud83dx\\n\",\"n\":18446744073709551615,"
		"\"over\":18446744073709551616,\"minus\":-1,\"point\":1.0,\"exp\":1e3,"
		"\"list\":[1,2,3],\"twice\":1,\"twice\":2,\n\"last\":null,"
		"\"zeros\":9007199254740993}";
	char *text = copy(source, sizeof(source) - 1);
	struct json_tree tree;
	const struct json_value *v;
	uint64_t n = 7;

	if (!ok(!json_tree_init(&tree, text, sizeof(source) - 1), "an object"))
		note("%s", tree.error);
	is_str(json_member(tree.root, "s")->text, "\u00e9\U0001f600\ufffdx\n",
	       "escapes: two bytes, a pair, half of a pair, a control character");
	ok(!json_u64(json_member(tree.root, "n"), &n) && n == UINT64_MAX, "2^64 - 1");
	n = 7;
	is_int(json_u64(json_member(tree.root, "over"), &n), -ERANGE, "2^64 is too large");
	is_int(json_u64(json_member(tree.root, "minus"), &n), -EINVAL, "a negative number");
	is_int(json_u64(json_member(tree.root, "point"), &n), -EINVAL, "a number with a point");
	is_int(json_u64(json_member(tree.root, "exp"), &n), -EINVAL, "a number with an exponent");
	is_int(json_u64(json_member(tree.root, "s"), &n), -EINVAL, "a string is no number");
	is_u64(n, 7, "a failure leaves the result alone");
	ok(!json_u64(json_member(tree.root, "zeros"), &n) && n == 9007199254740993u,
	   "2^53 + 1 keeps its last digit");
	v = json_member(tree.root, "list");
	ok(v && v->kind == JSON_ARRAY && v->len == 3 && v->first->next->next->text[0] == '3',
	   "an array");
	is_str(json_member(tree.root, "twice")->text[0] == '2' ? "2" : "1", "2",
	       "the last of two members with one key counts, as in other readers");
	ok(json_member(tree.root, "last")->kind == JSON_NULL, "null");
	is_int((int)json_member(tree.root, "last")->line, 2, "… in line 2");
	ok(!json_member(tree.root, "none") && !json_member(v, "s"), "no such member");
	json_tree_deinit(&tree);
	free(text);
}

/* A text that was cut anywhere is refused with a sentence. */
static void truncations(void)
{
	static const char source[] = "{\"a\": [1, 2.5, \"x\\u00e9\xc3\xa9\"], \"b\": {\"c\": 0}}";
	size_t len, bad = 0;

	for (len = 0; len < sizeof(source) - 1; len++) {
		char *text = copy(source, len);
		struct json_tree tree;

		if (json_tree_init(&tree, text, len) != -EINVAL || !tree.error[0])
			bad++;
		json_tree_deinit(&tree);
		free(text);
	}
	is_int((int)bad, 0, "a text that was cut anywhere is refused");
}

/* Every number below 110000H that is a character is written and read back. */
static void utf8(void)
{
	unsigned long c, bad = 0;
	char text[4];

	for (c = 0; c < 0x110000; c++) {
		size_t n = utf8_write(text, c), got = utf8_length(text, n);

		bad += got != (c >= 0xd800 && c < 0xe000 ? 0 : n);
		bad += n > 1 && utf8_length(text, n - 1);
	}
	is_int((int)bad, 0, "UTF-8: every character, whole and cut");
}

static void files(void)
{
	char *text;
	size_t len;
	int fd[2];
	char path[64];

	is_int(json_file_read("/nonexistent", &text, &len), -ENOENT, "no file");
	is_int(json_file_read("/", &text, &len), -EISDIR, "a folder");
	is_int(json_file_read("/dev/zero", &text, &len), -EFBIG, "a file without an end");
	if (pipe(fd) || write(fd[1], "[]", 2) != 2)
		perror("pipe");
	close(fd[1]);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd[0]);
	if (ok(!json_file_read(path, &text, &len), "a pipe")) {
		is_str(text, "[]", "… to its end");
		free(text);
	}
	close(fd[0]);
}

int main(void)
{
	accepts();
	refuses();
	zero_bytes();
	depth();
	values();
	truncations();
	utf8();
	files();
	return done();
}
