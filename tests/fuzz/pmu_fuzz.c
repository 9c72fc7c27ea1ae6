/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encoding and decoding under libFuzzer. The first byte chooses a model; if the second is even an
 * event string follows, else a counter and register values.
 *
 * What must hold: a refusal has a sentence. What is encoded has no reserved bit and decodes to an
 * event that encodes to the same. Any registers can be decoded, and an event that comes out has a
 * spelling.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encode/encode.h"
#include "core/pmu/registers.h"
#include "core/models/model.h"
#include "core/event/event.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "pmu_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

static void encode(const struct pmu *pmu, const char *text, size_t size)
{
	const struct catalogues cats = { &pmu->model->events, 1 };
	struct reg_value regs[ENCODE_REGS], again[ENCODE_REGS];
	struct encoding enc;
	struct event ev, back;
	struct diag diag = { 0 };
	struct pmu_reg_at at;
	u32 n = 1, m, c, i;

	if (pmc_event_parse(text, size, &cats, &ev, &n, &diag) ||
	    pmc_encode(pmu, text, &ev, size & 1 ? ENCODE_PMI : 0, &enc, &diag)) {
		MUST(diag.sentence[0]);
		return;
	}
	MUST(enc.counters);
	for (c = 0; c < 64; c++) {
		n = 0;
		if (pmc_encode_on(pmu, &enc, c, regs, &n, &diag)) {
			MUST(!(enc.counters >> c & 1));
			continue;
		}
		MUST(n && n <= ENCODE_REGS);
		for (i = 0; i < n; i++) {
			MUST(pmc_pmu_reg_at(pmu, regs[i].address, &at));
			MUST(!(regs[i].value & ~pmc_pmu_reg_bits(pmu, &at)));
		}
		if (!pmc_decode(pmu, regs, n, c, &back) || back.kind != EVENT_MODEL)
			continue; /* raw: number 0 may mean that nothing counts */
		m = 0;
		MUST(!pmc_encode(pmu, "", &back, size & 1 ? ENCODE_PMI : 0, &enc, &diag));
		MUST(!pmc_encode_on(pmu, &enc, c, again, &m, &diag) && m == n);
		for (i = 0; i < n; i++)
			MUST(again[i].address == regs[i].address &&
			     again[i].value == regs[i].value);
	}
}

static void decode(const struct pmu *pmu, const uint8_t *data, size_t size)
{
	struct reg_value regs[8];
	struct event ev;
	struct pmu_reg_at at;
	char name[256];
	u32 n = 0, c;

	while (size >= 10 && n < 8) {
		if (pmc_pmu_reg(pmu, (u32)data[0] | (u32)(data[1] & 1) << 8, &at)) {
			regs[n].address = at.address;
			memcpy(&regs[n].value, data + 2, 8);
			regs[n++].mask = ~0ull;
		}
		data += 10;
		size -= 10;
	}
	for (c = 0; c < 64; c++)
		if (pmc_decode(pmu, regs, n, c, &ev))
			MUST(pmc_event_name("", &ev, name, sizeof(name)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct pmu_model *model;
	struct pmu pmu;
	char *copy;
	u32 models = 0;

	if (size < 2)
		return 0;
	while (pmc_model_row(models))
		models++;
	model = pmc_model_row(data[0] % models);
	pmc_pmu_of_model(model, &pmu);
	/* Exactly as long as it is: the sanitizer watches its end. */
	copy = malloc(size - 2 ? size - 2 : 1);
	memcpy(copy, data + 2, size - 2);
	if (data[1] & 1)
		decode(&pmu, (const uint8_t *)copy, size - 2);
	else
		encode(&pmu, copy, size - 2);
	free(copy);
	return 0;
}
