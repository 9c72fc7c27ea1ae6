/* SPDX-License-Identifier: BSD-2-Clause */
/* Names that all formats use. */
#include "cli/script/job.h"

#include "cli/profile/functions.h"

#include <string.h>

const char *script_function(const struct script_job *job, unsigned object, uint64_t address,
			    uint64_t *start)
{
	unsigned found = functions_find(job->functions, object, address);

	if (found == FUNCTION_NONE || !job->functions->function[found].name)
		return NULL;
	*start = job->functions->function[found].start;
	return job->functions->function[found].name;
}

const char *script_object(const struct script_job *job, unsigned object)
{
	struct pmc_profile_object o;

	if (pmc_profile_object_at(job->profile, object, &o) || !o.path[0])
		return "[unknown]";
	return o.path;
}

const char *script_name(const struct script_job *job, unsigned object, uint64_t address, char *text)
{
	const char *path, *slash;
	uint64_t start;
	const char *name = script_function(job, object, address, &start);

	if (name)
		return name;
	path = script_object(job, object);
	slash = strrchr(path, '/');
	if (path[0] == '[')
		return path;
	snprintf(text, SCRIPT_NAME, "[%s]", slash && slash[1] ? slash + 1 : path);
	return text;
}

const char *script_process(const struct script_job *job, unsigned thread)
{
	struct pmc_profile_process process;
	struct pmc_profile_thread t;

	if (pmc_profile_thread_at(job->profile, thread, &t) ||
	    pmc_profile_process_at(job->profile, t.process, &process) || !process.comm[0])
		return "[unknown]";
	return process.comm;
}
