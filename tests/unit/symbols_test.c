/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of lib/symbols/: ranges that lie in one another against a search through all of them,
 * the choice among names, demangling, and ELF files that were damaged. What real binaries say is in
 * symbols_test.sh.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/symbols/demangle/demangle.h"
#include "lib/symbols/elf/elf.h"
#include "lib/symbols/elf/functions.h"
#include "lib/symbols/elf/plt.h"
#include "lib/symbols/dwarf/ranges.h"
#include "lib/symbols/base/spans.h"
#include "lib/symbols/elf/symtab.h"
#include "lib/symbols/base/text.h"
#include "tests/any.h"
#include "tests/tap.h"

/* ---- Ranges ---- */

/* The innermost range of an address, by looking at all of them. */
static uint32_t innermost(const struct span *list, size_t n, uint64_t address)
{
	const struct span *best = NULL;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct span *s = &list[i];

		if (address < s->start || address >= s->end)
			continue;
		if (!best || s->start > best->start ||
		    (s->start == best->start &&
		     (s->end < best->end || (s->end == best->end && s->value > best->value))))
			best = s;
	}
	return best ? best->value : SPANS_NONE;
}

static void test_spans(void)
{
	struct span list[100], sorted[100];
	unsigned round, wrong = 0;
	struct spans spans;
	uint64_t address;
	size_t i, n;

	for (round = 0; round < 3000; round++) {
		n = any(round % 4 ? 24 : 100);
		for (i = 0; i < n; i++) {
			list[i].start = any(64);
			list[i].end = list[i].start + any(round % 2 ? 8 : 64);
			list[i].value = i;
		}
		memcpy(sorted, list, sizeof(list));
		if (spans_init(&spans, sorted, n))
			wrong++;
		for (i = 0; i < 160; i++) {
			address = i < 140 ? i : any(140);
			wrong += spans_find(&spans, address) != innermost(list, n, address);
		}
		spans_deinit(&spans);
	}
	is_int(wrong, 0, "3,000 random lists: each address is in the range that a search finds");
}

/* ---- Lists of ranges ---- */

/* Writes what a list says as "1-2 3-4 end". */
static const char *list_text(const uint8_t *bytes, size_t size, unsigned version,
			     unsigned address_size, uint64_t offset)
{
	const struct sections sections = { .ranges = { bytes, version < 5 ? size : 0 },
					   .rnglists = { bytes, version < 5 ? 0 : size } };
	struct ranges_cursor c = ranges_begin(&sections, version, address_size, 0x100, offset);
	enum ranges_next next;
	uint64_t start, stop;
	static char text[200];
	char *to = text;

	while ((next = ranges_next(&c, &start, &stop)) == RANGES_ONE)
		to += sprintf(to, "%llx-%llx ", (unsigned long long)start,
			      (unsigned long long)stop);
	sprintf(to, next == RANGES_END ? "end" : "odd");
	return text;
}

static void test_ranges(void)
{
	static const uint32_t old[] = { 9, 9, 1, 2, UINT32_MAX, 0x500, 3, 4, 0, 0, 5, 6 };
	static const uint64_t wide[] = { 1, 2, UINT64_MAX, 0x500, 3, 4, 0, 0 };
	static const uint8_t new[] = { 0xff, 4, 1, 2, 5, 0, 5, 0, 0, 4,	   0x80, 1,
				       0x81, 1, 6, 1, 0, 0, 0, 2, 0, 0,	   0,	 7,
				       1,    0, 0, 0, 5, 0, 1, 1, 4, 0x80, 0 };
	size_t n;

	is_str(list_text((const uint8_t *)old, sizeof(old), 4, 4, 8), "101-102 503-504 end",
	       "DWARF 4: to the end, from another base");
	is_str(list_text((const uint8_t *)wide, sizeof(wide), 3, 8, 0), "101-102 503-504 end",
	       "the same in 64 bits");
	is_str(list_text((const uint8_t *)old, sizeof(old), 4, 4, 40), "105-106 odd",
	       "a list without an end");
	is_str(list_text(new, sizeof(new), 5, 4, 1), "101-102 580-581 1-2 1-6 end",
	       "DWARF 5: each kind of entry");
	is_str(list_text(new, sizeof(new), 5, 4, 0), "odd", "a kind that is unknown");
	is_str(list_text(new, sizeof(new), 5, 4, 30), "odd", "an index of an address");
	is_str(list_text(new, sizeof(new), 5, 4, sizeof(new)), "odd", "behind the section");
	is_str(list_text(new, sizeof(new), 5, 4, UINT64_MAX), "odd", "far behind it");
	for (n = 2; n < 29; n++)
		if (strstr(list_text(new, n, 5, 4, 1), "end"))
			break;
	is_int(n, 29, "a list that is cut has no end");
}

/* ---- Names ---- */

static const char *name_at(struct symtab *table, uint64_t address)
{
	struct symtab_symbol *s = symtab_find(table, address);

	return s ? s->name : NULL;
}

