/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Demangles: common names of C++, and what Rust's first scheme makes of such names, by ourselves;
 * all others by libstdc++'s __cxa_demangle(). A program that is linked statically cannot load
 * libraries; the others stay as they are.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/demangle/demangle.h"
#include "lib/base/library.h"
#include "lib/symbols/demangle/itanium.h"
#include "lib/symbols/base/text.h"

/* Longer names are not demangled: the demangler recurses. */
#define LONGEST 16384
/* Nor are those that could become longer than this. */
#define LARGEST 4e6

static bool load(struct demangler *d)
{
	if (!d->tried) {
		d->library = library_open("libstdc++.so.6", false);
		if (d->library)
			*(void **)&d->demangle = library_function(d->library, "__cxa_demangle");
	}
	d->tried = 1;
	return d->demangle;
}

void demangler_deinit(struct demangler *d)
{
	library_close(d->library);
	free(d->known);
	*d = (struct demangler){ 0 };
}

/* The length of a reference "S1_" or "T_" to an earlier part of the name; 0: it is none. */
static size_t reference(const char *at)
{
	size_t n = 1;

	if (*at != 'S' && *at != 'T')
		return 0;
	while ((at[n] >= '0' && at[n] <= '9') || (at[n] >= 'A' && at[n] <= 'Z'))
		n++;
	return at[n] == '_' ? n + 1 : 0;
}

/* The references of a name, in the order in which they come first. */
struct references {
	struct {
		const char *at;
		size_t n;
		double before; /* the length of what stands before its first use */
	} seen[64];
	unsigned n;
	/* Of "S_", "S0_" … and "T_", "T0_" …, which nearly all are: their number + 1, or 0. */
	uint8_t of_letter[2]['Z' + 1];
};

/* The number of a reference of n letters; most if there is no room for it. */
static unsigned number_of(struct references *r, const char *at, size_t n, double before)
{
	/* The letter of "S_" is as if it were the byte 0. */
	uint8_t *known = n > 3 ? NULL :
				 &r->of_letter[at[0] == 'T'][n == 3 ? (unsigned char)at[1] : 0];
	unsigned i = 0;

	if (known && *known)
		return *known - 1u;
	for (i = known ? r->n : 0; i < r->n; i++)
		if (r->seen[i].n == n && !memcmp(r->seen[i].at, at, n))
			return i;
	if (i == sizeof(r->seen) / sizeof(r->seen[0]))
		return i;
	r->seen[i].at = at;
	r->seen[i].n = n;
	r->seen[i].before = before;
	r->n++;
	if (known)
		*known = r->n;
	return i;
}

/*
 * A reference repeats a part of the name that stands before it, and that part may have references
 * of its own: a name of 100 letters can stand for one of 2^20. What a reference repeats ends before
 * the first reference to it; that gives a bound of the whole length. Names of real programs stay
 * far below LARGEST.
 */
static bool is_large(const char *name)
{
	struct references r;
	double length = 0;
	unsigned i;
	size_t n;

	r.n = 0;
	memset(r.of_letter, 0, sizeof(r.of_letter));
	for (; *name; name += n) {
		/* Nearly all letters */
		for (n = 0; name[n] && name[n] != 'S' && name[n] != 'T' && name[n] != 'D';)
			n++;
		if (n) {
			length += (double)n;
			continue;
		}
		n = reference(name);
		if (name[0] == 'D' && name[1] == 'p')
			length *= 2; /* an expansion of a pack */
		if (!n) {
			n = 1;
			length++;
			continue;
		}
		i = number_of(&r, name, n, length);
		if (i == sizeof(r.seen) / sizeof(r.seen[0]))
			return true;
		length += r.seen[i].before;
		if (length > LARGEST)
			return true;
	}
	return false;
}

/* ---- Rust's first scheme: C++ names with a hash at the end and escapes ---- */

static bool is_rust(const char *name, size_t *length)
{
	size_t n = strlen(name);

	if (n < 19 || strncmp(name + n - 19, "::h", 3) ||
	    strspn(name + n - 16, "0123456789abcdef") != 16)
		return false;
	*length = n - 19;
	return true;
}

