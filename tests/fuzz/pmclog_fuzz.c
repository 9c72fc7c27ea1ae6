/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD's log under libFuzzer: the first byte of an input is the size of the pieces that
 * pmclog_feed() gets, the rest is the log.
 *
 * What must hold whatever the bytes are: records lie one behind another; the result does not depend
 * on the pieces; an error stays one; a parser that wants more has no whole record left.
 */
#undef PMC_VERSION
#include <pmclog.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "pmclog_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

struct result {
	enum pmclog_state state;
	size_t records;
	off_t end;
	unsigned sum;
};

static unsigned add(unsigned sum, const void *bytes, size_t n)
{
	const unsigned char *b = bytes;

	while (n--)
		sum = sum * 31 + *b++;
	return sum;
}

static struct result parse(const uint8_t *data, size_t size, size_t step)
{
	static struct pmclog_ev ev;
	struct result r = { PMCLOG_REQUIRE_DATA, 0, 0, 0 };
	void *parser = pmclog_open(PMCLOG_FD_NONE);
	size_t i, part;
	char *copy;

	for (i = 0; i < size && r.state == PMCLOG_REQUIRE_DATA; i += part) {
		part = size - i < step ? size - i : step;
		copy = malloc(part);
		memcpy(copy, data + i, part);
		MUST(!pmclog_feed(parser, copy, (int)part));
		while (!pmclog_read(parser, &ev)) {
			MUST(ev.pl_state == PMCLOG_OK && ev.pl_offset == r.end && ev.pl_len >= 16);
			MUST(ev.pl_count == ++r.records);
			r.end += ev.pl_len;
			r.sum = add(r.sum, ev.pl_data, (size_t)ev.pl_len);
			if (ev.pl_type == PMCLOG_TYPE_PMCALLOCATE)
				MUST(ev.pl_u.pl_a.pl_evname);
			if (ev.pl_type == PMCLOG_TYPE_MAP_IN)
				MUST(strlen(ev.pl_u.pl_mi.pl_pathname) < PATH_MAX);
		}
		r.state = ev.pl_state;
		free(copy);
	}
	if (r.state == PMCLOG_ERROR || r.state == PMCLOG_EOF)
		MUST(pmclog_read(parser, &ev) == -1 && ev.pl_state == r.state);
	pmclog_close(parser);
	return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct result whole, pieces;

	if (size < 2)
		return 0;
	whole = parse(data + 1, size - 1, size);
	pieces = parse(data + 1, size - 1, data[0] ? data[0] : 1);
	MUST(whole.state == pieces.state && whole.records == pieces.records);
	MUST(whole.end == pieces.end && whole.sum == pieces.sum);
	return 0;
}
