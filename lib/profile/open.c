/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens files of all formats, and writes pmc's own. */
#include <errno.h>
#include <pmc/profile.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/diag.h"
#include "lib/profile/file.h"
#include "lib/profile/import/callgrind.h"
#include "lib/profile/import/collapsed.h"
#include "lib/profile/import/perf.h"
#include "lib/profile/import/perf_file.h"
#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/read.h"
#include "lib/profile/own/write.h"

/* So much of perf.data is looked at at once while all of it is gone through. */
#define READ_AT_ONCE ((size_t)64 << 10)

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

/* What every format has in common in the end: err, or what was read in *p. */
static int opened(int err, struct pmc_profile *p, const char *name, struct pmc_profile **profile,
		  struct pmc_diag *diag)
{
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
	struct pmc_profile *p = NULL;
	int err;

	if (!n)
		return diag_say(diag, -ENODATA, "%s: the file is empty", name);
	if (read_is_own(bytes, n))
		err = open_own(bytes, n, name, &p, diag);
	else if (perf_file_is(bytes, n))
		err = perf_import(window_on_memory(bytes, n), n, name, &p, diag);
	else if (callgrind_is(bytes, n))
		err = callgrind_import(bytes, n, name, &p, diag);
	else if (collapsed_is(bytes, n))
		err = collapsed_import(bytes, n, name, &p, diag);
	else
		err = diag_say(diag, -EPROTO, "%s: this is not a profile that pmc knows", name);
	return opened(err, p, name, profile, diag);
}

/* perf.data is read in parts: samples take far less memory in a profile than in the file. */
static bool is_perf(int fd, size_t *n)
{
	u8 magic[PERF_FILE_MAGIC];
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || (u64)st.st_size > SIZE_MAX / 2 ||
	    pread(fd, magic, sizeof(magic), 0) != (ssize_t)sizeof(magic))
		return false;
	*n = (size_t)st.st_size;
	return perf_file_is(magic, sizeof(magic));
}

int pmc_profile_open(const char *path, struct pmc_profile **profile, struct pmc_diag *diag)
{
	int fd = file_open_read(path), err = fd < 0 ? fd : 0;
	struct pmc_profile *p = NULL;
	struct file file;
	size_t n;

	if (!err && is_perf(fd, &n)) {
		err = perf_import(window_on_file(fd, READ_AT_ONCE), n, path, &p, diag);
		close(fd);
		return opened(err, p, path, profile, diag);
	}
	if (!err)
		err = file_read(fd, &file);
	if (fd >= 0)
		close(fd);
	if (err)
		return diag_say(diag, err, "cannot read %s: %s", path, strerror(-err));
	err = pmc_profile_open_memory(file.bytes, file.n, path, profile, diag);
	if (err || (*profile)->format == PMC_PROFILE_PERF)
		free(file.bytes);
	else
		(*profile)->file = file.bytes;
	return err;
}

/* What a file of the profile has. */
struct written {
	struct bytes bytes[WRITE_PARTS];
	struct iovec part[WRITE_PARTS];
};

/* 0 or -ENOMEM; end_writing() frees it in any case. */
static int begin_writing(const struct pmc_profile *profile, struct written *w)
{
	bool failed = false;
	unsigned i;

	memset(w, 0, sizeof(*w));
	write_parts(profile, w->bytes);
	for (i = 0; i < WRITE_PARTS; i++) {
		w->part[i] = (struct iovec){ w->bytes[i].data, w->bytes[i].n };
		failed |= w->bytes[i].failed;
	}
	return failed ? -ENOMEM : 0;
}

static void end_writing(struct written *w)
{
	unsigned i;

	for (i = 0; i < WRITE_PARTS; i++)
		bytes_deinit(&w->bytes[i]);
}

int pmc_profile_write(const struct pmc_profile *profile, const char *path, struct pmc_diag *diag)
{
	struct written w;
	int err = begin_writing(profile, &w);

	if (!err)
		err = file_write(path, w.part, WRITE_PARTS);
	end_writing(&w);
	if (err)
		return diag_say(diag, err, "cannot write %s: %s", path, strerror(-err));
	return 0;
}

int pmc_profile_write_fd(const struct pmc_profile *profile, int fd, struct pmc_diag *diag)
{
	struct written w;
	int err = begin_writing(profile, &w);

	if (!err)
		err = file_write_parts(fd, w.part, WRITE_PARTS);
	end_writing(&w);
	if (err)
		return diag_say(diag, err, "cannot write the profile: %s", strerror(-err));
	return 0;
}
