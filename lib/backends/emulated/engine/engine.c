/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the engine's executable. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "lib/backends/emulated/engine/engine.h"
#include "lib/backends/emulated/engine/launch.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/base/limits.h"
#include "lib/base/proc.h"

/* PREFIX/libexec/pmc, where `make install` puts the engine (mk/build.mk). */
extern const char engine_folder[] __attribute__((visibility("hidden")));

static int try_engine(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (faccessat(AT_FDCWD, path, X_OK, AT_EACCESS)) {
		close(fd);
		return -EACCES;
	}
	return fd;
}

/*
 * The path of the running executable; false: unknown. Without /proc it is the name that execve was
 * given, which may be a link, or relative to a working directory that is no longer ours.
 */
static bool find_self(char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size - 1);
	const char *given;

	if (n > 0) {
		path[n] = 0;
		return true;
	}
	given = (const char *)getauxval(AT_EXECFN);
	if (!given || !strchr(given, '/') || strlen(given) >= size)
		return false;
	strcpy(path, given);
	return true;
}

/* Makes "DIR/tail", where DIR is the folder of the running executable. */
static bool beside_self(const char *tail, char *path, size_t size)
{
	char *slash;

	if (!find_self(path, size))
		return false;
	slash = strrchr(path, '/');
	if (!slash || (size_t)(slash - path) + strlen(tail) + 2 > size)
		return false;
	strcpy(slash + 1, tail);
	return true;
}

static int no_descriptor(struct pmc_diag *diag)
{
	return limits_say(diag, -EMFILE, LAUNCH_FDS + 2, "cannot open the translator");
}

int engine_open(struct pmc_diag *diag)
{
	static const char *const tails[] = { "pmc-emu", "../libexec/pmc/pmc-emu" };
	const char *named = secure_getenv("PMC_EMU");
	char path[4096], first[4096] = "";
	size_t i;
	int fd;

	if (named && *named) {
		fd = try_engine(named);
		if (fd == -EMFILE)
			return no_descriptor(diag);
		if (fd < 0)
			diag_say(diag, fd, "cannot use the translator '%s' that $PMC_EMU names: %s",
				 named, strerror(-fd));
		return fd;
	}
	for (i = 0; i < ARRAY_SIZE(tails); i++) {
		if (!beside_self(tails[i], path, sizeof(path)))
			continue;
		fd = try_engine(path);
		if (fd >= 0)
			return fd;
		if (fd == -EMFILE)
			return no_descriptor(diag);
		if (!*first)
			strcpy(first, path);
	}
	if ((size_t)snprintf(path, sizeof(path), "%s/pmc-emu", engine_folder) >= sizeof(path))
		return diag_say(diag, -ENAMETOOLONG,
				"the folder of the translator has too long a name");
	fd = try_engine(path);
	if (fd >= 0)
		return fd;
	if (!*first)
		return diag_say(diag, -ENOENT,
				"the translator pmc-emu is not at '%s/pmc-emu', and the folder of "
				"the running program is unknown, because /proc is not mounted",
				engine_folder);
	return diag_say(diag, -ENOENT,
			"the translator pmc-emu is not installed: it is neither '%s' nor "
			"'%s/pmc-emu'%s",
			first, engine_folder, proc_is_mounted() ? "" : "; /proc is not mounted");
}
