/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The headers of an ELF file: does execve(2) accept them, and if not, with which error? Maps
 * nothing.
 */
#ifndef PMC_EMU_ELF_H
#define PMC_EMU_ELF_H

#include "emu/base/types.h"

#include <linux/elf.h>

#define ELF_PATH_MAX 4096

struct elf {
	int fd;
	Elf64_Ehdr eh;
	u32 head_len;
	u8 head[1024]; /* the file's beginning, which nearly always holds the program headers */
};

/* Is this the beginning of a file that load_program() can run? */
bool elf_is_ours(const void *head, size_t len);
/* Reads the headers. fd stays the caller's. 0; -ENOEXEC: not for the engine; or an I/O error. */
int elf_open(struct elf *e, int fd);
/* Reads program header i < e->eh.e_phnum. 0 or -errno. */
int elf_phdr(struct elf *e, u32 i, Elf64_Phdr *ph);
/* Reads the interpreter's path; buf has ELF_PATH_MAX bytes. Returns 1, 0: it has none, or -errno.
 *  */
int elf_interp(struct elf *e, char *buf);
/* Checks all that makes execve fail before it is too late, the interpreter too. 0 or -errno. */
int elf_check(int fd);

#endif
