// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See vma.h. A line is "START-END rwxp OFFSET ..."; what follows the rights may be long. Linux 6.11
 * and later also answer which mapping one address is in, without writing lines for all before it.
 */
#include "emu/code/vma.h"

#include "emu/base/syscall.h"
#include "emu/hide/fds.h"

#include <linux/fcntl.h>
#include <linux/ioctl.h>
#include <linux/mman.h>

bool vma_open(struct vma_reader *r)
{
	r->at = r->n = 0;
	r->fd = fds_open(AT_FDCWD, "/proc/self/maps", O_RDONLY);
	return r->fd >= 0;
}

void vma_close(struct vma_reader *r)
{
	sys1(__NR_close, r->fd);
}

/* The next character, 0 at the end. */
static char next(struct vma_reader *r)
{
	long n;

	if (r->at == r->n) {
		n = sys3(__NR_read, r->fd, r->buf, sizeof(r->buf));
		if (n <= 0)
			return 0;
		r->at = 0;
		r->n = (u32)n;
	}
	return r->buf[r->at++];
}

/* Reads a hexadecimal number and the character behind it. */
static bool number(struct vma_reader *r, char behind, u64 *value)
{
	u64 v = 0;
	char c;

	for (;;) {
		c = next(r);
		if (c >= '0' && c <= '9')
			v = v << 4 | (u64)(c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (u64)(c - 'a' + 10);
		else
			break;
	}
	*value = v;
	return c == behind;
}

/* Reads a decimal number, and a blank behind it. */
static u64 decimal(struct vma_reader *r, char *c)
{
	u64 v = 0;

	while ((*c = next(r)) >= '0' && *c <= '9')
		v = v * 10 + (u64)(*c - '0');
	return v;
}

/* As in struct stat. */
static u64 device(u64 major, u64 minor)
{
	return (minor & 0xff) | major << 8 | (minor & ~0xffull) << 12;
}

/* Reads the rest of the line: "OFFSET MAJOR:MINOR INODE   NAME". */
static void rest(struct vma_reader *r, struct vma *v, char *name, u32 size)
{
	u64 major, minor;
	u32 n = 0;
	char c;

	if (!number(r, ' ', &v->offset) || !number(r, ':', &major) || !number(r, ' ', &minor))
		return;
	v->dev = device(major, minor);
	v->ino = decimal(r, &c);
	for (; c && c != '\n'; c = next(r))
		if (n + 1 < size && (n || c != ' '))
			name[n++] = c;
	if (size)
		name[n] = '\0';
}

static bool next_named(struct vma_reader *r, struct vma *v, char *name, u32 size)
{
	if (!number(r, '-', &v->start) || !number(r, ' ', &v->end))
		return false;
	v->dev = v->ino = 0;
	v->prot = next(r) == 'r' ? PROT_READ : 0;
	v->prot |= next(r) == 'w' ? PROT_WRITE : 0;
	v->prot |= next(r) == 'x' ? PROT_EXEC : 0;
	v->shared = next(r) == 's';
	next(r);
	rest(r, v, name, size);
	return true;
}

bool vma_next(struct vma_reader *r, struct vma *v)
{
	return next_named(r, v, NULL, 0);
}

/* ---- The mapping at an address ---- */

/* PROCMAP_QUERY of linux/fs.h. */
struct query {
	u64 size, flags, address;
	u64 start, end, rights, page_size, offset, ino;
	u32 major, minor;
	u32 name_size, build_id_size; /* name_size: room, then how much it is, with its zero byte */
	u64 name, build_id;
};
#define QUERY	     _IOWR('f', 17, struct query)
#define QUERY_READ   1u
#define QUERY_WRITE  2u
#define QUERY_EXEC   4u
#define QUERY_SHARED 8u
_Static_assert(sizeof(struct query) == 104, "as the kernel has it");

/* Asks for one mapping. False: there is none, but for [vsyscall], or one must look at the list. */
static bool query(int fd, u64 address, struct vma *v, char *name, u32 size)
{
	struct query q = {
		.size = sizeof(q),
		.address = address,
		.name_size = size,
		.name = (u64)name,
	};

	if (sys3(__NR_ioctl, fd, QUERY, &q))
		return false;
	*v = (struct vma){
		.start = q.start,
		.end = q.end,
		.prot = (q.rights & QUERY_READ ? PROT_READ : 0) |
			(q.rights & QUERY_WRITE ? PROT_WRITE : 0) |
			(q.rights & QUERY_EXEC ? PROT_EXEC : 0),
		.shared = q.rights & QUERY_SHARED,
		.offset = q.offset,
		.dev = device(q.major, q.minor),
		.ino = q.ino,
	};
	if (size && !q.name_size)
		name[0] = '\0';
	return true;
}

bool vma_find_named(u64 address, struct vma *v, char *name, u32 size)
{
	struct vma_reader r;
	bool found;

	if (!vma_open(&r))
		return false;
	found = query(r.fd, address, v, name, size);
	while (!found && next_named(&r, v, name, size) && v->start <= address)
		found = v->end > address;
	vma_close(&r);
	return found;
}

bool vma_find(u64 address, struct vma *v)
{
	return vma_find_named(address, v, NULL, 0);
}
