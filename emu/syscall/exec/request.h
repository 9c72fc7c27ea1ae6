/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A program that is to be run, and how the kernel would find it.
 */
#ifndef PMC_EMU_EXEC_REQUEST_H
#define PMC_EMU_EXEC_REQUEST_H

#include "emu/image/elf.h"
#include "emu/image/script.h"
#include "emu/launch.h"

/* What was asked for. The strings that it points to lie in it, or in the program's memory. */
struct request {
	struct thread *thread; /* who asks; NULL: the command, which has no thread yet */
	int dirfd;
	u64 path, argv, envp; /* the program's memory */
	int flags;
	u32 task;
	const char *name;  /* what the kernel calls the file: AT_EXECFN, a script's argument */
	bool own_exe;	   /* the name is one of /proc/self/exe */
	bool inaccessible; /* the name leads through a descriptor that the exec closes */
	bool drop_first;   /* argv[0] is not passed on, but prefix[] instead */
	u32 n_prefix;
	const char *prefix[2 * (SCRIPT_DEPTH + 1) + 2];
	char given[ELF_PATH_MAX];
	char by_fd[ELF_PATH_MAX + 32];
	char lines[SCRIPT_DEPTH + 1][SCRIPT_BUF];
};

/* Reads the path, and makes of it the name by which the kernel calls the file. 0 or -errno. */
long request_read_name(struct request *r);
/* Puts an argument in front of the others. */
void request_push_front(struct request *r, const char *arg);
/*
 * Follows #! lines to a file that is no script. *path gets the name of the last file that was
 * looked at. Returns a descriptor that elf_check() has accepted, or -errno. Then *kind says why
 * the kernel may yet be able to run the file (EMU_NOTE_NONE: it cannot).
 */
int request_find_program(struct request *r, const char **path, enum emu_note_kind *kind);

#endif
