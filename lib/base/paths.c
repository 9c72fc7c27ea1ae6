/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the file that a command's name means, along PATH as execvp(3) does. It also looks for the
 * interpreter in the file's first bytes, so that a command that cannot run is reported before
 * anything is started.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/base/paths.h"

/* 0: the path is a file that may be executed. */
static int may_execute(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	if (faccessat(AT_FDCWD, path, X_OK, AT_EACCESS))
		return -errno;
	return S_ISREG(st.st_mode) ? 0 : -EACCES;
}

/* Copies the interpreter after #! into name. */
static bool script_interpreter(const char *head, size_t n, char *name, size_t size)
{
	size_t i = 2, len = 0;

	while (i < n && (head[i] == ' ' || head[i] == '\t'))
		i++;
	while (i < n && head[i] && head[i] != '\n' && head[i] != ' ' && head[i] != '\t') {
		if (len + 1 == size)
			return false;
		name[len++] = head[i++];
	}
	name[len] = 0;
	return len > 0;
}

/* Copies the interpreter of a 64-bit ELF file. The kernel judges other files itself. */
static bool elf_interpreter(int fd, const char *head, size_t n, char *name, size_t size)
{
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	unsigned i;

	if (n < sizeof(eh) || head[EI_CLASS] != ELFCLASS64)
		return false;
	memcpy(&eh, head, sizeof(eh));
	if (eh.e_phentsize != sizeof(ph))
		return false;
	for (i = 0; i < eh.e_phnum; i++) {
		if (pread(fd, &ph, sizeof(ph), (off_t)(eh.e_phoff + i * sizeof(ph))) != sizeof(ph))
			return false;
		if (ph.p_type != PT_INTERP)
			continue;
		if (ph.p_filesz < 2 || ph.p_filesz > size)
			return false;
		if (pread(fd, name, ph.p_filesz, (off_t)ph.p_offset) != (ssize_t)ph.p_filesz)
			return false;
		return !name[ph.p_filesz - 1];
	}
	return false;
}

/* Looks into the file. A file that we cannot read may still run. */
static int look_inside(const char *path, bool *shell, struct pmc_diag *diag)
{
	char head[512], name[512];
	bool has = false;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), err;
	ssize_t n;

	if (fd < 0)
		return 0;
	n = pread(fd, head, sizeof(head), 0);
	*shell = n >= 0 && !(n >= 2 && !memcmp(head, "#!", 2)) &&
		 !(n >= 4 && !memcmp(head, ELFMAG, 4));
	if (n >= 2 && !memcmp(head, "#!", 2))
		has = script_interpreter(head, (size_t)n, name, sizeof(name));
	else if (n >= 4 && !memcmp(head, ELFMAG, 4))
		has = elf_interpreter(fd, head, (size_t)n, name, sizeof(name));
	close(fd);
	err = has ? may_execute(name) : 0;
	if (!err)
		return 0;
	return diag_say(diag, err, "cannot execute '%s': its interpreter '%s': %s", path, name,
			strerror(-err));
}

static const char *get_path(char *const envp[])
{
	size_t i;

	for (i = 0; envp[i]; i++)
		if (!strncmp(envp[i], "PATH=", 5))
			return envp[i] + 5;
	return "/bin:/usr/bin";
}

/*
 * Finds the first file along PATH that may be executed. If there is none, returns why the last
 * candidate may not.
 */
static int search(const char *name, const char *dirs, char **found)
{
	int err = -ENOENT;

	for (;;) {
		size_t len = strcspn(dirs, ":");
		char *path;
		int e;

		/* An empty entry is the current directory. */
		if (asprintf(&path, "%.*s%s%s", (int)len, dirs, len ? "/" : "./", name) < 0)
			return -ENOMEM;
		e = may_execute(path);
		if (!e) {
			*found = path;
			return 0;
		}
		/* We cannot see into a closed folder, so nothing was found there. */
		if (e == -EACCES && faccessat(AT_FDCWD, path, F_OK, AT_EACCESS))
			e = -ENOENT;
		free(path);
		if (e != -ENOENT && e != -ENOTDIR && e != -EISDIR)
			err = e;
		if (!dirs[len])
			return err;
		dirs += len + 1;
	}
}

/*
 * Says that there is no such command, and what the user may have meant: a whole command line in one
 * word, or a builtin of the shell.
 */
static int say_not_found(const char *name, struct pmc_diag *diag)
{
	/* POSIX's builtins that are rarely files, then bash's. */
	static const char *const builtins[] = {
		":",	 ".",	   "alias", "bg",    "cd",	"command", "eval",    "exec",
		"exit",	 "export", "fg",    "for",   "getopts", "hash",	   "if",      "jobs",
		"local", "read",   "set",   "then",  "times",	"trap",	   "type",    "ulimit",
		"umask", "unset",  "wait",  "while", "shift",	"return",  "unalias", "until",
	};
	static const char *const of_bash[] = {
		"builtin", "declare", "dirs",  "disown", "history", "let",     "mapfile",
		"popd",	   "pushd",   "shopt", "source", "suspend", "typeset",
	};
	size_t i, blank = strcspn(name, " \t");

	if (name[blank] && blank)
		return diag_say(diag, -ENOENT,
				"command '%s' not found; a blank is part of this name: leave out "
				"the quotes around the command, or run it by a shell: sh -c '%s'",
				name, name);
	for (i = 0; i < ARRAY_SIZE(builtins) + ARRAY_SIZE(of_bash); i++) {
		bool bash = i >= ARRAY_SIZE(builtins);

		if (strcmp(name, bash ? of_bash[i - ARRAY_SIZE(builtins)] : builtins[i]))
			continue;
		return diag_say(diag, -ENOENT,
				"command '%s' not found: it is a builtin of the shell, and no "
				"file; run it by a shell: %s -c '%s ...'",
				name, bash ? "bash" : "sh", name);
	}
	return diag_say(diag, -ENOENT, "command '%s' not found", name);
}

int path_find_command(const char *name, char *const envp[], char **found, bool *shell,
		      struct pmc_diag *diag)
{
	char *path = NULL;
	int err;

	*shell = false;
	if (!name[0])
		return diag_say(diag, -ENOENT, "the command's name is empty");
	if (strchr(name, '/')) {
		err = may_execute(name);
		if (!err && !(path = strdup(name)))
			err = -ENOMEM;
	} else {
		err = search(name, get_path(envp), &path);
	}
	if (err == -ENOENT)
		return say_not_found(name, diag);
	if (err)
		return diag_say(diag, err, "cannot execute '%s': %s", name, strerror(-err));
	err = look_inside(path, shell, diag);
	if (err)
		free(path);
	else
		*found = path;
	return err;
}
