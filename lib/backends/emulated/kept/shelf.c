/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine's side of it is emu/heritage/shelf.c. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "lib/backends/emulated/kept/shelf.h"

union control {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(EMU_SHELF_MOST * sizeof(int))];
};

int shelf_open(void)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	socklen_t size = sizeof(name.sun_family);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	/* The kernel chooses a name. */
	if (!bind(fd, (struct sockaddr *)&name, size)) {
		size = sizeof(name);
		if (!getsockname(fd, (struct sockaddr *)&name, &size) &&
		    !connect(fd, (struct sockaddr *)&name, size))
			return fd;
	}
	close(fd);
	return -1;
}

bool shelf_fill(int shelf, const struct shelf_list *list)
{
	struct iovec part = { (void *)list->entry, list->n * sizeof(list->entry[0]) };
	union control control = { 0 };
	struct msghdr m = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = CMSG_SPACE(list->n * sizeof(int)),
	};

	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(list->n * sizeof(int));
	memcpy(CMSG_DATA(&control.header), list->fd, list->n * sizeof(int));
	return sendmsg(shelf, &m, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

void shelf_look(int shelf, struct shelf_list *list)
{
	struct iovec part = { list->entry, sizeof(list->entry) };
	union control control = { 0 };
	struct msghdr m = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	ssize_t size = recvmsg(shelf, &m, MSG_PEEK | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	const struct cmsghdr *c = size < 0 ? NULL : CMSG_FIRSTHDR(&m);

	list->n = 0;
	if (!c || c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
		return;
	list->n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	memcpy(list->fd, CMSG_DATA(c), list->n * sizeof(int));
	while (list->n > (size_t)size / sizeof(list->entry[0]))
		close(list->fd[--list->n]);
}

void shelf_close_list(struct shelf_list *list)
{
	while (list->n)
		close(list->fd[--list->n]);
}
