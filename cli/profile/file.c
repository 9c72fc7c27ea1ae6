/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile that the user named. */
#include "cli/profile/file.h"

#include "cli/result/read.h"
#include "cli/result/result.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <pmc/profile.h>
#include <string.h>
#include <unistd.h>

static const char standard_input[] = "/dev/stdin";

const char *profile_file_name(const char *path)
{
	if (!path)
		return PROFILE_FILE;
	return strcmp(path, "-") ? path : standard_input;
}

/* Is the file a result that pmc stat has saved? */
static bool is_result(const char *path)
{
	char sentence[RESULT_SENTENCE];
	struct result result;
	bool is = !result_read(&result, path, sentence);

	if (is)
		result_deinit(&result);
	return is;
}

int profile_file_open(const char *path, struct pmc_profile **profile)
{
	const char *name = profile_file_name(path);
	struct pmc_diag diag = { 0 };
	int err;

	if (name == standard_input && isatty(STDIN_FILENO)) {
		complain("-: standard input is a terminal; pipe a profile to it, as in pmc record "
			 "-o - COMMAND | pmc report -i -");
		return STATUS_FAILED;
	}
	err = pmc_profile_open(name, profile, &diag);
	if (!err)
		return 0;
	if (err == -ENOENT && !strcmp(name, PROFILE_FILE))
		complain("there is no %s here; 'pmc record -- COMMAND' writes it%s", name,
			 path ? "" : ", and -i names another file");
	else if (err == -EPROTO && is_result(name))
		complain("%s: the counts of 'pmc stat --save', which know no functions; 'pmc "
			 "compare' compares such files",
			 name);
	else if (strstr(diag.sentence, name))
		complain("%s", diag.sentence);
	else
		complain("%s: %s", name, diag.sentence);
	return STATUS_FAILED;
}

bool profile_file_is(const char *path)
{
	struct pmc_profile *profile;
	struct pmc_diag diag;

	if (pmc_profile_open(path, &profile, &diag))
		return false;
	pmc_profile_close(profile);
	return true;
}
