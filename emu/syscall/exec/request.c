// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See request.h. */
#include "emu/syscall/exec/request.h"

#include "emu/base/engine.h"
#include "emu/base/format.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/syscall/exec/file.h"

#include <asm/stat.h>
#include <linux/fcntl.h>

void request_push_front(struct request *r, const char *arg)
{
	memmove(r->prefix + 1, r->prefix, r->n_prefix * sizeof(r->prefix[0]));
	r->prefix[0] = arg;
	r->n_prefix++;
}

/* Closes the file, which is an x86-64 program, unless the engine can run it. */
static int check_program(int fd, const struct stat *st, enum emu_note_kind *kind)
{
	int err = elf_check(fd);

	if (!err && file_gains_rights(fd, st)) {
		*kind = EMU_NOTE_SETID;
		err = -EPERM;
	}
	if (!err)
		return fd;
	if (err == -EACCES) /* its interpreter may be executable all the same */
		*kind = EMU_NOTE_UNREADABLE;
	sys1(__NR_close, fd);
	return err;
}

/* The arguments of a script's interpreter come in the place of argv[0]: its own argument, if the
 * script names one, and the script's name. */
static void push_script(struct request *r, const struct script *s, const char *path, int depth)
{
	if (depth == 0) {
		r->drop_first = true;
		request_push_front(r, path);
	}
	if (s->arg)
		request_push_front(r, s->arg);
	request_push_front(r, s->interp);
}

int request_find_program(struct request *r, const char **path, enum emu_note_kind *kind)
{
	int dirfd = r->dirfd, flags = r->flags, fd, depth;
	const char *open_path = r->own_exe ? engine.exe_link : r->given;
	bool unreadable = false;
	struct script s;
	struct stat st;
	long n;

	*path = r->name;
	for (depth = 0;; depth++) {
		char *line = r->lines[depth];

		*kind = EMU_NOTE_NONE;
		fd = file_open(dirfd, open_path, flags, &st, &unreadable);
		if (fd < 0) {
			if (unreadable || fd == -EMFILE || fd == -ENFILE)
				*kind = EMU_NOTE_UNREADABLE;
			return fd;
		}
		memset(line, 0, SCRIPT_BUF);
		n = sys4(__NR_pread64, fd, line, SCRIPT_BUF, 0);
		if (n >= 0 && elf_is_ours(line, n))
			return check_program(fd, &st, kind);
		sys1(__NR_close, fd);
		if (n < 0)
			return n;
		if (script_parse(line, &s)) {
			*kind = EMU_NOTE_NOT_ELF64;
			return -ENOEXEC;
		}
		if (r->inaccessible)
			return -ENOENT;
		if (depth == SCRIPT_DEPTH)
			return -ELOOP;
		push_script(r, &s, *path, depth);
		/* An empty name leads to the working directory. */
		*path = s.interp;
		open_path = *s.interp ? s.interp : ".";
		dirfd = AT_FDCWD;
		flags = 0;
	}
}

long request_read_name(struct request *r)
{
	long n = string_from_user(r->given, r->path, sizeof(r->given));

	if (n < 0)
		return n;
	r->name = r->given;
	if (r->given[0] == '/' || r->dirfd == AT_FDCWD)
		return 0;
	if (!n && !(r->flags & AT_EMPTY_PATH))
		return -ENOENT;
	emu_snprintf(r->by_fd, sizeof(r->by_fd), "/dev/fd/%d%s%s", r->dirfd, n ? "/" : "",
		     r->given);
	r->name = r->by_fd;
	r->inaccessible = sys2(__NR_fcntl, r->dirfd, F_GETFD) == FD_CLOEXEC;
	return 0;
}
