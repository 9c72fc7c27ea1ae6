/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens files of all formats, and writes pmc's own. */
#include <errno.h>
#include <pmc/profile.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/profile/file.h"
#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/read.h"
#include "lib/profile/own/write.h"

int pmc_profile_open_memory(const void *bytes, size_t n, const char *name,
			    struct pmc_profile **profile, struct pmc_diag *diag)
{
	struct pmc_profile *p;
	int err;

	if (!n)
		return diag_say(diag, -ENODATA, "%s: the file is empty", name);
	if (!read_is_own(bytes, n))
		return diag_say(diag, -EPROTO, "%s: this is not a profile that pmc knows", name);
	p = model_create();
	if (!p)
		return diag_say(diag, -ENOMEM, "%s: there is not enough memory for it", name);
	err = read_profile(p, bytes, n, name, diag);
	if (err == -ENOMEM)
		diag_say(diag, err, "%s: there is not enough memory for it", name);
	if (!err)
		model_finish(p);
	if (!err && !p->n_places && !p->n_notes)
		err = diag_say(diag, -ENODATA, "%s: the profile has no counts", name);
	if (err)
		model_destroy(p);
	else
		*profile = p;
	return err;
}

int pmc_profile_open(const char *path, struct pmc_profile **profile, struct pmc_diag *diag)
{
	struct file file;
	int err = file_read(path, &file);

	if (err)
		return diag_say(diag, err, "cannot read %s: %s", path, strerror(-err));
	err = pmc_profile_open_memory(file.bytes, file.n, path, profile, diag);
	if (err) {
		file_free(&file);
		return err;
	}
	(*profile)->file = file.bytes;
	(*profile)->file_mapped = file.mapped;
	return 0;
}

int pmc_profile_write(const struct pmc_profile *profile, const char *path, struct pmc_diag *diag)
{
	struct bytes out = { 0 };
	int err = -ENOMEM;

	write_profile(profile, &out);
	if (!out.failed)
		err = file_write(path, out.data, out.n);
	bytes_deinit(&out);
	if (err)
		return diag_say(diag, err, "cannot write %s: %s", path, strerror(-err));
	return 0;
}
