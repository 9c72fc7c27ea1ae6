/* SPDX-License-Identifier: BSD-2-Clause */
/* The handles of libpmc that the layer uses. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compat/freebsd/machine/doors.h"

static const enum pmc_use uses[DOOR_USES] = {
	[DOOR_SELF] = PMC_USE_SELF,
	[DOOR_TASK] = PMC_USE_TASK,
	[DOOR_CPU] = PMC_USE_CPU,
};

int doors_errno(int error)
{
	switch (-error) {
	case EACCES:
	case EPERM:
		return EPERM;
	case ENODEV:
	case ENOSYS:
	case ENOENT:
		return ENXIO;
	default:
		return -error;
	}
}

/* Is this backend able to count hardware events? perf opens without a PMU, too. */
static int check(const char *backend, enum pmc_use use)
{
	struct pmc_backend_status status[PMC_BACKENDS];
	int i;

	pmc_backends(use, status, PMC_BACKENDS);
	for (i = 0; i < PMC_BACKENDS; i++)
		if (!strcmp(status[i].name, backend))
			return status[i].error;
	return -ENODEV;
}

static int open_hardware(enum pmc_use use, struct pmc **handle)
{
	const char *backend = getenv("PMC_BACKEND");
	int err;

	if (!backend || !*backend)
		return pmc_open(NULL, use, handle, NULL);
	err = check(backend, use);
	return err ? err : pmc_open(backend, use, handle, NULL);
}

int doors_handle(struct doors *doors, enum door_use use, bool software, struct pmc **handle)
{
	__typeof__(&doors->door[0][0]) d = &doors->door[use][software];
	int err;

	if (!d->tried) {
		err = software ? pmc_open("perf", uses[use], &d->handle, NULL) :
				 open_hardware(uses[use], &d->handle);
		/* What a backend cannot be used for at all is hardware that is not there. */
		d->error = err == -EOPNOTSUPP ? ENXIO : doors_errno(err);
		if (err)
			d->handle = NULL;
		d->tried = true;
	}
	*handle = d->handle;
	return d->error;
}

void doors_close(struct doors *doors)
{
	int use, software;

	for (use = 0; use < DOOR_USES; use++)
		for (software = 0; software < 2; software++)
			pmc_close(doors->door[use][software].handle);
	memset(doors, 0, sizeof(*doors));
}
