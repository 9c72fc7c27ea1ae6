/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of events under libFuzzer: an input is a file. What must hold: it is refused with a
 * sentence, or each of its events can be listed, and encoded on its first counter without a
 * reserved bit.
 */
#define _GNU_SOURCE
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "events_file_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	struct pmc_model_event ev;
	struct pmc_diag diag = { 0 };
	struct pmc_encoding *e;
	struct pmc_model *m;
	char path[64];
	size_t i, k;

	if (fd < 0)
		fd = memfd_create("events", 0);
	MUST(fd >= 0 && !ftruncate(fd, 0) && pwrite(fd, data, size, 0) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (pmc_model_open(size & 1 ? "pantherlake" : "skylake", path, &m, &diag)) {
		MUST(diag.sentence[0]);
		return 0;
	}
	for (i = 0; !pmc_model_event_at(m, i, &ev); i++) {
		MUST(ev.name[0] && ev.description);
		/* A name may be one of a generic event, or look raw; then it means that. */
		if (pmc_encoding_create(m, ev.name, -1, 0, &e, &diag)) {
			MUST(diag.sentence[0]);
			continue;
		}
		MUST(e->counters && e->n_registers && e->n_events == 1);
		for (k = 0; k < e->n_registers; k++)
			MUST(!e->reg[k].reserved);
		pmc_encoding_destroy(e);
	}
	pmc_model_close(m);
	return 0;
}
