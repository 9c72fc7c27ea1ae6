/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ELF files under libFuzzer, with their symbol tables and, where elfutils is installed, their debug
 * information. What must hold: functions do not overlap what pmc_symbols_find() says of them, every
 * name ends, and nothing takes long. Bytes as instructions, too: none is longer than its bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "symbols_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

/* So many functions of an input are looked at. */
#define MOST 32

/* The libraries stay, so that not every input loads them again. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	dlopen("libdw.so.1", RTLD_NOW);
	dlopen("libstdc++.so.6", RTLD_NOW);
	dlopen("libdeflate.so.0", RTLD_NOW);
	return 0;
}

/* Asks everything about one address. */
static void ask(struct pmc_symbols *symbols, int object, uint64_t address)
{
	struct pmc_instruction in;
	struct pmc_line line[16];
	struct pmc_symbol symbol;
	uint8_t bytes[15];
	size_t have = pmc_symbols_code(symbols, object, address, bytes, sizeof(bytes));
	int n, i;

	MUST(have <= sizeof(bytes));
	if (!pmc_disassemble(bytes, have, address, address & 1, &in)) {
		MUST(in.length > 0 && in.length <= have);
		MUST(strnlen(in.text, sizeof(in.text)) < sizeof(in.text));
	}
	if (!pmc_symbols_find(symbols, object, address, &symbol)) {
		MUST(symbol.start <= address && address - symbol.start < symbol.size);
		MUST(symbol.name && strlen(symbol.name) > 0);
	}
	n = pmc_symbols_lines(symbols, object, address, line, 16);
	MUST(n <= 16);
	for (i = 0; i < n; i++)
		MUST((!line[i].function || strlen(line[i].function) < 1u << 24) &&
		     (!line[i].file || strlen(line[i].file) < 1u << 24));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("object", 0), object;
	struct pmc_symbols *symbols;
	struct pmc_symbol symbol;
	struct pmc_diag diag;
	char path[64];
	uint64_t last = 0;
	size_t i;

	MUST(fd >= 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	MUST(!pmc_symbols_create(size & 1 ? PMC_SYMBOLS_LINKAGE : 0, NULL, &symbols));
	object = pmc_symbols_object(symbols, path, NULL, 0, &diag);
	if (object < 0)
		MUST(*diag.sentence);
	for (i = 0; object >= 0 && i < MOST && !pmc_symbols_at(symbols, object, i, &symbol); i++) {
		MUST(symbol.start >= last);
		last = symbol.start;
		ask(symbols, object, symbol.start);
		ask(symbols, object, symbol.start + symbol.size / 2);
	}
	for (i = 0; object >= 0 && i < 4; i++)
		ask(symbols, object, 0x1000 + 64 * i);
	pmc_symbols_destroy(symbols);
	close(fd);
	return 0;
}
