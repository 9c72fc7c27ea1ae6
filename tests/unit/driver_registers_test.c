/* SPDX-License-Identifier: BSD-2-Clause */
/* Each reason why the driver refuses a register has a sentence and an error of its own. */
#include <errno.h>
#include <string.h>

#include "lib/backends/driver/registers.h"
#include "lib/base/array.h"
#include "pmc/pmc.h"
#include "tests/tap.h"

static const struct row {
	struct driver_register_facts facts;
	int error;
	const char *sentence; /* a part of it */
} rows[] = {
	{ { .error = -EPERM }, EPERM, "read with CAP_SYS_ADMIN only; to fix this, run as root" },
	{ { .error = -EPERM, .write = true }, EPERM, "written with CAP_SYS_ADMIN only" },
	{ { .error = -EPERM, .write = true, .admin = true, .locked_down = true },
	  EPERM,
	  "locked down" },
	{ { .error = -EPERM, .admin = true, .locked_down = true }, EINVAL, "no such register" },
	{ { .error = -EPERM, .write = true, .admin = true }, EINVAL, "no such register of" },
	{ { .error = -EBUSY, .write = true, .sets = 1 }, EBUSY, "'pmc who'" },
	{ { .error = -EBUSY, .write = true, .watchdog = true }, EBUSY, "nmi_watchdog=0" },
	{ { .error = -EBUSY, .write = true }, EBUSY, "Linux's perf holds" },
	{ { .error = -ENXIO, .cpu = 70000 }, ENOENT, "there is no CPU 70000" },
	{ { .error = -ENXIO }, ENOENT, "CPU 0 is offline" },
	{ { .error = -ERANGE, .write = true }, ERANGE, "reserved bits" },
	{ { .error = -EROFS, .write = true }, EROFS, "only be read" },
	{ { .error = -EIO }, EIO, "the processor refuses" },
	{ { .error = -ENOMEM }, ENOMEM, "the module refuses" },
};

int main(void)
{
	static struct pmc_diag diag[ARRAY_SIZE(rows)];
	unsigned i, k;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		int err = driver_register_why(&rows[i].facts, &diag[i]);
		const char *said = diag[i].sentence;
		bool other = true;

		ok(err == -rows[i].error, "%s: %d", strerror(-rows[i].facts.error), err);
		ok(strstr(said, rows[i].sentence) != NULL, "  says: %s", said);
		for (k = 0; k < i; k++)
			other &= strcmp(diag[k].sentence, said) ||
				 !strcmp(rows[k].sentence, rows[i].sentence) ||
				 strstr(said, "no such register") != NULL;
		ok(other && said[strlen(said) - 1] != '.', "  its own, without a full stop");
	}
	return done();
}
