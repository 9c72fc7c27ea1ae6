/* SPDX-License-Identifier: BSD-2-Clause */
/* What every format of `pmc script` is made from. */
#ifndef PMC_CLI_SCRIPT_JOB_H
#define PMC_CLI_SCRIPT_JOB_H

#include <pmc/profile.h>
#include <stdint.h>
#include <stdio.h>

struct functions;

struct script_job {
	const struct pmc_profile *profile;
	struct pmc_profile_info info;
	struct functions *functions;
	const char *file; /* the profile's */
	/* The chosen events: -e, or all of them. */
	const unsigned *events;
	unsigned n_events;
	FILE *out;
};

/* A format: prints to job->out. Returns 0, or an exit status after a complaint. */
typedef int script_writer(const struct script_job *job);

/* The name of the function at an address; NULL: unknown. *start: where it begins. */
const char *script_function(const struct script_job *job, unsigned object, uint64_t address,
			    uint64_t *start);
/* The name, or that of the object in brackets. text: room for it. */
#define SCRIPT_NAME 512
const char *script_name(const struct script_job *job, unsigned object, uint64_t address,
			char *text);
/* An object's path, or "[unknown]". */
const char *script_object(const struct script_job *job, unsigned object);
/* The name of a thread's process, or "[unknown]". */
const char *script_process(const struct script_job *job, unsigned thread);

#endif
