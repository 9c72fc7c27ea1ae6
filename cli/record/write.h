/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing the profile that was recorded. */
#ifndef PMC_CLI_RECORD_WRITE_H
#define PMC_CLI_RECORD_WRITE_H

struct pmc_profile;

/*
 * Writes the file, and keeps the one that was there under another name. If that fails, looks for
 * another place, and says so. 0 or an exit status.
 */
int record_write(const struct pmc_profile *profile, const char *path);
/* How large the file is. */
double record_kib(const char *path);

#endif