/* Writes what the escape at `from` stands for; returns the escape's length, 0: it is none. */
static size_t unescape(const char *from, char *to)
{
	static const char *const escapes[][2] = {
		{ "$SP$", "@" }, { "$BP$", "*" }, { "$RF$", "&" }, { "$LT$", "<" },
		{ "$GT$", ">" }, { "$LP$", "(" }, { "$RP$", ")" }, { "$C$", "," },
	};
	unsigned long code;
	char *end;
	size_t i;

	for (i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++)
		if (!strncmp(from, escapes[i][0], strlen(escapes[i][0]))) {
			*to = *escapes[i][1];
			return strlen(escapes[i][0]);
		}
	if (from[0] == '$' && from[1] == 'u' && strspn(from + 2, "0123456789abcdef") > 0) {
		code = strtoul(from + 2, &end, 16);
		if (*end == '$' && code >= 0x20 && code < 0x7f) {
			*to = code;
			return end + 1 - from;
		}
	}
	return 0;
}

/* Undoes the escapes in place. The names of parts that would begin with '$' begin with '_'. */
static void undo_escapes(char *name, size_t length)
{
	char *from = name, *to = name, *end = name + length;

	while (from < end) {
		size_t n = 0;

		if (*from == '_' && from[1] == '$' && (from == name || from[-1] == ':'))
			from++;
		if (*from == '$')
			n = unescape(from, to);
		if (n) {
			from += n;
			to++;
		} else if (from[0] == '.' && from[1] == '.' && from + 1 < end) {
			*to++ = ':';
			*to++ = ':';
			from += 2;
		} else {
			*to++ = *from++;
		}
	}
	*to = 0;
}

/* ---- Both ---- */

/* What libstdc++ makes of the first n letters of the name; NULL: nothing. *error: out of memory. */
static char *demangle_by_library(struct demangler *d, const char *name, size_t n, bool *error)
{
	char *copy, *plain = NULL;
	int status;

	if (n > LONGEST)
		return NULL;
	copy = strndup(name, n);
	*error = !copy;
	if (copy && !is_large(copy) && load(d))
		plain = d->demangle(copy, NULL, NULL, &status);
	free(copy);
	return plain;
}

static const char *demangle_once(struct demangler *d, const char *name, struct text *text)
{
	char common[ITANIUM_ROOM], *plain = common;
	size_t n = strcspn(name, "@"), length;
	bool error = false;
	const char *shown;

	if (!itanium_demangle(name, n, common))
		plain = demangle_by_library(d, name, n, &error);
	if (error)
		return NULL;
	if (!plain)
		return name;
	if (is_rust(plain, &length))
		undo_escapes(plain, length);
	shown = text_join(text, plain, name + n);
	if (plain != common)
		free(plain);
	return shown;
}

/* ---- What is known ---- */

/* The slot of the name: its own, or an empty one. There must be one. */
static struct demangled *slot_of(const struct demangler *d, const char *name)
{
	size_t i = ((uintptr_t)name * 0x9e3779b97f4a7c15u >> 20) & (d->slots - 1);

	while (d->known[i].name && d->known[i].name != name)
		i = (i + 1) & (d->slots - 1);
	return &d->known[i];
}

/* Makes room for one name more. */
static bool grow(struct demangler *d)
{
	struct demangler larger = *d;
	size_t i;

	if (2 * d->n_known < d->slots)
		return true;
	larger.slots = d->slots ? 2 * d->slots : 1024;
	larger.known = calloc(larger.slots, sizeof(*larger.known));
	if (!larger.known)
		return false;
	for (i = 0; i < d->slots; i++)
		if (d->known[i].name)
			*slot_of(&larger, d->known[i].name) = d->known[i];
	free(d->known);
	*d = larger;
	return true;
}

const char *demangle(struct demangler *d, const char *name, struct text *text)
{
	struct demangled *slot;
	const char *shown;

	if (name[0] != '_' || name[1] != 'Z')
		return name;
	if (!grow(d))
		return NULL;
	slot = slot_of(d, name);
	if (slot->name)
		return slot->shown;
	shown = demangle_once(d, name, text);
	if (!shown)
		return NULL;
	slot->name = name;
	slot->shown = shown;
	d->n_known++;
	return shown;
}
