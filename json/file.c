/* SPDX-License-Identifier: BSD-2-Clause */
/* A whole file in memory. */
#include "json/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Reads until the end. *size bytes are allocated. */
static int read_all(int fd, char **text, size_t *len)
{
	size_t size = 0;
	ssize_t n;
	char *p;

	*text = NULL;
	*len = 0;
	for (;;) {
		if (*len + 1 >= size) {
			size = size ? size * 2 : 1 << 16;
			p = realloc(*text, size);
			if (!p)
				return -ENOMEM;
			*text = p;
		}
		n = read(fd, *text + *len, size - 1 - *len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		*len += (size_t)n;
		if (*len > JSON_FILE_MAX)
			return -EFBIG;
	}
	(*text)[*len] = 0;
	return 0;
}

int json_file_read(const char *path, char **text, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;
	size_t read_len;
	char *read_text;

	if (fd < 0)
		return -errno;
	err = read_all(fd, &read_text, &read_len);
	close(fd);
	if (err) {
		free(read_text);
		return err;
	}
	*text = read_text;
	*len = read_len;
	return 0;
}
