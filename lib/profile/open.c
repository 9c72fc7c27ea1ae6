/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens files of all formats, and writes pmc's own. */
#include <errno.h>
#include <pmc/profile.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/profile/file.h"
#include "lib/profile/import/callgrind.h"
#include "lib/profile/import/collapsed.h"
#include "lib/profile/import/perf.h"
#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/read.h"
#include "lib/profile/own/write.h"

static int open_own(const void *bytes, size_t n, const char *name, struct pmc_profile **profile,
		    struct pmc_diag *diag)
{
	struct pmc_profile *p = model_create();
	int err;

	if (!p)
		return -ENOMEM;
	err = read_profile(p, bytes, n, name, diag);
	if (err) {
		model_destroy(p);
		return err;
	}
	model_finish(p);
	*profile = p;
	return 0;
}

/* mapped: as in struct file. */
static int open_bytes(const void *bytes, size_t n, size_t mapped, const char *name,
		      struct pmc_profile **profile, struct pmc_diag *diag)
{
	struct pmc_profile *p = NULL;
	int err;

	if (!n)
		return diag_say(diag, -ENODATA, "%s: the file is empty", name);
	if (read_is_own(bytes, n))
		err = open_own(bytes, n, name, &p, diag);
	else if (perf_is(bytes, n))
		err = perf_import(bytes, n, mapped, name, &p, diag);
	else if (callgrind_is(bytes, n))
		err = callgrind_import(bytes, n, name, &p, diag);
	else if (collapsed_is(bytes, n))
		err = collapsed_import(bytes, n, name, &p, diag);
	else
		err = diag_say(diag, -EPROTO, "%s: this is not a profile that pmc knows", name);
	if (err == -ENOMEM)
		diag_say(diag, err, "%s: there is not enough memory for it", name);
	if (!err && !p->n_places && !p->n_notes) {
		model_destroy(p);
		err = diag_say(diag, -ENODATA, "%s: the profile has no counts", name);
	}
	if (!err)
		*profile = p;
	return err;
}

int pmc_profile_open_memory(const void *bytes, size_t n, const char *name,
			    struct pmc_profile **profile, struct pmc_diag *diag)
{
	return open_bytes(bytes, n, 0, name, profile, diag);
}

int pmc_profile_open(const char *path, struct pmc_profile **profile, struct pmc_diag *diag)
{
	struct file file;
	int err = file_read(path, &file);

	if (err)
		return diag_say(diag, err, "cannot read %s: %s", path, strerror(-err));
	err = open_bytes(file.bytes, file.n, file.mapped, path, profile, diag);
	if (err || (*profile)->format == PMC_PROFILE_PERF) {
		file_free(&file);
		return err;
	}
	(*profile)->file = file.bytes;
	(*profile)->file_mapped = file.mapped;
	return 0;
}

/* What a file of the profile has. 0 or -ENOMEM; bytes_deinit() frees it in any case. */
static int make_bytes(const struct pmc_profile *profile, struct bytes *out)
{
	*out = (struct bytes){ 0 };
	write_profile(profile, out);
	return out->failed ? -ENOMEM : 0;
}

int pmc_profile_write(const struct pmc_profile *profile, const char *path, struct pmc_diag *diag)
{
	struct bytes out;
	int err = make_bytes(profile, &out);

	if (!err)
		err = file_write(path, out.data, out.n);
	bytes_deinit(&out);
	if (err)
		return diag_say(diag, err, "cannot write %s: %s", path, strerror(-err));
	return 0;
}

int pmc_profile_write_fd(const struct pmc_profile *profile, int fd, struct pmc_diag *diag)
{
	struct bytes out;
	int err = make_bytes(profile, &out);

	if (!err)
		err = file_write_all(fd, out.data, out.n);
	bytes_deinit(&out);
	if (err)
		return diag_say(diag, err, "cannot write the profile: %s", strerror(-err));
	return 0;
}