static void test_table(void)
{
	enum {
		F = SYMTAB_FUNCTION,
		G = SYMTAB_GLOBAL,
		S = SYMTAB_SIZED,
	};
	static const struct symtab_symbol symbols[] = {
		{ 0x100, 0x140, "_IO_printf", NULL, F | G | S },
		{ 0x100, 0x140, "printf", NULL, F | G | S },
		{ 0x100, 0x140, "a", NULL, F | S },
		{ 0x100, 0x900, "label", NULL, G },
		{ 0x120, 0x900, "inside", NULL, G }, /* a label in printf */
		{ 0x180, 0x900, "start", NULL, G },  /* assembly: up to the next */
		{ 0x1a0, 0x1b0, "next", NULL, F | S },
		{ 0x1a4, 0x1a8, "part", NULL, F | S },
		{ 0x200, 0x900, "last", NULL, 0 },
	};
	struct symtab table = { 0 };
	unsigned i;
	int error = 0;

	for (i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++)
		error |= symtab_add(&table, &symbols[i]);
	error |= symtab_close(&table);
	error |= symtab_index(&table);
	is_int(error, 0, "a table");
	is_int(table.n, 5, "other names and labels in functions are no functions of their own");
	is_str(name_at(&table, 0xff), NULL, "before the first one: nothing");
	is_str(name_at(&table, 0x100), "printf", "global, few underscores, short");
	is_str(name_at(&table, 0x13f), "printf", "up to its last byte");
	is_str(name_at(&table, 0x140), NULL, "behind it: nothing");
	is_str(name_at(&table, 0x19f), "start", "without a size: up to the next one");
	is_str(name_at(&table, 0x1a4), "part", "a function in a function");
	is_str(name_at(&table, 0x1a8), "next", "behind that, the outer one again");
	is_str(name_at(&table, 0x8ff), "last", "the last one reaches to the end of its section");
	is_str(name_at(&table, 0x900), NULL, "and no further");
	is_str(symtab_find_before(&table, 0x145)->name, "printf", "padding belongs to printf");
	symtab_deinit(&table);
}

static void test_demangle(void)
{
	struct demangler demangler = { 0 };
	struct text text = { 0 };
	char large[4096] = "_Z1f1AIccE";
	unsigned i;

	if (strcmp(demangle(&demangler, "_Z1fi", &text), "f(int)")) {
		skip(9, "there is no libstdc++.so.6");
		return;
	}
	is_str(demangle(&demangler, "main", &text), "main", "a name of C");
	is_str(demangle(&demangler, "_Znwm@plt", &text), "operator new(unsigned long)@plt",
	       "what stands behind an @ stays");
	is_str(demangle(&demangler, "_Z1fi.cold", &text), "f(int) [clone .cold]", "a clone of GCC");
	is_str(demangle(&demangler, "_Znonsense", &text), "_Znonsense", "what is no mangled name");
	is_str(demangle(&demangler, "_ZN4core3ptr13drop_in_place17h0123456789abcdefE", &text),
	       "core::ptr::drop_in_place", "Rust's hash goes");
	is_str(demangle(&demangler,
			"_ZN50_$LT$T$u20$as$u20$core..convert..Into$LT$U$GT$$GT$4into17"
			"h0123456789abcdefE",
			&text),
	       "<T as core::convert::Into<U>>::into", "and its escapes");
	is_str(demangle(&demangler, "_ZN3foo3bar4h012E", &text), "foo::bar::h012",
	       "a C++ name that looks alike");
	/* Each part repeats the one before it twice: 2^30 letters in all. */
	for (i = 1; i <= 30; i++)
		sprintf(large + strlen(large), "1%cIS%.0d%c_S%.0d%c_E", 'A' + i % 26,
			(2 * i - 2) / 36, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(2 * i - 2) % 36],
			(2 * i - 2) / 36, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(2 * i - 2) % 36]);
	is_str(demangle(&demangler, large, &text), large,
	       "a name that would become a gigabyte stays as it is");
	demangler_deinit(&demangler);
	text_deinit(&text);
	ok(true, "and nothing is left");
}

/* ---- Damaged files ---- */

/* Reads all that there is. */
static size_t read_all(const uint8_t *bytes, size_t size)
{
	struct symtab table = { 0 };
	struct text text = { 0 };
	struct elf elf;
	uint8_t code[16];
	size_t i, sum = 0;

	if (elf_init(&elf, bytes, size))
		return 0;
	if (!functions_add(&elf, &table) && !symtab_close(&table) &&
	    !plt_add(&elf, &table, &text) && !symtab_close(&table) && !symtab_index(&table))
		for (i = 0; i < table.n; i++)
			sum += strlen(table.symbols[i].name) +
			       elf_loaded(&elf, table.symbols[i].start, code, sizeof(code));
	elf_deinit(&elf);
	symtab_deinit(&table);
	text_deinit(&text);
	return sum;
}

