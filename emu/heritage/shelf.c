// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See shelf.h. */
#include "emu/heritage/shelf.h"
#include "emu/base/engine.h"
#include "emu/base/shm.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"

#include <asm/socket.h>
#include <linux/fcntl.h>
#include <linux/un.h>

/* What the C library's headers name. */
#define AF_UNIX		 1
#define SOCK_DGRAM	 2
#define SOCK_CLOEXEC	 02000000
#define SCM_RIGHTS	 1
#define MSG_PEEK	 0x2
#define MSG_DONTWAIT	 0x40
#define MSG_NOSIGNAL	 0x4000
#define MSG_CMSG_CLOEXEC 0x40000000

static bool given_up;

struct list {
	u32 n;
	struct emu_shelf_entry entry[EMU_SHELF_MOST];
	int fd[EMU_SHELF_MOST];
};

struct control {
	u64 len; /* struct cmsghdr */
	int level, type;
	int fd[EMU_SHELF_MOST];
};

struct part {
	void *at;
	u64 size;
};

struct message { /* struct msghdr */
	void *name;
	u64 name_size;
	struct part *parts;
	u64 n_parts;
	struct control *control;
	u64 control_size;
	u64 flags;
};

void shelf_create(void)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int size = sizeof(name.sun_family);
	int fd = (int)sys3(__NR_socket, AF_UNIX, SOCK_DGRAM, 0);

	if (fd < 0)
		return;
	/* The kernel chooses a name. */
	if (!sys3(__NR_bind, fd, &name, size)) {
		size = sizeof(name);
		if (!sys3(__NR_getsockname, fd, &name, &size) &&
		    !sys3(__NR_connect, fd, &name, size)) {
			engine.shelf_fd = fd;
			return;
		}
	}
	sys1(__NR_close, fd);
}

static void drop(struct list *l, u32 i)
{
	sys1(__NR_close, l->fd[i]);
	l->n--;
	memmove(&l->fd[i], &l->fd[i + 1], (l->n - i) * sizeof(l->fd[0]));
	memmove(&l->entry[i], &l->entry[i + 1], (l->n - i) * sizeof(l->entry[0]));
}

/* While one process has the list, others would find none, and lay down a list of their own. */
static void lock(void)
{
	shm_lock_word(&engine.shm->shelf_lock);
}

static void unlock(void)
{
	shm_unlock_word(&engine.shm->shelf_lock);
}

/* Adds what a message has to the list, oldest first. False: there is no message. */
static bool receive(struct list *l, long flags)
{
	struct emu_shelf_entry entry[EMU_SHELF_MOST];
	struct control control = { 0 };
	struct part part = { entry, sizeof(entry) };
	struct message m = {
		.parts = &part,
		.n_parts = 1,
		.control = &control,
		.control_size = sizeof(control),
	};
	long size = sys3(__NR_recvmsg, engine.shelf_fd, &m,
			 flags | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	u64 n_fds = 0;

	if (size < 0)
		return false;
	if (m.control_size && control.level == SOL_SOCKET && control.type == SCM_RIGHTS)
		n_fds = (control.len - offsetof(struct control, fd)) / sizeof(int);
	for (u64 i = 0; i < n_fds; i++) {
		if (i < (u64)size / sizeof(entry[0]) && l->n < EMU_SHELF_MOST) {
			l->entry[l->n] = entry[i];
			l->fd[l->n++] = control.fd[i];
		} else {
			sys1(__NR_close, control.fd[i]);
		}
	}
	return true;
}

/* Of what another program has left, ld.so and the libraries alone are of use. The rest would cost
 * each process time and memory, and lie in what this program leaves. */
#define OTHER_PAGES 512u

static bool serves(u64 program, bool paired, const struct emu_shelf_entry *e)
{
	return e->program == program || (e->paired == paired && e->size <= OTHER_PAGES);
}

/* Is a better than b to begin the program with? */
static bool is_better(u64 program, const struct emu_shelf_entry *a, const struct emu_shelf_entry *b)
{
	return a->program == program || (b->program != program && a->size < b->size);
}

bool shelf_is_there(void)
{
	return engine.shelf_fd >= 0 && !given_up;
}

/* Another thread may use the number just now, so it goes on naming a file, which is no socket. */
void shelf_give_up(void)
{
	if (shelf_is_there())
		sys3(__NR_dup3, engine.exe_fd, engine.shelf_fd, O_CLOEXEC);
	given_up = true;
}

int shelf_find(u64 program, bool paired, struct emu_shelf_entry *found)
{
	struct list l = { 0 };
	u32 best = EMU_SHELF_MOST;
	int fd = -1;
	bool found_list;

	if (!shelf_is_there())
		return -1;
	lock();
	found_list = receive(&l, MSG_PEEK);
	unlock();
	if (!found_list)
		return -1;
	for (u32 i = 0; i < l.n; i++) {
		if (!serves(program, paired, &l.entry[i]))
			continue;
		if (best == EMU_SHELF_MOST || is_better(program, &l.entry[i], &l.entry[best]))
			best = i;
	}
	for (u32 i = 0; i < l.n; i++)
		if (i != best)
			sys1(__NR_close, l.fd[i]);
	if (best < l.n) {
		*found = l.entry[best];
		fd = l.fd[best];
	}
	return fd;
}

static u64 pages_of(const struct list *l)
{
	u64 sum = 0;

	for (u32 i = 0; i < l->n; i++)
		sum += l->entry[i].size;
	return sum;
}

static void send(struct list *l)
{
	struct control control = {
		.len = offsetof(struct control, fd) + l->n * sizeof(int),
		.level = SOL_SOCKET,
		.type = SCM_RIGHTS,
	};
	struct part part = { l->entry, l->n * sizeof(l->entry[0]) };
	struct message m = {
		.parts = &part,
		.n_parts = 1,
		.control = &control,
		.control_size = control.len,
	};

	memcpy(control.fd, l->fd, l->n * sizeof(int));
	sys3(__NR_sendmsg, engine.shelf_fd, &m, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* Takes all that lies there, but for what the program has left. */
static void take(struct list *l, u64 program)
{
	/* There are two messages, if the lock was taken by force. */
	while (receive(l, 0))
		;
	for (u32 i = l->n; i-- > 0;)
		if (l->entry[i].program == program)
			drop(l, i);
}

void shelf_put(int fd, const struct emu_shelf_entry *e)
{
	struct list l = { 0 };

	lock();
	take(&l, e->program);
	while (l.n == EMU_SHELF_MOST || (l.n && pages_of(&l) + e->size > EMU_SHELF_PAGES))
		drop(&l, 0);
	l.entry[l.n] = *e;
	l.fd[l.n++] = fd;
	send(&l);
	unlock();
	for (u32 i = 0; i < l.n; i++)
		if (l.fd[i] != fd)
			sys1(__NR_close, l.fd[i]);
}

void shelf_drop(u64 program)
{
	struct list l = { 0 };

	lock();
	take(&l, program);
	if (l.n)
		send(&l);
	unlock();
	while (l.n)
		drop(&l, l.n - 1);
}
