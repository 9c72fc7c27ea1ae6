/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event specifiers of FreeBSD's pmc(3) under libFuzzer. The first byte of an input chooses the
 * processor, the rest is the specifier.
 *
 * What must hold whatever the bytes are: the error is one of pmc_allocate(3); an event that was
 * found has a number with a name, and libpmc takes its text for an event of the processor, or says
 * that no counter can count it so.
 */
#undef PMC_VERSION
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/machine/event.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "pmc_specifier_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

static const char *const models[] = { "k7", "k8",      "pentium3", "pentium-m", "pentium4",
				      "p5", "arch-v4", "nehalem",  "zen4" };
#define MODELS (sizeof(models) / sizeof(*models))

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct machine machine[MODELS];
	struct machine *m;
	struct machine_event e;
	char text[256];
	int err;

	if (size < 1 || size > sizeof(text))
		return 0;
	m = &machine[data[0] % MODELS];
	if (!m->model)
		MUST(!machine_init(m, models[data[0] % MODELS]));
	memcpy(text, data + 1, size - 1);
	text[size - 1] = 0;
	err = machine_event(m, text, PMC_MODE_TC, &e);
	MUST(err == 0 || err == EINVAL || err == EOPNOTSUPP || err == ENXIO);
	if (err)
		return 0;
	MUST(e.class && machine_event_name(m, e.number));
	MUST(strlen(e.text) < sizeof(e.text));
	if (e.class->id != PMC_CLASS_TSC)
		MUST(e.text[0]);
	return 0;
}