/* A copy at the end of a page, behind which nothing may be read. */
static uint8_t *guarded(size_t size, uint8_t **start, size_t *length)
{
	size_t page = sysconf(_SC_PAGESIZE);
	uint8_t *m;

	*length = (size + page - 1) / page * page + page;
	m = mmap(NULL, *length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (m == MAP_FAILED)
		abort();
	mprotect(m + *length - page, page, PROT_NONE);
	*start = m;
	return m + *length - page - size;
}

static void test_damaged(void)
{
	FILE *in = fopen("/lib64/ld-linux-x86-64.so.2", "re");
	uint8_t *bytes = malloc(1 << 20), *start, *copy;
	size_t size, length, i, sum;
	unsigned round;

	size = in ? fread(bytes, 1, 1 << 20, in) : 0;
	if (size < 4096) {
		skip(3, "there is no dynamic loader to damage");
		goto end;
	}
	ok(read_all(bytes, size) > 100, "the loader has names");
	sum = 0;
	for (round = 0; round < 64; round++) {
		size_t part = round < 16 ? round * 8 : any(size);

		copy = guarded(part, &start, &length);
		memcpy(copy, bytes, part);
		sum += read_all(copy, part);
		munmap(start, length);
	}
	ok(true, "cut at 64 places");
	for (round = 0; round < 300; round++) {
		copy = guarded(size, &start, &length);
		memcpy(copy, bytes, size);
		/* In the header, in the section headers at the end, anywhere. */
		for (i = 0; i < 4; i++) {
			uint64_t at = round % 3 == 0 ? any(64) :
				      round % 3 == 1 ? size - 1 - any(2048) :
						       any(size);
			copy[at] = any(2) ? any(256) : 0xff;
		}
		copy[0] = 0x7f;
		sum += read_all(copy, size);
		munmap(start, length);
	}
	ok(sum > 0, "300 times with other bytes: nothing outside is read");
end:
	free(bytes);
	if (in)
		fclose(in);
}

/* ---- The public functions ---- */

static void test_objects(void)
{
	static const uint8_t other[20] = { 1, 2, 3 };
	struct pmc_symbols *symbols = NULL;
	struct pmc_symbol symbol;
	uint64_t end;
	struct pmc_line line;
	struct pmc_diag diag;
	const char *name;
	char path[] = "/tmp/pmc-symbols.XXXXXX";
	int fd = mkstemp(path), object;

	is_int(pmc_symbols_create(1u << 31, NULL, &symbols), -EINVAL, "an unknown flag");
	is_int(pmc_symbols_create(0, "", &symbols), 0, "symbols");
	is_int(pmc_symbols_object(symbols, "/nonexistent", NULL, 0, &diag), -ENOENT, "no file");
	is_str(diag.sentence, "'/nonexistent' does not exist", "and what it says");
	is_int(pmc_symbols_object(symbols, path, NULL, 0, &diag), -ENOEXEC, "an empty file");
	is_int(pmc_symbols_object(symbols, "/dev/zero", NULL, 0, &diag), -ENOEXEC, "a device");
	is_int(pmc_symbols_object(symbols, "[heap]", NULL, 0, &diag), -ENOENT, "no file's name");
	ok(write(fd, "#!/bin/sh\n", 10) == 10, "a script");
	is_int(pmc_symbols_object(symbols, path, NULL, 0, &diag), -ENOEXEC, "is no ELF file");
	object = pmc_symbols_object(symbols, "/proc/self/exe", NULL, 0, &diag);
	ok(object >= 0, "this program");
	is_int(pmc_symbols_object(symbols, "/proc/self/exe", NULL, 0, &diag), object,
	       "the same once more");
	is_int(pmc_symbols_object(symbols, "/proc/self/exe", other, sizeof(other), &diag), -ESTALE,
	       "with another build-id");
	ok(strstr(diag.sentence, "the profile's is 0102030000"), "and what it says");
	is_int(pmc_symbols_find(symbols, object + 1, 0, &symbol), -EINVAL, "no such object");
	is_int(pmc_symbols_find(symbols, object, 0, &symbol), -ENOENT, "nothing is at 0");
	ok(!symbol.name && !symbol.start && symbol.size, "but a gap without a name");
	end = symbol.size;
	is_int(pmc_symbols_find(symbols, object, end - 1, &symbol), -ENOENT, "up to its end");
	is_int(pmc_symbols_find(symbols, object, end, &symbol), 0, "where a function is");
	is_int(pmc_symbols_find(symbols, object, UINT64_MAX, &symbol), -ENOENT, "nor at the end");
	ok(pmc_symbols_lines(symbols, object, UINT64_MAX, &line, 1) <= 0, "no line either");
	ok(pmc_symbols_functions(symbols, object, UINT64_MAX, &name, 1) <= 0, "nor functions");
	is_int(pmc_symbols_functions(symbols, object + 1, 0, &name, 1), -EINVAL, "nor an object");
	ok(pmc_symbols_inlined(symbols, object, UINT64_MAX, &name, NULL) <= 0,
	   "nor an inlined one");
	is_int(pmc_symbols_inlined(symbols, object + 1, 0, &name, NULL), -EINVAL,
	       "nor in an object");
	pmc_symbols_destroy(symbols);
	pmc_symbols_destroy(NULL);
	close(fd);
	unlink(path);
}

int main(void)
{
	test_spans();
	test_ranges();
	test_table();
	test_demangle();
	test_damaged();
	test_objects();
	return done();
}
