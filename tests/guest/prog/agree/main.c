/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts of /dev/pmc that must be equal to the unit. usage: agree MODE [N]; one line per result,
 * "ok NAME" or "not ok NAME: …"; exit status 0 when all are ok. For P6, AMD, and the architectural
 * PMUs.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/guest/prog/agree/modes.h"
#include "tests/guest/prog/agree/set.h"
#include "tests/guest/prog/dev/result.h"

static const struct {
	const char *name;
	void (*run)(long n);
} modes[] = {
#define X(name, what) { #name, mode_##name },
	MODES(X)
#undef X
};

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	size_t i;

	choose();
	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(what, modes[i].name))
			continue;
		modes[i].run(argc > 2 ? atol(argv[2]) : 100);
		return failed;
	}
	return 2;
}
