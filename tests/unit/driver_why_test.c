/* SPDX-License-Identifier: BSD-2-Clause */
/* Each errno of each call of /dev/pmc has a sentence of its own that says what the user can do. */
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "lib/backends/driver/why.h"
#include "lib/base/array.h"
#include "pmc/pmc_ioctl.h"
#include "tests/tap.h"

/*
 * The errors that a user can meet: those of pmc_ioctl(4), less those of a caller that breaks the
 * ABI.
 */
static const struct row {
	enum driver_call call;
	int error;
	const char *reason, *way; /* parts of them; way "": nothing helps */
} rows[] = {
	{ DRIVER_OPEN, ENOENT, "not loaded", "modprobe pmc" },
	{ DRIVER_OPEN, ENXIO, "its module is not loaded", "modprobe pmc" },
	{ DRIVER_OPEN, EACCES, "you may not open", "group pmc" },
	{ DRIVER_OPEN, EMFILE, "no file descriptors", "ulimit -n" },
	{ DRIVER_INFO, EPROTO, "another version", "one version" },
	{ DRIVER_SETUP, ENODEV, "drives no PMU", "virtual PMU" },
	{ DRIVER_SETUP, EBUSY, "Linux's perf holds", "end what uses perf" },
	{ DRIVER_SETUP, EACCES, "paranoid is 2, which closes kernel mode", "echo 1 >" },
	{ DRIVER_SETUP, EOPNOTSUPP, "cascades", "leave out cascade" },
	{ DRIVER_SETUP, ERANGE, "does not know a register", "one version" },
	{ DRIVER_ATTACH, EPERM, "another user", "CAP_PERFMON" },
	{ DRIVER_ATTACH, ESRCH, "has ended", "" },
	{ DRIVER_ATTACH, ENXIO, "offline", "" },
	{ DRIVER_ATTACH, EUSERS, "32 sets of events count this thread", "end one" },
	{ DRIVER_ATTACH, EBUSY, "RDPMC", "PMC_SET_NO_FASTREAD" },
	{ DRIVER_START, EBUSY, "Linux's perf holds", "end what uses perf" },
	{ DRIVER_START, ENOMEM, "cannot start the set", "" },
};

static void sentences(void)
{
	char reason[ARRAY_SIZE(rows)][320], way[320];
	unsigned i, k;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct row *r = &rows[i];
		struct driver_facts f = { .call = r->call, .error = -r->error, .paranoid = 2 };
		bool other = true;

		driver_sentence(&f, reason[i], sizeof(reason[i]), way, sizeof(way));
		ok(strstr(reason[i], r->reason) != NULL, "%s: %s", strerror(r->error), reason[i]);
		ok(r->way[0] ? strstr(way, r->way) != NULL : !way[0], "  and what to do: %s", way);
		for (k = 0; k < i; k++)
			other = other && (rows[k].call != r->call || strcmp(reason[k], reason[i]));
		ok(other && reason[i][strlen(reason[i]) - 1] != '.',
		   "  its own, without a full stop");
	}
}

/* Where the kernel lets the module ask what perf asks, the sentence names what has refused. */
static void perf_rules(void)
{
	static const struct {
		unsigned paranoid;
		int perf_paranoid;
		enum pmc_use use;
		const char *reason, *way;
	} cases[] = {
		{ 0, 2, PMC_USE_TASK, "perf_event_paranoid is 2, which closes kernel mode",
		  "sysctl kernel.perf_event_paranoid=1" },
		{ 0, 1, PMC_USE_CPU, "perf_event_paranoid is 1, which closes whole CPUs",
		  "sysctl kernel.perf_event_paranoid=0" },
		{ 0, 1, PMC_USE_TASK, "security modules closes kernel mode", "perf_event" },
		{ 0, INT_MIN, PMC_USE_CPU, "security modules closes whole CPUs", "perf_event" },
		{ 2, 1, PMC_USE_TASK, "parameter paranoid is 2", "echo 1" },
		{ 3, 2, PMC_USE_CPU, "parameter paranoid is 3", "echo 0" },
	};
	char reason[320], way[320];
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct driver_facts f = { .call = DRIVER_SETUP,
					  .error = -EACCES,
					  .paranoid = cases[i].paranoid,
					  .perf_rules = PMC_FEATURE_PERF_KERNEL |
							PMC_FEATURE_PERF_CPU,
					  .perf_paranoid = cases[i].perf_paranoid,
					  .use = cases[i].use };

		driver_sentence(&f, reason, sizeof(reason), way, sizeof(way));
		ok(strstr(reason, cases[i].reason) && strstr(way, cases[i].way), "%s; %s", reason,
		   way);
	}
}

/* One errno, with other facts that the library knows. */
static void facts(void)
{
	struct driver_facts f = { .call = DRIVER_SETUP, .error = -EBUSY, .watchdog = true };
	char reason[320], way[320];

	driver_sentence(&f, reason, sizeof(reason), way, sizeof(way));
	ok(strstr(reason, "NMI watchdog") && strstr(way, "sysctl kernel.nmi_watchdog=0"),
	   "the watchdog is on: %s", way);
	f.error = -ERANGE;
	f.siblings = true;
	driver_sentence(&f, reason, sizeof(reason), way, sizeof(way));
	ok(strstr(reason, "two logical processors") != NULL, "half of a Pentium 4: %s", reason);
	f = (struct driver_facts){ .call = DRIVER_SETUP, .error = -EIO };
	driver_sentence(&f, reason, sizeof(reason), way, sizeof(way));
	ok(strstr(reason, "refuses a register") != NULL, "a register that is not there: %s",
	   reason);
	f = (struct driver_facts){ .call = DRIVER_SETUP, .error = -EACCES, .paranoid = 3 };
	driver_sentence(&f, reason, sizeof(reason), way, sizeof(way));
	ok(strstr(reason, "the counters") && strstr(way, "echo 2"), "paranoid 3: %s", reason);
	f = (struct driver_facts){
		.call = DRIVER_SETUP, .error = -EACCES, .paranoid = 1, .use = PMC_USE_CPU
	};
	driver_sentence(&f, reason, sizeof(reason), way, sizeof(way));
	ok(strstr(reason, "whole CPUs") && strstr(way, "echo 0"), "CPUs: %s", reason);
	f = (struct driver_facts){ .call = DRIVER_SETUP, .error = -ERANGE, .overflows = true };
	driver_sentence(&f, reason, sizeof(reason), way, sizeof(way));
	ok(strstr(reason, "force_ovf") && strstr(way, "leave them out"), "overflows: %s", reason);
	perf_rules();
	driver_holder_sentence((unsigned)getpid(), reason, sizeof(reason));
	ok((strstr(reason, "driver_why_test") || strstr(reason, "driver_why_tes")) &&
		   strstr(reason, "end it"),
	   "the holder by its name: %s", reason);
}

int main(void)
{
	sentences();
	facts();
	return done();
}
