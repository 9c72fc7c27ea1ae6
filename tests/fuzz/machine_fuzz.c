/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Users' machines under libFuzzer. An input is a file of settings.
 *
 * What must hold whatever the bytes are: nothing outside the text is read; a refusal has a
 * sentence, and a place unless the machine as a whole is refused; what is accepted passes the
 * check, and its models run: small ones for a few hundred accesses, with the filter and without
 * alike.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/machine/access.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "machine_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

#define SMALL ((size_t)1 << 20)

static void some_accesses(struct machine_state *s, bool filtered)
{
	u64 i, at;

	for (i = 0; i < 400; i++) {
		at = 0x10000 + i * i * 40 % 30000;
		if (!filtered || !filter_pass(&s->loads, at >> s->load_bits))
			pmc_machine_read(s, at, 1, i % 5);
		pmc_machine_write(s, at * 3, 1 + i % 70, i % 5);
		pmc_machine_fetch(s, 0x400000 + i * 77 % 9000, 7);
		pmc_machine_conditional(s, i % 13, i % 3 == 0);
		pmc_machine_indirect(s, i % 11, i % 7);
		pmc_machine_call(s, i);
		pmc_machine_return(s, i);
	}
}

static void must_run(const struct machine *m, u32 parts)
{
	size_t bytes = pmc_machine_bytes(m, parts);
	struct machine_state *s;
	struct machine_counts counts;
	void *memory;

	if (bytes > SMALL)
		return;
	memory = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
	s = malloc(sizeof(*s));
	MUST(memory && s);
	pmc_machine_init(s, m, parts, memory);
	some_accesses(s, false);
	counts = s->own_counts;
	pmc_machine_init(s, m, parts, memory);
	some_accesses(s, true);
	MUST(!memcmp(&counts, &s->own_counts, sizeof(counts)));
	free(s);
	free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size ? size : 1);
	struct machine m;
	struct diag d;
	u32 line = 0;

	MUST(text);
	memcpy(text, data, size);
	memset(&d, 0xa5, sizeof(d));
	if (pmc_machine_parse(&m, text, size, &line, &d)) {
		MUST(d.sentence[0] && (line ? d.column : !d.column));
	} else {
		MUST(!line && !pmc_machine_check(&m, NULL));
		must_run(&m, MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB | MACHINE_BRANCH);
		must_run(&m, ~0u);
	}
	free(text);
	return 0;
}
