// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See first.h. */
#include "emu/syscall/exec/first.h"

#include "emu/base/format.h"
#include "emu/base/message.h"
#include "emu/launch.h"
#include "emu/syscall/exec/native.h"
#include "emu/syscall/exec/next_image.h"
#include "emu/syscall/exec/request.h"

#include <asm/errno.h>
#include <linux/fcntl.h>

static const char *reason(long err)
{
	switch (err) {
	case -ENOENT:
		return "No such file or directory";
	case -EACCES:
		return "Permission denied";
	case -ENOEXEC:
		return "Exec format error";
	case -ENOTDIR:
		return "Not a directory";
	case -ETXTBSY:
		return "Text file busy";
	case -ELIBBAD:
		return "Accessing a corrupted shared library";
	case -ELOOP:
		return "Too many levels of symbolic links";
	case -E2BIG:
		return "Argument list too long";
	default:
		return NULL;
	}
}

int exec_first(const char *path, u64 argv, u64 envp, u32 task)
{
	struct request r = {
		.dirfd = AT_FDCWD,
		.path = (u64)path,
		.argv = argv,
		.envp = envp,
		.task = task,
	};
	enum emu_note_kind kind = EMU_NOTE_NONE;
	const char *program;
	long ret = request_read_name(&r);
	int fd = -1;

	if (!ret)
		ret = fd = request_find_program(&r, &program, &kind);
	if (fd >= 0 && !r.n_prefix)
		return fd;
	if (fd < 0 && kind != EMU_NOTE_NONE)
		ret = exec_native_noted(&r, kind, program);
	if (ret == -ENOEXEC) {
		/* As the shell and execvp(3) do: a file without #! is a script of /bin/sh. */
		r.n_prefix = 0;
		request_push_front(&r, path);
		request_push_front(&r, "/bin/sh");
		r.drop_first = true;
		emu_snprintf(r.given, sizeof(r.given), "/bin/sh");
		ret = fd = request_find_program(&r, &program, &kind);
	}
	if (fd >= 0)
		ret = next_image_exec(&r, program, fd);
	if (reason(ret))
		emu_refuse(ret == -ENOENT ? 127 : 126, "cannot run %s: %s", path, reason(ret));
	emu_refuse(126, "cannot run %s: error %d", path, (int)-ret);
}
