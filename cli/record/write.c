/* SPDX-License-Identifier: BSD-2-Clause */
/* See write.h. */
#include "cli/record/write.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <pmc/profile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As perf does, keeps the file that was there under another name. Returns false when there is none
 * to put back. */
static bool keep_earlier(const char *path, char *old, size_t size)
{
	return snprintf(old, size, "%s.old", path) < (int)size && !rename(path, old);
}

/* Where else to keep a profile: in a new folder below one of these. */
static bool write_elsewhere(const struct pmc_profile *profile, char *path, size_t size)
{
	const char *dirs[] = { getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm" };
	struct pmc_diag diag;
	size_t i, n;

	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		if (!dirs[i] || !dirs[i][0] ||
		    snprintf(path, size, "%s/pmc-XXXXXX", dirs[i]) >= (int)size || !mkdtemp(path))
			continue;
		n = strlen(path);
		snprintf(path + n, size - n, "/pmc.data");
		if (!pmc_profile_write(profile, path, &diag))
			return true;
		path[n] = '\0';
		rmdir(path);
	}
	return false;
}

/* The profile could not be written where it should be: nobody wants to record for hours again. */
static void rescue(const struct pmc_profile *profile, const char *sentence)
{
	char path[4096];

	if (write_elsewhere(profile, path, sizeof(path)))
		complain("%s; the whole profile is in %s instead", sentence, path);
	else
		complain("%s; nor is there room for the profile in $TMPDIR, /tmp, /var/tmp or "
			 "/dev/shm, so it is lost",
			 sentence);
}

int record_write(const struct pmc_profile *profile, const char *path)
{
	struct pmc_diag diag = { 0 };
	char old[4096];
	bool kept = keep_earlier(path, old, sizeof(old));

	if (!pmc_profile_write(profile, path, &diag))
		return 0;
	if (kept)
		rename(old, path);
	rescue(profile, diag.sentence);
	return STATUS_FAILED;
}

double record_kib(const char *path)
{
	struct stat st = { 0 };

	stat(path, &st);
	return (double)st.st_size / 1024;
}
