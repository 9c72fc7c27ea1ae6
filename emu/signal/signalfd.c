// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See signalfd.h. /proc/self/fdinfo tells (proc(5)). */
#include "emu/signal/signalfd.h"

#include "emu/base/format.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"

#include <linux/fcntl.h>

/* A file that is read line by line. Longer lines are cut. */
struct lines {
	int fd;
	u32 at, n;
	char buf[256], line[128];
};

static bool open_info(struct lines *l, int fd)
{
	char path[48];

	l->at = l->n = 0;
	emu_snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	l->fd = (int)sys3(__NR_open, path, O_RDONLY | O_CLOEXEC, 0);
	return l->fd >= 0;
}

static void close_info(struct lines *l)
{
	sys1(__NR_close, l->fd);
}

static bool next_byte(struct lines *l, char *c)
{
	if (l->at == l->n) {
		long n = sys3(__NR_read, l->fd, l->buf, sizeof(l->buf));

		l->at = 0;
		l->n = n > 0 ? (u32)n : 0;
		if (n <= 0)
			return false;
	}
	*c = l->buf[l->at++];
	return true;
}

static bool next_line(struct lines *l)
{
	u32 n = 0;
	char c;

	while (next_byte(l, &c)) {
		if (c == '\n') {
			l->line[n] = '\0';
			return true;
		}
		if (n < sizeof(l->line) - 1)
			l->line[n++] = c;
	}
	return false;
}

/* The number behind the name, if the line begins with that name. */
static bool value(const char *line, const char *name, unsigned base, u64 *v)
{
	for (; *name; name++, line++)
		if (*line != *name)
			return false;
	while (*line == ' ' || *line == '\t')
		line++;
	for (*v = 0;; line++) {
		unsigned digit = *line >= 'a' ? (unsigned)*line - 'a' + 10 : (unsigned)*line - '0';

		if (digit >= base)
			return true;
		*v = *v * base + digit;
	}
}

u64 signalfd_set(int fd)
{
	struct lines l;
	u64 v, set = 0;

	if (!open_info(&l, fd))
		return 0;
	while (next_line(&l))
		if (value(l.line, "sigmask:", 16, &v))
			set = v;
	close_info(&l);
	return set;
}

u64 signalfd_set_of_epoll(int fd)
{
	struct lines l;
	u64 v, set = 0;

	if (!open_info(&l, fd))
		return 0;
	while (next_line(&l))
		if (value(l.line, "tfd:", 10, &v))
			set |= signalfd_set((int)v);
	close_info(&l);
	return set;
}
