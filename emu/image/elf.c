/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * ELF headers by the rules of the kernel's loader for x86-64: ET_EXEC or ET_DYN, EM_X86_64, program
 * headers of the right size and of at most 64 KiB. The first PT_INTERP counts.
 */
#include "emu/image/elf.h"

#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/hide/fds.h"

#include <linux/fcntl.h>

bool elf_is_ours(const void *head, size_t len)
{
	const Elf64_Ehdr *eh = head;

	return len >= sizeof(*eh) && memcmp(eh->e_ident, ELFMAG, SELFMAG) == 0 &&
	       eh->e_ident[EI_CLASS] == ELFCLASS64 && eh->e_machine == EM_X86_64 &&
	       (eh->e_type == ET_EXEC || eh->e_type == ET_DYN);
}

static long read_at(int fd, void *buf, size_t n, u64 offset)
{
	size_t done = 0;

	while (done < n) {
		long r = sys4(__NR_pread64, fd, (u8 *)buf + done, n - done, offset + done);

		if (r == -EINTR)
			continue;
		if (r < 0)
			return r;
		if (r == 0)
			break;
		done += r;
	}
	return done;
}

int elf_open(struct elf *e, int fd)
{
	long n = read_at(fd, e->head, sizeof(e->head), 0);

	if (n < 0)
		return n;
	e->fd = fd;
	e->head_len = n;
	if (!elf_is_ours(e->head, n))
		return -ENOEXEC;
	memcpy(&e->eh, e->head, sizeof(e->eh));
	if (e->eh.e_phentsize != sizeof(Elf64_Phdr) || e->eh.e_phnum == 0 ||
	    e->eh.e_phnum > 65536 / sizeof(Elf64_Phdr))
		return -ENOEXEC;
	return 0;
}

int elf_phdr(struct elf *e, u32 i, Elf64_Phdr *ph)
{
	u64 at = e->eh.e_phoff + (u64)i * sizeof(*ph);
	long n;

	if (at >= e->eh.e_phoff && at <= e->head_len && e->head_len - at >= sizeof(*ph)) {
		memcpy(ph, e->head + at, sizeof(*ph));
		return 0;
	}
	n = read_at(e->fd, ph, sizeof(*ph), at);
	if (n < 0)
		return n;
	return n == sizeof(*ph) ? 0 : -ENOEXEC;
}

int elf_interp(struct elf *e, char *buf)
{
	Elf64_Phdr ph;
	u32 i;
	int err;
	long n;

	for (i = 0; i < e->eh.e_phnum; i++) {
		err = elf_phdr(e, i, &ph);
		if (err)
			return err;
		if (ph.p_type != PT_INTERP)
			continue;
		if (ph.p_filesz > ELF_PATH_MAX || ph.p_filesz < 2)
			return -ENOEXEC;
		n = read_at(e->fd, buf, ph.p_filesz, ph.p_offset);
		if (n < 0)
			return n;
		if ((u64)n != ph.p_filesz)
			return -EIO;
		return buf[n - 1] ? -ENOEXEC : 1;
	}
	return 0;
}

int elf_check(int fd)
{
	char path[ELF_PATH_MAX];
	struct elf e;
	Elf64_Phdr ph;
	int ret, interp;

	ret = elf_open(&e, fd);
	if (ret)
		return ret;
	/* The kernel reads all headers at once, and refuses a file that ends among them. */
	ret = elf_phdr(&e, e.eh.e_phnum - 1, &ph);
	if (ret)
		return ret;
	ret = elf_interp(&e, path);
	if (ret <= 0)
		return ret;
	interp = fds_open(AT_FDCWD, path, O_RDONLY);
	if (interp < 0)
		return interp;
	ret = sys4(__NR_faccessat2, AT_FDCWD, path, 1, AT_EACCESS);
	if (ret == -ENOSYS || ret == -EPERM)
		ret = sys3(__NR_faccessat, AT_FDCWD, path, 1);
	if (ret == 0) {
		ret = elf_open(&e, interp);
		if (ret == 0)
			ret = elf_phdr(&e, e.eh.e_phnum - 1, &ph);
		if (ret == -ENOEXEC)
			ret = e.head_len < sizeof(Elf64_Ehdr) ? -EIO : -ELIBBAD;
	}
	sys1(__NR_close, interp);
	return ret;
}
